import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "dragline/testing";
import { Reel } from "../../../src/cdp-proxy/recording/reel.ts";
import { FakeEncoder } from "./recording-encoder.ts";
import { headerOnly } from "./recording-jpeg.ts";

const { signal } = new AbortController();
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function reelSubject() {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-reel-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new FakeClock();
  const encoder = new FakeEncoder();
  const reel = new Reel({ encoder, clock, folder });
  const show = (mark: number) => reel.show(headerOnly(801, 601, mark));
  return { folder, clock, encoder, reel, show };
}

describe("Reel", () => {
  it("writes the first picture at 0, each when it comes, and the last again each second", async () => {
    const { clock, encoder, reel, show } = await reelSubject();
    await clock.advance(400);
    show(1);
    await clock.advance(2500);
    show(2);
    await clock.advance(999);
    const segments = await reel.end(signal);
    expect(segments).toEqual([{ name: "segment-0.webm", startMs: 0 }]);
    expect(encoder.last.frames).toEqual([
      [1, 0],
      [1, 1400],
      [1, 2400],
      [2, 2900],
      [2, 3899],
    ]);
  });

  it("gives each picture a time of its own", async () => {
    const { encoder, reel, show } = await reelSubject();
    for (const mark of [1, 2, 3]) show(mark);
    await reel.end(signal);
    expect(encoder.last.frames.map(([, at]) => at)).toEqual([0, 1, 2, 3]);
  });

  it("has the picture that is seen now, as a copy of its own", async () => {
    const { reel, show } = await reelSubject();
    expect(reel.picture).toBeUndefined();
    show(1);
    reel.picture?.fill(0);
    expect(reel.picture).toEqual(new Uint8Array(headerOnly(801, 601, 1)));
    show(2);
    expect(reel.picture).toEqual(new Uint8Array(headerOnly(801, 601, 2)));
    await reel.end(signal);
  });

  it("writes nothing after the end", async () => {
    const { clock, encoder, reel, show } = await reelSubject();
    show(1);
    await reel.end(signal);
    show(2);
    await clock.advance(5000);
    expect(encoder.last.frames).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(clock.waiting).toBe(0);
  });

  it("leaves out what is no JPEG, and says that no page was shown", async () => {
    const { encoder, reel } = await reelSubject();
    reel.show(Buffer.from("<html>"));
    await expect(reel.end(signal)).rejects.toThrow("no page was shown");
    expect(encoder.encodings).toEqual([]);
  });

  it("leaves pictures out while too many wait, and goes on with what is seen then", async () => {
    const { clock, encoder, reel, show } = await reelSubject();
    show(1);
    encoder.last.waiting = 9 * 1024 * 1024;
    show(2);
    await clock.advance(1000);
    encoder.last.waiting = 0;
    await clock.advance(1000);
    await reel.end(signal);
    expect(encoder.last.frames).toEqual([
      [1, 0],
      [2, 2000],
      [2, 2001],
    ]);
  });

  it("goes on with another encoder where one was killed, at once and with what is seen", async () => {
    const { clock, encoder, reel, show } = await reelSubject();
    show(1);
    await clock.advance(1500);
    encoder.last.end("killed");
    await turn();
    await clock.advance(700);
    const segments = await reel.end(signal);
    expect(segments.map(({ startMs }) => startMs)).toEqual([0, 1500]);
    expect(encoder.last.frames).toEqual([
      [1, 1500],
      [1, 2200],
    ]);
  });

  it("ends where it was ended, also when the encoder is killed after that", async () => {
    const { clock, encoder, reel, show } = await reelSubject();
    show(1);
    await clock.advance(5000);
    encoder.finishes = false;
    const ended = reel.end(signal);
    const [first] = encoder.encodings;
    await clock.advance(29_999);
    expect(encoder.encodings).toHaveLength(1);
    encoder.finishes = true;
    await clock.advance(1);
    const segments = await ended;
    expect(segments.map(({ startMs }) => startMs)).toEqual([0, 5002]);
    expect(first?.isFinishing).toBe(true);
    expect(encoder.last.frames.at(-1)?.[1]).toBeLessThan(5010);
  });

  it("ends an encoder that takes nothing for 15 s, and goes on with another", async () => {
    const { clock, encoder, show } = await reelSubject();
    show(1);
    const [stuck] = encoder.encodings;
    if (stuck) stuck.waiting = 10;
    await clock.advance(14_999);
    expect(encoder.encodings).toHaveLength(1);
    await clock.advance(1);
    expect(encoder.encodings).toHaveLength(2);
  });

  it("lets an encoder be slow that takes something", async () => {
    const { clock, encoder, show } = await reelSubject();
    show(1);
    encoder.last.waiting = 10;
    for (let second = 0; second < 60; second += 1) {
      encoder.last.taken += 1;
      await clock.advance(1000);
    }
    expect(encoder.encodings).toHaveLength(1);
  });

  it("fails with the encoder's reason, at once and at the end", async () => {
    const { encoder, reel, show } = await reelSubject();
    show(1);
    encoder.last.end("failed", "No space left on device");
    expect(await reel.failed).toBe("No space left on device");
    show(2);
    await expect(reel.end(signal)).rejects.toThrow("No space left on device");
  });

  it("fails when no encoder can be started", async () => {
    const { encoder, reel, show } = await reelSubject();
    encoder.startFailure = new Error("EAGAIN");
    show(1);
    expect(await reel.failed).toBe("EAGAIN");
    await expect(reel.end(signal)).rejects.toThrow("EAGAIN");
  });

  it("gives up after six encoders that were killed", async () => {
    const { encoder, reel, show } = await reelSubject();
    show(1);
    for (let count = 0; count < 6; count += 1) {
      encoder.last.end("killed", "ended by SIGKILL");
      await turn();
    }
    expect(await reel.failed).toBe("ended by SIGKILL");
    expect(encoder.encodings).toHaveLength(6);
  });

  it("kills the encoder and rejects when its caller gives up", async () => {
    const { encoder, reel, show } = await reelSubject();
    show(1);
    encoder.finishes = false;
    const controller = new AbortController();
    const ended = reel.end(controller.signal);
    controller.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    expect(await encoder.encodings[0]?.ended).toMatchObject({ kind: "killed" });
  });
});
