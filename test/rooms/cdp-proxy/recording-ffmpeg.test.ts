import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeClock } from "dragline/testing";
import { FfmpegEncoder } from "../../../src/cdp-proxy/recording/encoding/ffmpeg-encoder.ts";
import { Reel } from "../../../src/cdp-proxy/recording/reel.ts";
import {
  coloursOf,
  ffmpegTitle,
  hasFfmpeg,
  inOrder,
  jpegOf,
  ownFfmpegs,
  statedSeconds,
} from "./ffmpeg.ts";

const { signal } = new AbortController();

async function film(ffmpegPath?: string) {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-ffmpeg-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const encoder = new FfmpegEncoder({ ffmpegPath });
  expect(await encoder.missing()).toBeUndefined();
  const clock = new FakeClock();
  const reel = new Reel({ encoder, clock, folder });
  const video = join(folder, "video.webm");
  const develop = async () => {
    const segments = await reel.end(signal);
    return encoder.join({ folder, segments, name: "video.webm", signal });
  };
  return { folder, clock, reel, video, develop };
}

/** A program that does something before it becomes ffmpeg. */
async function wrapped(first: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-wrapped-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "ffmpeg");
  await writeFile(path, `#!/bin/sh\n${first}\nexec /usr/bin/env ffmpeg "$@"\n`);
  await chmod(path, 0o700);
  return path;
}

/** Clusters are written as they are full, each of a second. */
async function threeClusters(folder: string): Promise<void> {
  const cluster = Buffer.from("1f43b675", "hex").toString("latin1");
  const count = async () => {
    const text = await readFile(join(folder, "segment-0.webm"), "latin1").catch(() => "");
    return text.split(cluster).length - 1;
  };
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(2), { timeout: 30_000 });
}

afterEach(() => {
  for (const pid of ownFfmpegs()) process.kill(pid, "SIGKILL");
});

describe.skipIf(!hasFfmpeg)(`${ffmpegTitle("FfmpegEncoder")} with a Reel`, () => {
  it("makes a video that can be seeked in, of pictures of several sizes at their times", async () => {
    const { clock, reel, video, develop } = await film();
    reel.show(await jpegOf("red"));
    await clock.advance(3000);
    reel.show(await jpegOf("lime", "1366x768"));
    await clock.advance(2000);
    reel.show(await jpegOf("blue", "91x321"));
    await clock.advance(900);
    reel.show(await jpegOf("blue", "1x1"));
    await clock.advance(100);
    const { durationMs } = await develop();
    expect(Math.abs(durationMs - 6000)).toBeLessThan(10);
    expect(await statedSeconds(video)).toBeCloseTo(6, 1);
    expect(await coloursOf(video)).toMatch(/^r{6}g{4}.{2,3}$/);
    const cues = Buffer.from("1c53bb6b", "hex");
    expect((await readFile(video)).includes(cues)).toBe(true);
    expect(ownFfmpegs()).toEqual([]);
  });

  it("goes on where ffmpeg is killed, and the times stay", async () => {
    const { folder, clock, reel, video, develop } = await film();
    reel.show(await jpegOf("red"));
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    await threeClusters(folder);
    const [pid = 0] = ownFfmpegs();
    process.kill(pid, "SIGKILL");
    const another = () => ownFfmpegs().filter((other) => other !== pid);
    await vi.waitFor(() => expect(another()).toHaveLength(1), { timeout: 30_000 });
    reel.show(await jpegOf("blue"));
    await clock.advance(3000);
    const { durationMs } = await develop();
    expect(durationMs).toBeGreaterThanOrEqual(7900);
    expect(durationMs).toBeLessThanOrEqual(8100);
    expect(inOrder(await coloursOf(video))).toBe("rb");
  });

  it("shows what came after a part that was lost from the beginning on", async () => {
    const { folder, clock, reel, video, develop } = await film();
    reel.show(await jpegOf("red"));
    const [pid = 0] = ownFfmpegs();
    process.kill(pid, "SIGKILL");
    await clock.advance(2000);
    const another = () => ownFfmpegs().filter((other) => other !== pid);
    await vi.waitFor(() => expect(another()).toHaveLength(1), { timeout: 30_000 });
    await writeFile(join(folder, "segment-0.webm"), "");
    await clock.advance(4000);
    const { durationMs } = await develop();
    expect(Math.abs(durationMs - 6000)).toBeLessThan(10);
    expect(await coloursOf(video)).toMatch(/^r{11,14}$/);
  });

  it("is killed when it hangs at the end, and what there is plays", async () => {
    const { folder, clock, reel, video, develop } = await film();
    reel.show(await jpegOf("red"));
    for (let second = 0; second < 5; second += 1) await clock.advance(1000);
    await threeClusters(folder);
    const [pid = 0] = ownFfmpegs();
    process.kill(pid, "SIGSTOP");
    const developed = develop();
    await clock.advance(30_000);
    const { durationMs } = await developed;
    expect(Math.abs(durationMs - 5000)).toBeLessThan(1000);
    expect(await coloursOf(video)).toMatch(/^r+$/);
    expect(ownFfmpegs()).toEqual([]);
  });

  it("says why where the disk is full", async () => {
    const { reel, develop } = await film(await wrapped("trap '' XFSZ; ulimit -f 0"));
    reel.show(await jpegOf("red"));
    await expect(develop()).rejects.toThrow(
      /ffmpeg exited with code \d+: .*(?:large|space|write)/i,
    );
  });

  it("says why where ffmpeg cannot do it", async () => {
    const { reel, develop } = await film(await wrapped("echo no such codec >&2; exit 3"));
    reel.show(await jpegOf("red"));
    expect(await reel.failed).toBe("ffmpeg exited with code 3: no such codec");
    await expect(develop()).rejects.toThrow("no such codec");
  });

  it("says where it looked in vain", async () => {
    const given = new FfmpegEncoder({ ffmpegPath: "/nowhere/ffmpeg" });
    expect(await given.missing()).toBe(
      "ffmpeg is not installed: no executable found at /nowhere/ffmpeg",
    );
  });
});
