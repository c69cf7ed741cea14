import { FakeClock } from "dragline/testing";
import { describe, expect, it, vi } from "vitest";
import {
  createRemoteBrowsers,
  type RemoteBrowser,
  type RemoteBrowsers,
  type RemoteBrowsersOptions,
} from "../../../src/browser/index.ts";
import { FakeChannelLauncher } from "./fake-channel-launcher.ts";

interface Subject extends AsyncDisposable {
  readonly browsers: RemoteBrowsers;
  readonly launcher: FakeChannelLauncher;
  readonly clock: FakeClock;
  take(country?: string, signal?: AbortSignal): Promise<RemoteBrowser>;
}

function subject(options: RemoteBrowsersOptions = {}): Subject {
  const [clock, launcher] = [new FakeClock(), new FakeChannelLauncher()];
  const browsers = createRemoteBrowsers({ launcher, clock }, options);
  return {
    browsers,
    launcher,
    clock,
    take: (country, signal = new AbortController().signal) => browsers.take({ country, signal }),
    [Symbol.asyncDispose]: () => browsers[Symbol.asyncDispose](),
  };
}

describe("RemoteBrowsers.take", () => {
  it("starts nothing before it is called, and one more a second after", async () => {
    await using pool = subject();
    expect(pool.launcher.running).toEqual([]);
    await using first = await pool.take();
    expect(first.pid).toBe(1);
    await pool.clock.advance(999);
    expect(pool.launcher.running).toEqual([1]);
    await pool.clock.advance(1);
    await expect.poll(() => pool.browsers.status()).toEqual({ taken: 1, warm: 1, waiting: 0 });
    await using second = await pool.take("us");
    expect(second.pid).toBe(2);
    await pool.clock.advance(1000);
    await expect.poll(() => pool.launcher.running).toEqual([1, 2, 3]);
  });

  it("starts none for its end, and is not held up by many takes", async () => {
    const pool = subject({ max: 8 });
    for (let takes = 0; takes < 3; takes += 1) {
      await pool.take();
      await pool.clock.advance(400);
    }
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    await pool.take();
    await pool.browsers[Symbol.asyncDispose]();
    await pool.clock.advance(5000);
    expect(pool.launcher.running).toEqual([]);
    expect(pool.clock.waiting).toBe(0);
  });

  it("has warm ones at once where it is told to", async () => {
    await using pool = subject({ eager: true, warm: 2 });
    await expect.poll(() => pool.browsers.status()).toEqual({ taken: 0, warm: 2, waiting: 0 });
    expect((await pool.take()).pid).toBe(1);
  });

  it("starts another for another country, and takes the usual one for none that there is", async () => {
    await using pool = subject({ eager: true });
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    expect((await pool.take("nl")).pid).toBe(2);
    expect(pool.launcher.orders[1]).toMatchObject({ identity: { timeZone: "Europe/Amsterdam" } });
    for (const name of ["xx", "", "nowhere"]) await pool.take(name);
    const zones = pool.launcher.orders.map(({ identity }) => identity.timeZone);
    expect(new Set(zones.toSpliced(1, 1))).toEqual(new Set(["America/New_York"]));
    expect(new Set(pool.launcher.orders.map(({ proxyServer }) => proxyServer)).size).toBe(
      pool.launcher.orders.length,
    );
  });

  it("lets callers wait in line when as many are taken as may be, the warm ones counted", async () => {
    await using pool = subject({ max: 2, warm: 8 });
    const [one, two] = [await pool.take(), await pool.take()];
    const order: string[] = [];
    const first = pool.take().then(() => order.push("first"));
    const second = pool.take().then(() => order.push("second"));
    await vi.waitFor(() => expect(pool.browsers.status().waiting).toBe(2), { timeout: 30_000 });
    expect(pool.launcher.running).toHaveLength(2);
    await Promise.all([one[Symbol.asyncDispose](), one[Symbol.asyncDispose]()]);
    await first;
    expect(order).toEqual(["first"]);
    await two[Symbol.asyncDispose]();
    await second;
    expect(pool.browsers.status()).toMatchObject({ taken: 2, waiting: 0 });
    expect(pool.launcher.running).toHaveLength(2);
  });

  it("fails with NO_BROWSER_FREE in the end, in the line and during a start", async () => {
    await using pool = subject({ max: 1, warm: 0, takeTimeoutMs: 500 });
    const one = await pool.take();
    const late = expect(pool.take()).rejects.toMatchObject({
      code: "NO_BROWSER_FREE",
      details: { ms: 500 },
    });
    await vi.waitFor(() => expect(pool.browsers.status().waiting).toBe(1), { timeout: 30_000 });
    await pool.clock.advance(500);
    await late;
    expect(pool.browsers.status()).toEqual({ taken: 1, warm: 0, waiting: 0 });
    await one[Symbol.asyncDispose]();
    pool.launcher.hold();
    const slow = expect(pool.take()).rejects.toMatchObject({ code: "NO_BROWSER_FREE" });
    await vi.waitFor(() => expect(pool.launcher.starting).toBe(1), { timeout: 30_000 });
    await pool.clock.advance(500);
    await slow;
    expect(pool.browsers.status().taken).toBe(0);
  });

  it("throws the signal's reason, and takes no place", async () => {
    await using pool = subject({ max: 1, warm: 0 });
    const reason = new Error("no longer wanted");
    await expect(pool.take("us", AbortSignal.abort(reason))).rejects.toBe(reason);
    const one = await pool.take();
    const caller = new AbortController();
    const waiting = pool.take("us", caller.signal);
    await vi.waitFor(() => expect(pool.browsers.status().waiting).toBe(1), { timeout: 30_000 });
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await one[Symbol.asyncDispose]();
    expect(pool.browsers.status()).toEqual({ taken: 0, warm: 0, waiting: 0 });
    pool.launcher.hold();
    const other = new AbortController();
    const starting = pool.take("us", other.signal);
    await vi.waitFor(() => expect(pool.launcher.starting).toBe(1), { timeout: 30_000 });
    other.abort(reason);
    await expect(starting).rejects.toBe(reason);
    expect(pool.launcher.running).toEqual([]);
    pool.launcher.release();
    await expect(pool.take()).resolves.toBeDefined();
  });

  it("leaves a warm one that is starting to the next when its taker gives up", async () => {
    const pool = subject({ eager: true });
    pool.launcher.hold();
    const caller = new AbortController();
    const taking = pool.take("us", caller.signal);
    await vi.waitFor(() => expect(pool.browsers.status().taken).toBe(1), { timeout: 30_000 });
    caller.abort(new Error("gone"));
    await expect(taking).rejects.toThrow("gone");
    pool.launcher.release();
    expect((await pool.take()).pid).toBe(1);
    await pool[Symbol.asyncDispose]();
    expect(pool.launcher.running).toEqual([]);
  });

  it("tells why no browser could be started, and tries again at the next", async () => {
    await using pool = subject({ eager: true });
    pool.launcher.fail(new Error("no Chromium"), 2);
    await expect(pool.take()).rejects.toThrow("no Chromium");
    expect(pool.browsers.status().taken).toBe(0);
    await expect(pool.take()).rejects.toThrow("no Chromium");
    await expect(pool.take()).resolves.toBeDefined();
    await pool.clock.advance(1000);
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
  });

  it("hands out none that does not answer", async () => {
    await using pool = subject({ eager: true });
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    pool.launcher.silence(1);
    expect((await pool.take()).pid).toBe(2);
    expect(pool.launcher.running).not.toContain(1);
  });
});

describe("a warm browser that ends", () => {
  it("is replaced when it had been ready for a while", async () => {
    await using pool = subject({ eager: true });
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    await pool.clock.advance(10_000);
    pool.launcher.end(1);
    await expect.poll(() => pool.launcher.running).toEqual([2]);
    expect((await pool.take()).pid).toBe(2);
  });

  it("is replaced at the next take when it had not", async () => {
    await using pool = subject({ eager: true });
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    await pool.clock.advance(9999);
    pool.launcher.end(1);
    await expect.poll(() => pool.launcher.running).toEqual([]);
    expect(pool.launcher.orders).toHaveLength(1);
    expect((await pool.take()).pid).toBe(2);
    await pool.clock.advance(1000);
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
  });
});

describe("RemoteBrowsers, disposed", () => {
  it("ends what is taken, warm, starting or waited for, and gives nothing out", async () => {
    const pool = subject({ max: 3, warm: 1 });
    const one = await pool.take();
    await pool.clock.advance(1000);
    await expect.poll(() => pool.browsers.status().warm).toBe(1);
    pool.launcher.hold();
    const closed = { code: "POOL_CLOSED" };
    const starting = expect(pool.take("de")).rejects.toMatchObject(closed);
    const third = pool.take();
    const waiting = expect(pool.take()).rejects.toMatchObject(closed);
    await third;
    await Promise.all([pool[Symbol.asyncDispose](), pool[Symbol.asyncDispose]()]);
    await Promise.all([starting, waiting]);
    await expect(pool.take()).rejects.toMatchObject(closed);
    expect([pool.launcher.running, pool.launcher.starting]).toEqual([[], 0]);
    await one[Symbol.asyncDispose]();
    expect(pool.browsers.status()).toEqual({ taken: 0, warm: 0, waiting: 0 });
  });
});

describe("createRemoteBrowsers", () => {
  it.each([
    [{ warm: 9 }],
    [{ warm: -1 }],
    [{ warm: 1.5 }],
    [{ max: 0 }],
    [{ max: 1025 }],
    [{ takeTimeoutMs: 0 }],
    [{ chromium: { identity: "robot" } }],
    [{ chromium: { switches: ["--user-data-dir=/tmp"] } }],
    [{ unknown: 1 }],
  ])("refuses %j", (options) => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => createRemoteBrowsers({}, options as object)).toThrow(refused);
  });

  it("refuses options in the place of collaborators, and a wrong list of hosts", () => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => createRemoteBrowsers({ warm: 1 } as object)).toThrow(refused);
    const entry = expect.objectContaining({ code: "INVALID_ALLOW_ENTRY" });
    expect(() => createRemoteBrowsers({}, { allow: ["a b"] })).toThrow(entry);
  });
});
