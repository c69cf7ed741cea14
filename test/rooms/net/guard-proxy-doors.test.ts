import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { isDraglineError } from "../../../src/core/index.ts";
import { FailureLog } from "../../../src/net/failure-log.ts";
import {
  createConnector,
  createGuardProxy,
  NetError,
  type Connector,
  type Dialer,
  type Resolver,
} from "../../../src/net/index.ts";
import { heardBy, openDoor, proxied } from "./open-door.ts";
import { calm, recordingDialer } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });

/** A connector that never gets there, and says when it was asked and when it was stopped. */
function createStuck() {
  const begun = Promise.withResolvers<void>();
  let stopped = 0;
  const stuck: Connector = {
    connect(_, signal) {
      begun.resolve();
      return new Promise((__, reject) => {
        signal.addEventListener("abort", () => {
          stopped += 1;
          reject(signal.reason as Error);
        });
      });
    },
  };
  return { connector: stuck, begun: begun.promise, stopped: () => stopped };
}

describe("createGuardProxy", () => {
  it("listens on 127.0.0.1 only, on a port for each door", async () => {
    await using proxy = createGuardProxy({ connector });
    const doors = await Promise.all([proxy.open({}, calm), proxy.open({}, calm)]);
    const urls = doors.map(({ url }) => new URL(url));
    expect(urls.map(({ hostname }) => hostname)).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect(new Set(urls.map(({ port }) => port)).size).toBe(2);
    await Promise.all(doors.map((door) => door[Symbol.asyncDispose]()));
    await doors[0]?.[Symbol.asyncDispose]();
  });

  it.each([
    [{ maxHeadBytes: 1023 }],
    [{ maxHeadBytes: Number.POSITIVE_INFINITY }],
    [{ maxSockets: 0 }],
    [{ idleMs: 0 }],
    [{ idleMs: Number.NaN }],
  ])("refuses %j", (options) => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => createGuardProxy({}, options)).toThrow(refused);
  });

  it("refuses unknown options, and options in the place of collaborators", () => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => createGuardProxy({}, { sockets: 1 } as object)).toThrow(refused);
    expect(() => createGuardProxy({ idleMs: 1 } as object)).toThrow(refused);
  });

  it("refuses a proxy upstream that is none", async () => {
    await using proxy = createGuardProxy({ connector });
    const url = new URL("ftp://proxy.test/");
    expect((await refusalOf(() => proxy.open({ proxy: url }, calm))).code).toBe("PROXY_FAILED");
  });

  it("opens no door for who has given up, and none after it was disposed", async () => {
    const proxy = createGuardProxy({ connector });
    const reason = new Error("given up");
    await expect(proxy.open({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const opening = proxy.open({}, controller.signal);
    controller.abort(reason);
    await expect(opening).rejects.toBe(reason);
    const late = refusalOf(() => proxy.open({}, calm));
    await proxy[Symbol.asyncDispose]();
    expect((await late).code).toBe("CLOSED");
    expect((await refusalOf(() => proxy.open({}, calm))).code).toBe("CLOSED");
    await proxy[Symbol.asyncDispose]();
  });
});

describe("a door that closes", () => {
  it("stops what is only being connected, within a turn", async () => {
    for (const request of [
      proxied("http://site.test/"),
      "CONNECT site.test:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    ]) {
      const stuck = createStuck();
      await using open = await openDoor({ connector: stuck.connector });
      const client = open.dial();
      const heard = heardBy(client);
      client.write(request);
      await stuck.begun;
      const closed = open.door[Symbol.asyncDispose]();
      expect(stuck.stopped()).toBe(1);
      await closed;
      expect((await heard).said).toBe("");
    }
  });

  it("closes a connection that a connector opens too late", async () => {
    await using site = await createRawSite(() => {});
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const stubborn: Connector = {
      async connect(target) {
        begun.resolve();
        await gate;
        return connector.connect(target, calm);
      },
    };
    await using open = await openDoor({ connector: stubborn });
    open.dial().write(`CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await begun.promise;
    await open.door[Symbol.asyncDispose]();
    release();
    while (site.connections === 0) await turn();
    await site.idle();
    expect(site.connections).toBe(1);
  });

  it("cuts requests, tunnels and unused connections, and leaves other doors alone", async () => {
    await using site = await createSite({ "/": "page", "/silent": () => {} });
    await using other = await openDoor({ connector });
    expect(await other.get(site.url("/"))).toBe("page");
    await using open = await openDoor({ connector });
    const { client: tunnel } = await open.tunnel(`127.0.0.1:${site.port}`);
    const waiting = open.dial();
    waiting.write(proxied(site.url("/silent")));
    await site.seen("/silent");
    const unused = open.dial();
    await once(unused, "connect");
    expect(await open.get(site.url("/"))).toBe("page");
    expect(site.open).toBe(4);
    const heard = Promise.all([tunnel, waiting, unused].map(heardBy));
    await open.door[Symbol.asyncDispose]();
    expect((await heard).map(({ said }) => said)).toEqual(["", "", ""]);
    while (site.open > 1) await turn();
    expect(await other.get(site.url("/"))).toBe("page");
    expect(site.connections).toBe(4);
    await expect(once(open.dial(), "connect")).rejects.toThrow("ECONNREFUSED");
  });
});

describe("ProxyDoor.failureOf", () => {
  it("tells the last failure of a host until a connection succeeds", async () => {
    await using site = await createSite({ "/": "page" });
    let answers: readonly string[] = ["10.0.0.1"];
    const resolver: Resolver = { resolve: async () => answers };
    const guarded = createConnector({ resolver }, { allow: ["127.0.0.1"] });
    await using open = await openDoor({ connector: guarded });
    const url = `http://site.test:${site.port}/`;
    expect(open.door.failureOf("site.test")).toBeUndefined();
    await open.say(proxied(url));
    for (const host of ["site.test", "SITE.test", "site.test."]) {
      expect(open.door.failureOf(host)?.details.address).toBe("10.0.0.1");
    }
    answers = ["127.0.0.1"];
    expect((await open.say(proxied(url))).said).toContain("page");
    expect(open.door.failureOf("site.test")).toBeUndefined();
  });

  it("knows IPv6 with brackets and without", async () => {
    await using open = await openDoor({ connector });
    await open.say("CONNECT [::1]:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    for (const host of ["::1", "[::1]"]) {
      expect(open.door.failureOf(host)?.details.reason).toBe("loopback");
    }
  });

  it.each([
    ["ADDRESS_NOT_ALLOWED", "private.test", " 403 "],
    ["DNS_FAILED", "nowhere.test", " 502 "],
    ["CONNECT_FAILED", "public.test", " 502 "],
    ["TIMEOUT", "slow.test", " 504 "],
  ])("has %s, and a tunnel says so by its status", async (code, host, status) => {
    const resolver: Resolver = {
      async resolve(name, signal) {
        if (name === "slow.test")
          return new Promise((_, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          );
        if (name === "nowhere.test") throw new Error("no such name");
        return [name === "private.test" ? "10.0.0.1" : "1.1.1.1"];
      },
    };
    const dialer: Dialer = recordingDialer();
    const guarded = createConnector({ resolver, dialer }, { dnsTimeoutMs: 5 });
    await using open = await openDoor({ connector: guarded });
    expect((await open.tunnel(`${host}:443`)).head).toContain(status);
    expect(open.door.failureOf(host)?.code).toBe(code);
    expect(isDraglineError(open.door.failureOf(host))).toBe(true);
  });

  it("remembers so many hosts, the last ones", () => {
    const log = new FailureLog(2);
    const failure = new NetError("DNS_FAILED", { message: "x" });
    for (const host of ["a", "b", "a", "c"]) log.note(host, failure);
    expect(["a", "b", "c"].map((host) => log.of(host) !== undefined)).toEqual([true, false, true]);
  });
});
