import { describe, expect, it } from "vitest";
import { answer, detachedFrom, fakePipe, sessionId, turn } from "./fake-pipe.ts";

describe("CdpChannel.close", () => {
  it("detaches once, hears nothing from then on, and sends nothing", async () => {
    const { attach, say, sent, detached, multiplexer } = fakePipe();
    const { channel, root, heard } = await attach();
    let closed = 0;
    channel.onclose = () => {
      closed += 1;
    };
    await Promise.all([channel.close(), channel.close()]);
    expect(channel.send(`{"id":1,"method":"A"}`)).toBe(true);
    say(`${answer(1, root)}\0`, `${detachedFrom(root)}\0`);
    await turn();
    expect([detached, heard, sent, closed]).toEqual([[root], [], [], 0]);
    expect(multiplexer.sessions).toBe(0);
  });

  it("does not wait for a browser that does not answer", async () => {
    const { attach, clock, input } = fakePipe();
    const { channel } = await attach();
    input.pause();
    const closing = channel.close();
    await clock.advance(2000);
    await expect(closing).resolves.toBeUndefined();
  });

  it("lets the others be read again", async () => {
    const { attach, say } = fakePipe();
    const [one, two] = [await attach(), await attach()];
    one.channel.pause();
    say(`${answer(7, two.root)}\0`);
    await turn();
    expect(two.heard).toEqual([]);
    await one.channel.close();
    expect(two.heard).toEqual([`{"id":7,"result":{}}`]);
  });
});

describe("CdpChannel.pause", () => {
  it("holds for all until each that paused has resumed", async () => {
    const { attach, say } = fakePipe();
    const [one, two] = [await attach(), await attach()];
    for (const { channel } of [one, two, one]) channel.pause();
    say(`${answer(1, one.root)}\0`);
    one.channel.resume();
    one.channel.resume();
    await turn();
    expect(one.heard).toEqual([]);
    two.channel.resume();
    await turn();
    expect(one.heard).toHaveLength(1);
  });
});

describe("CdpChannel.onclose", () => {
  it("is told once to each when the browser goes", async () => {
    const { attach, output, multiplexer } = fakePipe();
    const channels = [await attach(), await attach(), await attach()];
    const told: number[] = [];
    for (const [index, { channel }] of channels.entries()) channel.onclose = () => told.push(index);
    await channels[1]?.channel.close();
    output.destroy(Object.assign(new Error("broken"), { code: "ECONNRESET" }));
    await turn();
    expect(told).toEqual([0, 2]);
    expect(multiplexer.sessions).toBe(0);
    expect(channels[0]?.channel.send("{}")).toBe(true);
    await channels[0]?.channel.close();
  });

  it("is told when the browser ends the session by itself", async () => {
    const { attach, say } = fakePipe();
    const [one, two] = [await attach(), await attach()];
    const ended = new Promise<void>((resolve) => {
      one.channel.onclose = resolve;
    });
    say(`${detachedFrom(one.root)}\0`, `${answer(1, two.root)}\0`);
    await ended;
    expect(two.heard).toHaveLength(1);
  });

  it("follows a message of more than 256 MiB", async () => {
    const { attach, say, pipe } = fakePipe();
    const { channel } = await attach();
    const ended = new Promise<void>((resolve) => {
      channel.onclose = resolve;
    });
    const chunk = Buffer.alloc(16 * 1024 * 1024, "x");
    for (let count = 0; count <= 16; count += 1) say(chunk);
    await ended;
    expect(pipe.closed).toBe(true);
  });
});

describe("RemoteBrowser.attach", () => {
  it("throws the signal's reason, and detaches what comes in spite of it", async () => {
    const { multiplexer, detached } = fakePipe();
    const reason = new Error("no longer wanted");
    const aborted = { signal: AbortSignal.abort(reason) };
    await expect(multiplexer.attach(aborted)).rejects.toBe(reason);
    const caller = new AbortController();
    const opening = multiplexer.attach({ signal: caller.signal });
    caller.abort(reason);
    await expect(opening).rejects.toBe(reason);
    while (detached.length === 0) await turn();
    expect(detached).toEqual([sessionId(1)]);
    expect(multiplexer.sessions).toBe(0);
  });

  it("fails when the browser goes meanwhile, and when it has gone", async () => {
    const { multiplexer, input, output } = fakePipe();
    input.removeAllListeners("data");
    const opening = multiplexer.attach({ signal: new AbortController().signal });
    output.destroy();
    await expect(opening).rejects.toMatchObject({ code: "BROWSER_LOST" });
    const late = multiplexer.attach({ signal: new AbortController().signal });
    await expect(late).rejects.toMatchObject({ code: "BROWSER_LOST" });
  });
});
