import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { createRecorder } from "../../../src/cdp-proxy/index.ts";
import { ChosenEncoder } from "../../../src/cdp-proxy/recording/encoding/chosen-encoder.ts";
import { PictureFile } from "../../../src/cdp-proxy/recording/encoding/picture-file.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { FakeChannel } from "./fake-channel.ts";
import { ffmpegTitle, hasFfmpeg } from "./ffmpeg.ts";
import { testChromium, testFolder } from "./recording-film.ts";
import { call } from "./recording-stores.ts";

const { signal } = call;
const chromium = await chromiumPath();
const size = { width: 320, height: 240 };
const nowhere = Object.freeze({ executablePath: "/nowhere/chromium" });

const reasons = {
  ffmpeg: "ffmpeg is not installed: no executable found at PATH",
  chromium: "Chromium is not installed: no executable found at /nowhere/chromium",
};

/** From now on there is no ffmpeg on PATH. */
const hideFfmpeg = () => vi.stubEnv("PATH", "/nowhere");

/** Whether it writes pictures down for Chromium. */
async function startsPictures(encoder: ChosenEncoder): Promise<boolean> {
  const encoding = encoder.start({ path: join(await testFolder(), "s.webm"), size });
  encoding.kill();
  await encoding.ended;
  return encoding instanceof PictureFile;
}

function chosen(options: ConstructorParameters<typeof ChosenEncoder>[0] = {}): ChosenEncoder {
  const encoder = new ChosenEncoder({ chromium: testChromium, ...options });
  onTestFinished(() => encoder[Symbol.asyncDispose]());
  return encoder;
}

/** A segment with that content. */
async function segmentOf(content: string | Buffer) {
  const folder = await testFolder();
  await writeFile(join(folder, "segment-0.webm"), content);
  const segments = [{ name: "segment-0.webm", startMs: 0 }];
  return { folder, segments, name: "video.webm", signal };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(chromium === undefined)(
  `${browserTitle("ChosenEncoder", chromium)}: Chromium`,
  () => {
    it("is chosen where there is no ffmpeg, and stays when ffmpeg comes", async () => {
      const encoder = chosen();
      hideFfmpeg();
      expect(await encoder.missing()).toBeUndefined();
      vi.unstubAllEnvs();
      expect(await encoder.missing()).toBeUndefined();
      expect(await startsPictures(encoder)).toBe(true);
    });
  },
);

describe.skipIf(!hasFfmpeg)(`${ffmpegTitle("ChosenEncoder")}: ffmpeg`, () => {
  it("is chosen first, and stays when ffmpeg goes", async () => {
    const encoder = chosen();
    expect(await encoder.missing()).toBeUndefined();
    hideFfmpeg();
    expect(await encoder.missing()).toBeUndefined();
    expect(await startsPictures(encoder)).toBe(false);
  });

  it("is chosen when it is installed later", async () => {
    const encoder = chosen({ chromium: nowhere });
    hideFfmpeg();
    expect(await encoder.missing()).toBe(`${reasons.ffmpeg}; ${reasons.chromium}`);
    expect(() => encoder.start({ path: "s", size })).toThrow("all are missing");
    vi.unstubAllEnvs();
    expect(await encoder.missing()).toBeUndefined();
    expect(await startsPictures(encoder)).toBe(false);
  });
});

describe("ChosenEncoder", () => {
  it("looks for nothing else where a path of ffmpeg is given", async () => {
    const encoder = chosen({ ffmpegPath: "/nowhere/ffmpeg" });
    const reason = "ffmpeg is not installed: no executable found at /nowhere/ffmpeg";
    expect(await encoder.missing()).toBe(reason);
  });

  it("says what is missing for a segment of ffmpeg's", async () => {
    const order = await segmentOf(Buffer.from("1a45dfa3", "hex"));
    hideFfmpeg();
    await expect(chosen().join(order)).rejects.toThrow(
      `the recording was made for ffmpeg, but ${reasons.ffmpeg}`,
    );
  });

  it("says what is missing for pictures, whatever else there is", async () => {
    const order = await segmentOf("");
    const file = new PictureFile({ path: join(order.folder, "segment-0.webm"), size });
    file.write(Buffer.from("a picture"), 0);
    file.finish();
    await file.ended;
    const encoder = chosen({ chromium: nowhere });
    await encoder.missing();
    await expect(encoder.join(order)).rejects.toThrow(reasons.chromium);
  });

  it("says that nothing was written where there is nothing, whatever is missing", async () => {
    hideFfmpeg();
    const encoder = chosen({ chromium: nowhere });
    await expect(encoder.join(await segmentOf(""))).rejects.toThrow("the encoder wrote nothing");
  });
});

describe("createRecorder", () => {
  it("fails a recording in words where there is neither ffmpeg nor Chromium", async () => {
    hideFfmpeg();
    const parts = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    await using recorder = createRecorder(parts, {
      folder: await testFolder(),
      chromium: nowhere,
    });
    const channel = new FakeChannel();
    const browser = { folder: "", attach: async () => channel };
    const running = await recorder.begin({ connectionId: "c", owner: "o", browser, signal });
    await running.settled;
    expect(await recorder.recordings.get("c", call)).toMatchObject({
      status: "failed",
      failure: `${reasons.ffmpeg}; ${reasons.chromium}`,
    });
    expect(channel.sent).toEqual([]);
  });
});
