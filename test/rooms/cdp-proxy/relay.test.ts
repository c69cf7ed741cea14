import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { Relay } from "../../../src/cdp-proxy/relay/relay.ts";
import { ProxyChannel } from "./proxy-channel.ts";
import { ProxySocket } from "./proxy-socket.ts";
import { relayed } from "./relayed.ts";

const MIB = 1024 * 1024;

function join(limits: { idleMs?: number; maxMessageBytes?: number } = {}) {
  const [socket, channel, clock] = [new ProxySocket(), new ProxyChannel(), new FakeClock()];
  const all = { idleMs: 60_000, maxMessageBytes: 1024, ...limits };
  const relay = new Relay({ socket, channel, ...relayed("/folder"), clock }, all);
  return { socket, channel, clock, relay };
}

describe("Relay", () => {
  it("carries the browser's bytes untouched and the client's commands on", () => {
    const { socket, channel } = join();
    const odd = '{ "method" : "x",  "method":"y","n":1.0e2 }';
    channel.say(odd);
    expect(socket.heard).toEqual([odd]);
    socket.say('{ "id" : 1,"method":"Page.enable"}');
    expect(channel.sent).toEqual(['{"id":1,"method":"Page.enable"}']);
  });

  it("lives while a message is still coming, and while one is still going out", async () => {
    const { socket, clock, relay } = join();
    let isOver = false;
    void relay.ended.then(() => (isOver = true));
    for (let parts = 0; parts < 5; parts += 1) {
      await clock.advance(50_000);
      socket.onpart?.();
    }
    socket.waiting = 5_000;
    for (; socket.waiting > 0; socket.waiting -= 1_000) await clock.advance(50_000);
    await clock.advance(49_000);
    expect(isOver).toBe(false);
    await clock.advance(71_000);
    expect(await relay.ended).toMatchObject({ code: 4001 });
  });

  it("ends when what waits for the client does not move", async () => {
    const { socket, clock, relay } = join();
    socket.waiting = 5_000;
    await clock.advance(60_000);
    await clock.advance(60_000);
    expect(await relay.ended).toMatchObject({ code: 4001 });
  });

  it("answers what it refuses, and goes on", () => {
    const { socket, channel } = join();
    socket.say("{");
    socket.say({ id: 2, method: "Browser.crash" });
    socket.say({ id: 3, method: "Page.enable" });
    expect(socket.heard.map((text) => JSON.parse(text) as object)).toMatchObject([
      { error: { code: -32_700 } },
      { id: 2, error: { code: -32_000 } },
    ]);
    expect(channel.sent.length).toBe(1);
  });

  it("takes messages of exactly the bound, and ends with 1009 above, in either direction", async () => {
    const fits = join();
    fits.channel.say("x".repeat(1024));
    fits.socket.say("x".repeat(1024));
    expect(fits.socket.heard.length).toBe(2);
    fits.channel.say("x".repeat(1025));
    expect((await fits.relay.ended).code).toBe(1009);
    const other = join();
    other.socket.say("x".repeat(1025));
    expect((await other.relay.ended).code).toBe(1009);
    expect(other.channel.sent).toEqual([]);
  });

  it("reads no more of the browser while 8 MiB wait for the client", () => {
    const { socket, channel } = join();
    socket.waiting = 8 * MIB;
    channel.say("{}");
    expect(channel.isPaused).toBe(false);
    socket.waiting += 1;
    channel.say("{}");
    expect(channel.isPaused).toBe(true);
    expect(socket.isPaused).toBe(false);
    socket.waiting = 0;
    socket.ondrain?.();
    expect(channel.isPaused).toBe(false);
  });

  it("reads no more of the client while the browser takes nothing", () => {
    const { socket, channel } = join();
    channel.isFull = true;
    socket.say({ id: 1, method: "Page.enable" });
    expect(socket.isPaused).toBe(true);
    channel.ondrain?.();
    expect(socket.isPaused).toBe(false);
  });

  it("reads no more of a client that asks and does not listen", () => {
    const { socket, channel } = join();
    socket.waiting = 9 * MIB;
    socket.say("{");
    expect([socket.isPaused, channel.isPaused]).toEqual([true, true]);
    channel.isFull = true;
    socket.say({ id: 1, method: "Page.enable" });
    channel.ondrain?.();
    expect(socket.isPaused).toBe(true);
    socket.waiting = 0;
    socket.ondrain?.();
    expect([socket.isPaused, channel.isPaused]).toEqual([false, false]);
  });

  it("reads on when it has ended, so that the save gets through, and carries nothing more", async () => {
    const { socket, channel, relay, clock } = join();
    channel.isFull = true;
    socket.say({ id: 1, method: "Page.enable" });
    socket.waiting = 9 * MIB;
    channel.say("{}");
    socket.leave();
    socket.leave();
    expect([socket.isPaused, channel.isPaused]).toEqual([false, false]);
    channel.say("{}");
    socket.say({ id: 2, method: "Page.enable" });
    expect([socket.heard.length, channel.sent.length]).toEqual([1, 1]);
    expect(await relay.ended).toEqual({ code: 1000, reason: "" });
    expect(clock.waiting).toBe(0);
  });

  it("carries 10,000 messages at once without a timer for each", () => {
    const { socket, channel, clock } = join();
    for (let id = 0; id < 10_000; id += 1) socket.say({ id, method: "Page.enable" });
    expect(channel.sent.length).toBe(10_000);
    expect(clock.waiting).toBe(1);
  });
});
