import { readdir, truncate, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeClock } from "dragline/testing";
import { ChromiumEncoder } from "../../../src/cdp-proxy/recording/encoding/chromium-encoder.ts";
import { Reel } from "../../../src/cdp-proxy/recording/reel.ts";
import { commandLineOf } from "../../../src/browser/chromium/pid-table.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { coloursOf, ffmpegTitle, hasFfmpeg, jpegOf, statedSeconds } from "./ffmpeg.ts";
import { ownChromiums, testChromium, testFolder } from "./recording-film.ts";

const never = new AbortController().signal;
const chromium = await chromiumPath();
const title = ffmpegTitle(browserTitle("ChromiumEncoder", chromium));

async function film() {
  const folder = await testFolder();
  const encoder = new ChromiumEncoder({ chromium: testChromium });
  onTestFinished(() => encoder[Symbol.asyncDispose]());
  const clock = new FakeClock();
  const reel = new Reel({ encoder, clock, folder });
  const video = join(folder, "video.webm");
  const develop = async (signal = never) => {
    const segments = await reel.end(never);
    return encoder.join({ folder, segments, name: "video.webm", signal });
  };
  /** What an encoder that was killed leaves, from a time on. */
  const killedAt = async (startMs: number, ...pictures: readonly (readonly [Buffer, number])[]) => {
    const name = `segment-${startMs}.webm`;
    const path = join(folder, name);
    const encoding = encoder.start({ path, size: { width: 320, height: 240 } });
    for (const [jpeg, atMs] of pictures) encoding.write(jpeg, atMs);
    encoding.finish();
    await encoding.ended;
    await truncate(path, (await stat(path)).size - 1);
    return { name, startMs };
  };
  const joinAll = (segments: readonly { name: string; startMs: number }[], signal = never) =>
    encoder.join({ folder, segments, name: "video.webm", signal });
  return { folder, encoder, clock, reel, video, develop, killedAt, joinAll };
}

/** A video of half an hour, of which a part is written; gives its end. */
async function longFilm(signal: AbortSignal) {
  const { video, killedAt, joinAll } = await film();
  const red = await jpegOf("red", "1366x768");
  const all = Array.from({ length: 1800 }, (_, second) => [red, second * 1000] as const);
  const developed = Promise.allSettled([joinAll([await killedAt(0, ...all)], signal)]);
  const size = async () => (await stat(video)).size;
  await vi.waitFor(async () => expect(await size()).toBeGreaterThan(500), { timeout: 30_000 });
  return async () => {
    const [end] = await developed;
    if (end.status === "rejected") throw end.reason;
  };
}

/** What is killed takes a moment to go. */
async function noChromiumLeft(): Promise<void> {
  await vi.waitFor(() => expect(ownChromiums()).toEqual([]), { timeout: 30_000 });
}

/** Once a page encodes, there is a process of pages. */
async function encodingPages(): Promise<number[]> {
  const pages = () =>
    ownChromiums().filter((pid) => commandLineOf(pid).includes("--type=renderer"));
  await vi.waitFor(() => expect(pages().length).toBeGreaterThan(0), { timeout: 30_000 });
  return pages();
}

afterEach(noChromiumLeft);

describe.skipIf(chromium === undefined || !hasFfmpeg)(`${title} with a Reel`, () => {
  it("makes a video of pictures of several sizes at their times", async () => {
    const { clock, reel, video, develop } = await film();
    reel.show(await jpegOf("red"));
    await clock.advance(3000);
    reel.show(await jpegOf("lime", "1366x768"));
    await clock.advance(2000);
    reel.show(await jpegOf("blue", "91x321"));
    await clock.advance(900);
    reel.show(await jpegOf("blue", "1x1"));
    await clock.advance(100);
    expect(await develop()).toEqual({ durationMs: 6000 });
    expect(await statedSeconds(video)).toBeCloseTo(6, 2);
    expect(await coloursOf(video)).toMatch(/^r{6}g{4}.{2,3}$/);
  }, 60_000);

  it("shows the picture before where one cannot be decoded", async () => {
    const { clock, reel, video, develop } = await film();
    const red = await jpegOf("red", "801x601");
    reel.show(red);
    await clock.advance(1500);
    reel.show(red.subarray(0, 30));
    await clock.advance(1500);
    expect(await develop()).toEqual({ durationMs: 3000 });
    expect(await coloursOf(video)).toMatch(/^r{6,7}$/);
  }, 60_000);

  it("makes one video of two parts, the first cut off in the midst of a picture", async () => {
    const { video, killedAt, joinAll } = await film();
    const [red, blue] = [await jpegOf("red"), await jpegOf("blue")];
    const first = await killedAt(0, [red, 0], [red, 2000], [blue, 2900]);
    const second = await killedAt(3000, [blue, 3000], [blue, 5000], [red, 5100]);
    expect(await joinAll([first, second])).toEqual({ durationMs: 5000 });
    expect(await coloursOf(video)).toMatch(/^r{6}b{4,5}$/);
  }, 60_000);

  it("shows what came after a part that was lost from the beginning on", async () => {
    const { folder, video, killedAt, joinAll } = await film();
    const [red, blue] = [await jpegOf("red"), await jpegOf("blue")];
    await writeFile(join(folder, "segment-0.webm"), "");
    const later = await killedAt(2000, [red, 2000], [red, 4000], [blue, 5000]);
    const lost = { name: "segment-0.webm", startMs: 0 };
    expect(await joinAll([lost, later])).toEqual({ durationMs: 4000 });
    expect(await coloursOf(video)).toMatch(/^r{8,9}$/);
    expect(await statedSeconds(video)).toBeCloseTo(4, 2);
  }, 60_000);

  it("makes one video after the other", async () => {
    const films = [await film(), await film()];
    const shared = films[0]?.encoder ?? expect.fail("no encoder");
    const videos = films.map(async ({ folder, killedAt }) => {
      const part = await killedAt(0, [await jpegOf("red"), 0], [await jpegOf("blue"), 10]);
      return shared.join({ folder, segments: [part], name: "video.webm", signal: never });
    });
    expect(await Promise.all(videos)).toEqual([{ durationMs: 0 }, { durationMs: 0 }]);
  }, 60_000);

  it("leaves no Chromium when it is cancelled while pictures are encoded", async () => {
    const controller = new AbortController();
    const developed = await longFilm(controller.signal);
    controller.abort(new Error("enough"));
    await expect(developed()).rejects.toThrow("enough");
    await noChromiumLeft();
  }, 60_000);

  it.each([
    ["the page", encodingPages, "the encoding page crashed"],
    ["the browser", ownChromiums, "the browser of the encoding page has ended"],
  ])(
    "says in words that %s is gone",
    async (_, pids, reason) => {
      const developed = await longFilm(never);
      for (const pid of await pids()) process.kill(pid, "SIGKILL");
      await expect(developed()).rejects.toThrow(reason);
    },
    60_000,
  );
});

describe("ChromiumEncoder", () => {
  it("says in words where there is nothing to join, and starts no browser", async () => {
    const { folder, joinAll, killedAt } = await film();
    await writeFile(join(folder, "segment-0.webm"), Buffer.from("1a45dfa3", "hex"));
    const ffmpegs = { name: "segment-0.webm", startMs: 0 };
    await expect(joinAll([ffmpegs])).rejects.toThrow("segment-0.webm is not an image file");
    const cut = await killedAt(5, [Buffer.from("a picture"), 5]);
    const absent = { name: "segment-9.webm", startMs: 9 };
    await expect(joinAll([cut, absent])).rejects.toThrow("the encoder wrote nothing");
    await expect(joinAll([])).rejects.toThrow("the encoder wrote nothing");
    expect(ownChromiums()).toEqual([]);
    expect(await readdir(folder)).toEqual(["segment-0.webm", "segment-5.webm"]);
  });

  it("says where it looked in vain", async () => {
    const given = new ChromiumEncoder({ chromium: { executablePath: "/nowhere/chromium" } });
    const reason = "Chromium is not installed: no executable found at /nowhere/chromium";
    expect(await given.missing()).toBe(reason);
  });

  it.skipIf(chromium === undefined)(
    "says when no picture can be decoded",
    async () => {
      const { joinAll, killedAt } = await film();
      const part = await killedAt(0, [Buffer.from("no picture"), 0], [Buffer.from("none"), 10]);
      await expect(joinAll([part])).rejects.toThrow("the encoder wrote nothing");
    },
    60_000,
  );

  it("does nothing when it is cancelled before", async () => {
    const { joinAll } = await film();
    await expect(joinAll([], AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});
