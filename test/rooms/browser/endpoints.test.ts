import { createBrowser, createRemoteLauncher, type RemoteLauncherOptions } from "dragline/browser";
import { FakeBrowser, FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type {
  DialTarget,
  SocketTransport,
} from "../../../src/browser/endpoints/socket-transport.ts";
import { createBrowserPool } from "../../../src/browser/pool/browser-pool.ts";
import { settle } from "./pool-subject.ts";

const never = new AbortController().signal;

/** Connections that are there without a socket. */
class FakeGrid {
  readonly clock = new FakeClock();
  readonly dialled: DialTarget[] = [];
  readonly open: { readonly url: string; end(reason: string): void }[] = [];
  /** Addresses that refuse. */
  readonly down = new Set<string>();
  /** Addresses that never answer. */
  readonly silent = new Set<string>();

  launcher(options: RemoteLauncherOptions) {
    const driver = { connect: async () => new FakeBrowser(0).driver };
    const collaborators = { driver, clock: this.clock, ids: new FakeIds(), dial: this.#dial };
    return createRemoteLauncher(collaborators, options);
  }

  readonly #dial = async (target: DialTarget, signal: AbortSignal): Promise<SocketTransport> => {
    this.dialled.push(target);
    if (this.down.has(target.url)) throw new Error(`connect ECONNREFUSED to ${target.url}`);
    if (this.silent.has(target.url)) {
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    }
    const end = Promise.withResolvers<string>();
    const close = (): void => end.resolve("closed");
    this.open.push({ url: target.url, end: end.resolve });
    return { send: () => {}, close, terminate: close, ended: end.promise };
  };
}

const [A, B] = ["ws://127.0.0.1:9001/a", "ws://127.0.0.1:9002/b"] as const;

describe("createRemoteLauncher", () => {
  it("takes the endpoint with the most room, and waits where all are full", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({
      endpoints: [
        { url: A, capacity: 1 },
        { url: B, capacity: 3 },
      ],
    });
    for (let count = 0; count < 4; count += 1) await launcher.launch(never);
    expect(grid.dialled.map(({ url }) => url)).toEqual([A, B, B, B]);
    expect(launcher.status().map(({ running, capacity }) => [running, capacity])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    const waiting = launcher.launch(never);
    await settle();
    expect(grid.dialled).toHaveLength(4);
    grid.open[0]?.end("gone");
    await waiting;
    expect(grid.dialled.at(-1)?.url).toBe(A);
    const stopped = new AbortController();
    const cancelled = launcher.launch(stopped.signal);
    stopped.abort(new Error("changed my mind"));
    await expect(cancelled).rejects.toThrow("changed my mind");
  });

  it("lets one that fails rest, longer each time, and asks the others", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({ endpoints: [A, B] });
    grid.down.add(A);
    await launcher.launch(never);
    expect(launcher.status()).toMatchObject([
      { url: A, state: "resting", failures: 1, running: 0 },
      { url: B, state: "ready", failures: 0, running: 1 },
    ]);
    await launcher.launch(never);
    expect(grid.dialled.map(({ url }) => url)).toEqual([A, B, B]);
    grid.down.delete(A);
    await grid.clock.advance(60_000);
    await launcher.launch(never);
    expect(launcher.status()).toMatchObject([{ state: "ready", failures: 0 }, {}]);
  });

  it("waits for an endpoint that rests where the others are full", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({ endpoints: [{ url: A, capacity: 1 }, B] });
    grid.down.add(B);
    await launcher.launch(never);
    const second = launcher.launch(never);
    await settle();
    expect(launcher.status()).toMatchObject([{ running: 1 }, { state: "resting", failures: 1 }]);
    grid.down.delete(B);
    await grid.clock.advance(10_000);
    await second;
    expect(grid.dialled.at(-1)?.url).toBe(B);
    expect(grid.clock.waiting).toBe(0);
  });

  it("says of each why there is none, without what may be a secret", async () => {
    const grid = new FakeGrid();
    const secret = "ws://127.0.0.1:9003/c?token=hunter2";
    const launcher = grid.launcher({ endpoints: [A, secret], connectTimeoutMs: 500 });
    grid.silent.add(A);
    grid.down.add(secret);
    const launched = launcher.launch(never).catch((error: unknown) => error);
    await settle();
    await grid.clock.advance(500);
    const error = await launched;
    expect(error).toMatchObject({ code: "LAUNCH_FAILED" });
    expect(String(error)).toContain(`${A}: it did not answer within 500 ms`);
    expect(String(error)).toContain("ws://127.0.0.1:9003/c: connect ECONNREFUSED");
    expect(JSON.stringify([String(error), launcher.status()])).not.toContain("hunter2");
  });

  it("drains an endpoint: its browsers get no further page and end with their last", async () => {
    const grid = new FakeGrid();
    const launcher = grid.launcher({ endpoints: [A] });
    const { clock } = grid;
    await using pool = createBrowserPool({ launcher, clock, ids: new FakeIds() }, { maxPages: 2 });
    const lease = await pool.lease();
    launcher.drain(A);
    expect(launcher.status()).toMatchObject([{ state: "draining", running: 1 }]);
    await settle();
    expect(lease.signal.aborted).toBe(false);
    await lease[Symbol.asyncDispose]();
    await settle();
    expect(launcher.status()).toMatchObject([{ running: 0 }]);
    await expect(pool.lease()).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
    launcher.restore(A);
    await grid.clock.advance(10_000);
    await using again = await pool.lease();
    expect(again.signal.aborted).toBe(false);
    expect(() => launcher.drain("ws://127.0.0.1:1/")).toThrow("the address of an endpoint");
  });

  it("ends leases when an endpoint closes the connection", async () => {
    const grid = new FakeGrid();
    const { clock } = grid;
    const launcher = grid.launcher({ endpoints: [A] });
    await using pool = createBrowserPool({ launcher, clock, ids: new FakeIds() });
    await using lease = await pool.lease();
    grid.open[0]?.end("the endpoint closed the connection (1001, restart)");
    await settle();
    expect(lease.signal.reason).toMatchObject({ code: "BROWSER_LOST" });
    expect(String(lease.signal.reason)).toContain("restart");
  });

  it("refuses browsers elsewhere unless the guard is given up, and proxies of calls there", async () => {
    const grid = new FakeGrid();
    const endpoints = ["wss://chrome.example/?token=hunter2"];
    expect(() => grid.launcher({ endpoints })).toThrow("cannot go through the address guard");
    expect(() => grid.launcher({ endpoints })).not.toThrow("hunter2");
    const launcher = grid.launcher({ endpoints, unguarded: true });
    await using browser = createBrowser({ launcher, clock: grid.clock });
    await using lease = await browser.lease();
    expect(lease.signal.aborted).toBe(false);
    const proxied = browser.lease({ proxy: new URL("http://127.0.0.1:8080") });
    await expect(proxied).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it.each<[string, unknown]>([
    ["none", []],
    ["what is no list", "ws://127.0.0.1/"],
    ["what is no address", ["127.0.0.1:9222"]],
    ["another protocol", ["ftp://127.0.0.1/"]],
    ["one twice", [A, A]],
    ["no room", [{ url: A, capacity: 0 }]],
    ["some here and some elsewhere", [A, { url: B, elsewhere: true }]],
  ])("refuses %s", (_, endpoints) => {
    const options = { endpoints } as RemoteLauncherOptions;
    expect(() => createRemoteLauncher({}, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
