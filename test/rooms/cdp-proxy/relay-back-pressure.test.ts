import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { Relay } from "../../../src/cdp-proxy/relay/relay.ts";
import { relayed } from "./relayed.ts";
import { SlowChannel, SlowSocket } from "./slow-ends.ts";

const MIB = 1024 * 1024;
/** Bytes that may wait on either side. */
const BOUND = 8 * MIB;

function join(socket = new SlowSocket(), channel = new SlowChannel()) {
  const clock = new FakeClock();
  const limits = { idleMs: 60_000, maxMessageBytes: 50 * MIB };
  const relay = new Relay({ socket, channel, ...relayed("/folder"), clock }, limits);
  return { socket, channel, relay, clock };
}

/** Messages of the browser, each that long. */
function events(count: number, bytes: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `{"n":${at},"text":"`.padEnd(bytes - 2, "x") + `"}`,
  );
}

/** A command of that many bytes or a few more. */
function command(id: number, bytes: number): object {
  return { id, method: "Runtime.evaluate", params: { expression: "x".repeat(bytes) } };
}

describe("Relay, when the client does not read", () => {
  it.each([
    ["many small", 40_000, 1024],
    ["bodies of 5 MB", 12, 5_000_000],
    ["the largest", 3, 50 * MIB],
  ])("holds 8 MiB and one message of %s messages, and loses none", (_, count, bytes) => {
    const { socket, channel } = join();
    const said = events(count, bytes);
    channel.unread.push(...said);
    channel.flow();
    expect(channel.isPaused).toBe(true);
    expect(channel.unread.length).toBeGreaterThan(0);
    expect(socket.waiting).toBeGreaterThan(BOUND);
    while (socket.readOne()) expect(socket.waiting).toBeLessThanOrEqual(BOUND + bytes);
    expect(socket.most).toBeLessThanOrEqual(BOUND + bytes);
    expect(socket.read.length).toBe(count);
    expect(socket.read.every((text, at) => text === said[at])).toBe(true);
    expect(channel.isPaused).toBe(false);
  });

  it("goes on with the client's commands, and with other connections", () => {
    const { socket, channel } = join();
    const other = join();
    channel.unread.push(...events(20, MIB));
    channel.flow();
    expect(channel.isPaused).toBe(true);
    socket.say({ id: 1, method: "Page.enable" });
    expect(channel.sent).toEqual(['{"id":1,"method":"Page.enable"}']);
    const said = events(20, 1024);
    other.channel.unread.push(...said);
    other.channel.flow();
    while (other.socket.readOne());
    expect(other.socket.read).toEqual(said);
    expect([other.channel.isPaused, other.socket.isPaused]).toEqual([false, false]);
  });

  it("ends a client that stays deaf, as one that says nothing", async () => {
    const { channel, relay, clock } = join();
    channel.unread.push(...events(20, MIB));
    channel.flow();
    await clock.advance(60_000);
    expect(await relay.ended).toMatchObject({ code: 4001 });
    // The answers to the save are read again.
    expect(channel.isPaused).toBe(false);
  });
});

describe("Relay, when the browser does not take", () => {
  it("holds 8 MiB and one message of the client, and loses none", () => {
    const bytes = 3 * MIB;
    const { socket, channel } = join(new SlowSocket(), new SlowChannel(BOUND));
    let pauses = 0;
    for (let id = 1; id <= 20; id += 1) {
      // A socket that is paused says nothing.
      if (socket.isPaused) {
        pauses += 1;
        channel.take();
      }
      expect(socket.isPaused).toBe(false);
      socket.say(command(id, bytes));
    }
    expect(pauses).toBeGreaterThan(5);
    expect(channel.most).toBeLessThanOrEqual(BOUND + bytes + 100);
    const ids = channel.sent.map((text) => (JSON.parse(text) as { readonly id: number }).id);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it("goes on with the browser's messages, and with other connections", () => {
    const { socket, channel } = join(new SlowSocket(), new SlowChannel(BOUND));
    const other = join();
    while (!socket.isPaused) socket.say(command(1, MIB));
    channel.unread.push("{}", "[]");
    channel.flow();
    while (socket.readOne());
    expect(socket.read).toEqual(["{}", "[]"]);
    other.socket.say({ id: 7, method: "Page.enable" });
    expect(other.channel.sent).toEqual(['{"id":7,"method":"Page.enable"}']);
    expect(socket.isPaused).toBe(true);
    channel.take();
    expect(socket.isPaused).toBe(false);
  });

  it("waits for both ends when both are full", () => {
    const { socket, channel } = join(new SlowSocket(), new SlowChannel(BOUND));
    while (!socket.isPaused) socket.say(command(1, MIB));
    const said = events(20, MIB);
    channel.unread.push(...said);
    channel.flow();
    expect([socket.isPaused, channel.isPaused]).toEqual([true, true]);
    while (socket.readOne());
    expect([socket.isPaused, channel.isPaused]).toEqual([true, false]);
    channel.take();
    expect(socket.isPaused).toBe(false);
    expect(socket.read).toEqual(said);
  });
});
