import type { ConnectOrder } from "dragline/cdp-proxy";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished } from "vitest";
import { ProxySocket } from "./proxy-socket.ts";
import { ProxyStage, SESSION_ID, type Step } from "./proxy-stage.ts";

const everything = { sessionId: SESSION_ID, saveSession: "new" };

/** A connection that has its client. */
async function connected(stage: ProxyStage, parts: Partial<ConnectOrder> = everything) {
  const socket = new ProxySocket();
  const acceptor = await stage.proxy.open(stage.order(parts));
  stage.log.length = 0;
  return { socket, acceptor, end: acceptor.accept(socket) };
}

/** Lets promises that are ready go on, without a wait. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const ends: readonly [string, number, (stage: ProxyStage, socket: ProxySocket) => unknown][] = [
  ["the client closes", 1000, (_, socket) => socket.leave()],
  ["the client breaks off", 1000, (_, socket) => socket.leave(1006)],
  [
    "the client sends Browser.close",
    1000,
    (_, socket) => socket.say({ id: 1, method: "Browser.close" }),
  ],
  ["the client sends too much at once", 1009, (_, socket) => socket.leave(1009)],
  [
    "the browser sends too much at once",
    1009,
    ({ channel }) => channel.say("x".repeat(52_428_801)),
  ],
  ["the browser dies", 1011, (stage) => stage.endBrowser("killed")],
  ["the browser's channel closes", 1011, ({ channel }) => channel.onclose?.()],
  ["60 s pass without a message", 4001, ({ clock }) => clock.advance(60_000)],
  ["the host shuts down", 1001, ({ proxy }) => proxy.drain()],
];

describe("Acceptor.accept", () => {
  it.each(ends)("ends when %s, with %i, saves and gives back all", async (_, code, cause) => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    await cause(stage, socket);
    expect(await end).toMatchObject({ code, savedSession: "saved-id" });
    expect(socket.closes).toEqual([code]);
    expect(stage.leaks).toEqual({});
    expect(stage.refunds).toEqual([false]);
    expect(stage.proxy.status().connections).toBe(0);
    expect(stage.clock.waiting).toBe(0);
  });

  it("ends after two hours with 4002, however busy", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    for (let minute = 0; minute < 240; minute += 1) {
      socket.say({ id: minute, method: "Page.enable" });
      await stage.clock.advance(30_000);
    }
    expect(await end).toMatchObject({ code: 4002, savedSession: "saved-id" });
    expect(stage.leaks).toEqual({});
  });

  it("pays each further period at its start, and ends with 4003 when it cannot", async () => {
    const stage = new ProxyStage();
    stage.credits = 2;
    const { end } = await connected(stage);
    for (let second = 0; second < 360; second += 30) {
      stage.channel.say({ method: "Page.frameResized" });
      await stage.clock.advance(30_000);
      const paid = stage.log.filter((entry) => entry.startsWith("pay")).length;
      expect(paid).toBe(Math.floor((second + 30) / 120));
    }
    expect(await end).toMatchObject({ code: 4003, savedSession: "saved-id" });
    expect(stage.log.filter((entry) => entry.startsWith("pay"))).toEqual([
      "pay 1",
      "pay 2",
      "pay 3",
    ]);
  });

  it("counts messages of the browser against the silence too", async () => {
    const stage = new ProxyStage();
    const { end } = await connected(stage);
    await stage.clock.advance(59_000);
    stage.channel.say({ method: "Page.frameResized" });
    await stage.clock.advance(59_999);
    expect(stage.proxy.status().connections).toBe(1);
    await stage.clock.advance(1);
    expect((await end).code).toBe(4001);
  });

  it("closes the channel and stops the pictures before it saves, and ends the browser last", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    socket.leave();
    await end;
    expect(stage.log.slice(0, 2)).toEqual(["-channel", "-recording"]);
    expect(stage.log.slice(2)).toEqual([
      "saveState",
      "store",
      "-browser",
      "-place",
      "-reserve",
      "-hold",
    ]);
  });

  it("saves the origins that were visited, the latest first, and those that were loaded", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    const url = "https://left.test/deep?x#y";
    stage.channel.say({ method: "Target.targetInfoChanged", params: { targetInfo: { url } } });
    stage.channel.say({
      method: "Page.frameNavigated",
      params: { frame: { name: '"url":"https://no.test"', url: "http://frame.test:81/" } },
    });
    stage.channel.say({ method: "Network.dataReceived", params: { url: "https://no.test" } });
    socket.say({ id: 1, method: "Page.navigate", params: { url: "https://named.test/" } });
    socket.say({ id: 2, method: "Page.navigate", params: { url: "http://frame.test:81/" } });
    socket.leave();
    await end;
    const origins = ["http://frame.test:81", "https://named.test", "https://left.test"];
    expect(stage.asked).toEqual([[...origins, "https://loaded.test"]]);
  });

  it("saves nothing without a name to save under", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage, { sessionId: SESSION_ID });
    await stage.clock.advance(59_000);
    socket.leave();
    expect(await end).toEqual({ code: 1000, reason: "", savedSession: undefined });
    expect(stage.saved).toEqual([]);
    expect(stage.log).not.toContain("saveState");
  });

  it("stores the cookies every 30 s; they remain when the browser dies", async () => {
    const stage = new ProxyStage();
    const { end } = await connected(stage);
    await stage.clock.advance(30_000);
    expect(stage.saved).toEqual([
      { state: { cookies: [], origins: [{ origin: "https://loaded.test", localStorage: [] }] } },
    ]);
    stage.fail("saveState");
    stage.fail("saveCookies");
    stage.endBrowser("killed");
    expect(await end).toMatchObject({ code: 1011, savedSession: "saved-id" });
    expect(stage.saved.length).toBe(1);
    expect(stage.leaks).toEqual({});
  });

  it("saves the cookies alone when the browser does not give all", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    stage.fail("saveState");
    socket.leave();
    expect((await end).savedSession).toBe("saved-id");
    expect(stage.log.slice(2, 5)).toEqual(["saveState", "saveCookies", "store"]);
  });

  const failing: readonly Step[] = ["saveState", "saveCookies", "store", "stop", "end"];
  it("gives all back whatever fails at the end, and tells the host", async () => {
    const told: unknown[] = [];
    const listener = (message: unknown): unknown => told.push(message);
    subscribe("dragline:cdp-proxy:failure", listener);
    onTestFinished(() => void unsubscribe("dragline:cdp-proxy:failure", listener));
    const stage = new ProxyStage();
    const { socket, end, acceptor } = await connected(stage);
    for (const step of failing) stage.fail(step);
    socket.leave();
    expect(await end).toEqual({ code: 1000, reason: "", savedSession: undefined });
    expect(stage.leaks).toEqual({});
    const { connectionId } = acceptor;
    expect(told).toEqual([
      { connectionId, error: new Error("saveCookies") },
      { connectionId, error: new Error("end") },
    ]);
  });

  it("does not wait for ever for pictures that do not stop", async () => {
    const stage = new ProxyStage();
    const { socket, end } = await connected(stage);
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.faults.set("stop", () => promise);
    socket.leave();
    await stage.clock.timerOf(3000);
    await stage.clock.advance(3000);
    resolve();
    expect((await end).savedSession).toBe("saved-id");
  });

  it("refuses a second client, and one that comes after it was left", async () => {
    const stage = new ProxyStage();
    const { acceptor, socket, end } = await connected(stage);
    const second = new ProxySocket();
    expect((await acceptor.accept(second)).code).toBe(1011);
    expect(second.closes).toEqual([1011]);
    expect(socket.closes).toEqual([]);
    socket.leave();
    await end;
    await acceptor.leave();
    expect(stage.leaks).toEqual({});
    expect(stage.refunds).toEqual([false]);
  });

  it("refuses the client when its browser died meanwhile", async () => {
    const stage = new ProxyStage();
    const acceptor = await stage.proxy.open(stage.order());
    stage.endBrowser("killed");
    const socket = new ProxySocket();
    expect((await acceptor.accept(socket)).code).toBe(1011);
    expect(stage.leaks).toEqual({});
  });
});

describe("CdpProxy.drain", () => {
  it("ends what is open, waits or is being opened, and takes nothing more", async () => {
    const stage = new ProxyStage();
    const { end } = await connected(stage);
    await stage.proxy.open(stage.order(everything));
    stage.faults.set("take", turns);
    const opening = stage.proxy.open(stage.order());
    const refused = expect(opening).rejects.toMatchObject({ code: "DRAINING" });
    await stage.proxy.drain();
    await refused;
    expect((await end).code).toBe(1001);
    expect(stage.leaks).toEqual({});
    await expect(stage.proxy.open(stage.order())).rejects.toMatchObject({ code: "DRAINING" });
    await stage.proxy.drain();
    await stage.proxy[Symbol.asyncDispose]();
    expect(stage.log).not.toContain("-browsers");
  });

  it("is what disposing does, with another reason", async () => {
    const stage = new ProxyStage();
    const { end } = await connected(stage);
    await stage.proxy[Symbol.asyncDispose]();
    expect((await end).code).toBe(1001);
    await expect(stage.proxy.open(stage.order())).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("CdpProxy.status", () => {
  it("looks after the memory every 10 s while there are browsers", async () => {
    const stage = new ProxyStage();
    const first = await connected(stage);
    const second = await connected(stage);
    await stage.clock.advance(10_000);
    expect(stage.proxy.status()).toEqual({ connections: 2, waiting: 3, memoryBytes: 14 });
    first.socket.leave();
    second.socket.leave();
    await Promise.all([first.end, second.end]);
    expect(stage.proxy.status().memoryBytes).toBe(0);
    expect(stage.clock.waiting).toBe(0);
  });
});
