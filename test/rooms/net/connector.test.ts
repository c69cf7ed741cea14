import { tracingChannel } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createRawSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  createAddressGuard,
  createConnector,
  systemDialer,
  type Dialer,
  type Resolver,
} from "../../../src/net/index.ts";
import { calm, recordingDialer, tableResolver } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

const silent = () => createRawSite((socket) => socket.resume());

describe("Connector.connect", () => {
  it("connects to a literal without asking the resolver", async () => {
    await using site = await silent();
    const resolver = tableResolver({});
    const connector = createConnector({ resolver }, { allow: ["127.0.0.1"] });
    const { socket, remoteAddress, timings } = await connector.connect(
      { url: new URL(site.origin) },
      calm,
    );
    expect(remoteAddress).toBe("127.0.0.1");
    expect(resolver.asked).toEqual([]);
    expect(timings).toMatchObject({ dnsMs: 0, tlsMs: 0 });
    expect(timings.connectMs).toBeGreaterThan(0);
    socket.destroy();
    await site.idle();
  });

  it("asks for the name without its trailing dot and dials every answer", async () => {
    const resolver = tableResolver({ "public.test": ["93.184.215.14", "2606:4700::1"] });
    const dialer = recordingDialer();
    const connector = createConnector({ resolver, dialer });
    const url = new URL("https://PUBLIC.test./");
    await refusalOf(() => connector.connect({ url }, calm));
    expect(resolver.asked).toEqual(["public.test"]);
    expect(dialer.targets).toMatchObject([
      { addresses: ["93.184.215.14", "2606:4700::1"], port: 443 },
    ]);
    expect(dialer.targets[0]?.blockList?.check("127.0.0.1")).toBe(true);
    expect(dialer.targets[0]?.blockList?.check("93.184.215.14")).toBe(false);
  });

  it("resolves and judges anew each time, so that a rebound name is refused", async () => {
    const answers = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], []];
    const resolver: Resolver = { resolve: async () => answers.shift() ?? [] };
    const dialer = recordingDialer();
    const connector = createConnector({ resolver, dialer });
    const codes: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const url = new URL("http://rebound.test/");
      codes.push((await refusalOf(() => connector.connect({ url }, calm))).code);
    }
    expect(codes).toEqual(["CONNECT_FAILED", ...Array(3).fill("ADDRESS_NOT_ALLOWED")]);
    expect(dialer.targets.length).toBe(1);
  });

  it("is not moved by a URL or an answer that changes while it waits", async () => {
    for (let turns = 0; turns < 30; turns += 1) {
      const url = new URL("http://public.test/");
      const answers = ["93.184.215.14"];
      const change = async (): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        url.href = "https://127.0.0.1:1234/";
        answers.splice(0, 1, "127.0.0.1");
      };
      const resolver: Resolver = {
        resolve: async () => {
          void change();
          return answers;
        },
      };
      const dialer = recordingDialer();
      const connector = createConnector({ resolver, dialer });
      const error = await refusalOf(() => connector.connect({ url }, calm));
      expect(error.details.host).toBe("public.test");
      for (const { addresses, port } of dialer.targets) {
        expect({ addresses: [...addresses], port }).toEqual({
          addresses: ["93.184.215.14"],
          port: 80,
        });
      }
    }
  });

  it("closes a socket that leads elsewhere than to the judged addresses", async () => {
    await using site = await silent();
    const sockets: Socket[] = [];
    const dialer: Dialer = {
      dial: async (_, signal) => {
        const { port } = site;
        const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port }, signal);
        sockets.push(socket);
        return socket;
      },
    };
    for (const url of ["http://93.184.215.14/", "https://93.184.215.14/"]) {
      const connector = createConnector({ dialer }, { allow: ["127.0.0.1"] });
      const error = await refusalOf(() => connector.connect({ url: new URL(url) }, calm));
      expect(error.code).toBe("ADDRESS_NOT_ALLOWED");
      expect(error.details).toMatchObject({ address: "127.0.0.1", reason: "unexpected" });
    }
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it("judges the peer again after connecting", async () => {
    await using site = await silent();
    const strict = createAddressGuard();
    // A guard that is fooled once: the peer is what counts.
    let fooled = false;
    const guard = {
      checkUrl: (url: URL) => strict.checkUrl(url),
      checkAnswers: (hostname: string, addresses: readonly string[]) => {
        if (fooled) strict.checkAnswers(hostname, addresses);
        fooled = true;
      },
    };
    const resolver = tableResolver({ "public.test": ["127.0.0.1"] });
    const dialer: Dialer = {
      dial: ({ addresses, port }, signal) => systemDialer.dial({ addresses, port }, signal),
    };
    const url = new URL(`http://public.test:${site.port}/`);
    const error = await refusalOf(() =>
      createConnector({ resolver, dialer, guard }).connect({ url }, calm),
    );
    expect(error.details).toMatchObject({ address: "127.0.0.1", reason: "loopback" });
    await site.idle();
  });

  it("gives the dialer a list that blocks metadata even where the operator allows the rest", async () => {
    const dialer = recordingDialer();
    const connector = createConnector({ dialer }, { allow: ["10.0.0.0/8"] });
    const url = new URL("http://10.0.0.1/");
    await refusalOf(() => connector.connect({ url }, calm));
    const list = dialer.targets[0]?.blockList;
    expect(list?.check("10.0.0.1")).toBe(false);
    expect(list?.check("169.254.169.254")).toBe(true);
  });

  it("accepts a peer in another spelling of the judged address", async () => {
    await using site = await silent();
    const resolver = tableResolver({ "six.test": ["0:0:0:0:0:0:0:1"] });
    // The loopback listener is IPv4; the socket only says that it came from elsewhere.
    const dialer: Dialer = {
      dial: async (_, signal) => {
        const socket = await systemDialer.dial(
          { addresses: ["127.0.0.1"], port: site.port },
          signal,
        );
        return Object.defineProperty(socket, "remoteAddress", { value: "::1" });
      },
    };
    const connector = createConnector({ resolver, dialer }, { allow: ["::1"] });
    const url = new URL("http://six.test/");
    const { socket, remoteAddress } = await connector.connect({ url }, calm);
    expect(remoteAddress).toBe("::1");
    socket.destroy();
  });

  it("says that a name does not exist", async () => {
    const connector = createConnector({ resolver: tableResolver({}) });
    const url = new URL("http://missing.test/");
    const error = await refusalOf(() => connector.connect({ url }, calm));
    expect(error.code).toBe("DNS_FAILED");
    expect(error.details).toEqual({ host: "missing.test", reason: "ENOTFOUND" });
    expect(error.message).toBe("missing.test does not exist or has no address (ENOTFOUND).");
  });

  it("says that a connection was refused", async () => {
    const site = await silent();
    await site[Symbol.asyncDispose]();
    const connector = createConnector({}, { allow: ["127.0.0.1"] });
    const url = new URL(site.origin);
    const error = await refusalOf(() => connector.connect({ url }, calm));
    expect(error.code).toBe("CONNECT_FAILED");
    expect(error.details).toEqual({ host: "127.0.0.1", reason: "ECONNREFUSED" });
  });

  it("survives a reset before anybody listens to the socket", async () => {
    const accepted = Promise.withResolvers<Socket>();
    await using site = await createRawSite(accepted.resolve);
    const dialer: Dialer = {
      dial: async (target, signal) =>
        (await systemDialer.dial(target, signal)).removeAllListeners("error"),
    };
    const connector = createConnector({ dialer }, { allow: ["127.0.0.1"] });
    const { socket } = await connector.connect({ url: new URL(site.origin) }, calm);
    (await accepted.promise).resetAndDestroy();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(socket.errored).toMatchObject({ code: "ECONNRESET" });
  });

  it("connects many times at once", async () => {
    await using site = await createRawSite((socket) => socket.end("x"));
    const connector = createConnector({}, { allow: ["localhost"] });
    const url = new URL(`http://localhost:${site.port}/`);
    const one = async (): Promise<string> => {
      const { socket } = await connector.connect({ url }, calm);
      return await text(socket);
    };
    const replies = await Promise.all(Array.from({ length: 50 }, one));
    expect(replies.join("")).toBe("x".repeat(50));
    expect(site.connections).toBe(50);
  });

  it("is traced with its origin", async () => {
    const origins: unknown[] = [];
    const channel = tracingChannel<string, { origin: string }>("dragline:net:connect");
    const subscriber = { start: (context: object) => origins.push({ ...context }) };
    channel.subscribe(subscriber as never);
    try {
      const connector = createConnector({ dialer: recordingDialer() });
      await refusalOf(() => connector.connect({ url: new URL("http://1.1.1.1:81/a?b") }, calm));
    } finally {
      channel.unsubscribe(subscriber as never);
    }
    expect(origins).toEqual([{ origin: "http://1.1.1.1:81" }]);
  });
});

describe("createConnector", () => {
  it.each([
    [{ dnsTimeoutMs: 0 }],
    [{ connectTimeoutMs: -1 }],
    [{ tlsTimeoutMs: Number.NaN }],
    [{ proxyTimeoutMs: 1.5 }],
    [{ rejectUnauthorized: false }],
    [{ ca: "/etc/ssl/cert.pem" }],
    [{ ca: ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] }],
  ])("refuses the options %j", (options) => {
    expect(() => createConnector({}, options as never)).toThrow(/[Oo]ption/);
  });

  it("refuses an allow-list beside a guard of the caller's", () => {
    const guard = createAddressGuard();
    expect(() => createConnector({ guard }, { allow: ["10.0.0.1"] })).toThrow(/'allow'/);
    expect(() => createConnector({ guard }, {})).not.toThrow();
  });

  it("refuses a malformed allow entry at once", () => {
    expect(() => createConnector({}, { allow: ["http://x"] })).toThrow(/without a scheme/);
  });

  it("takes undefined for absent", () => {
    const clock = new FakeClock();
    expect(() =>
      createConnector({ clock, dialer: undefined }, { dnsTimeoutMs: undefined } as never),
    ).not.toThrow();
  });
});
