import { mkdir, readdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { EnsuredRecords } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { createRecorder } from "../../../src/cdp-proxy/index.ts";
import { PictureFile } from "../../../src/cdp-proxy/recording/encoding/picture-file.ts";
import { ownerHere } from "../../../src/cdp-proxy/recording/recording-folder.ts";
import { RecordingLedger } from "../../../src/cdp-proxy/recording/recording-ledger.ts";
import { recordingRows, videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { LEASE_MS, LOST_AFTER_MS } from "../../../src/cdp-proxy/recording/recording-states.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { coloursOf, ffmpegTitle, hasFfmpeg, jpegOf } from "./ffmpeg.ts";
import { FakeEncoder } from "./recording-encoder.ts";
import { ownChromiums, testChromium, testFolder } from "./recording-film.ts";
import { call } from "./recording-stores.ts";

const chromium = await chromiumPath();
const DEAD = 2 ** 22 + 1;

/** What a process leaves that was killed while it recorded connections. */
async function killed(...connections: readonly string[]) {
  const folder = await testFolder();
  const [records, clock] = [new MemoryRecords(), new FakeClock()];
  const blobs = new MemoryBlobs({ clock });
  const parts = {
    records: new EnsuredRecords(records, [recordingRows]),
    clock,
    ids: new FakeIds(),
  };
  const ledger = new RecordingLedger(parts);
  const paths: string[] = [];
  for (const connectionId of connections) {
    const { id, token } = await ledger.begin({ owner: "o", connectionId }, call);
    const path = join(folder, `dragline-recording-${id}`);
    await mkdir(path);
    const owner = { pid: DEAD, token: "of another", place: ownerHere("t").place, held: token };
    await writeFile(join(path, "owner.json"), JSON.stringify(owner));
    paths.push(join(path, "segment-0.webm"));
    await writeFile(join(path, "segment-0.webm"), "s");
  }
  return { folder, records, blobs, clock, paths, parts: { records, blobs, clock } };
}

describe("StoringRecorder.recover", () => {
  it("holds all that it has found, however long a video takes", async () => {
    const { folder, clock, parts } = await killed("a", "b");
    const encoder = new FakeEncoder();
    const slow = Promise.withResolvers<void>();
    const join = encoder.join.bind(encoder);
    encoder.join = async (order) => slow.promise.then(() => join(order));
    await using recorder = createRecorder({ ...parts, ids: new FakeIds(), encoder }, { folder });
    const seen = async () =>
      Promise.all(["a", "b"].map((name) => recorder.recordings.get(name, call)));
    const status = (name: string) => [{ status: name }, { status: name }];
    const recovered = recorder.recover(call);
    await vi.waitFor(async () => expect(await seen()).toMatchObject(status("processing")), {
      timeout: 30_000,
    });
    await clock.advance(LEASE_MS + LOST_AFTER_MS + 1);
    expect(await seen()).toMatchObject(status("processing"));
    slow.resolve();
    expect(await recovered).toBe(2);
    expect(await seen()).toMatchObject(status("completed"));
    expect(clock.waiting).toBe(0);
  });

  it("leaves the rest to the next process when its recorder is disposed", async () => {
    const { folder, parts } = await killed("a");
    const encoder = new FakeEncoder();
    encoder.join = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    const recorder = createRecorder({ ...parts, ids: new FakeIds(), encoder }, { folder });
    const recovered = recorder.recover(call);
    recovered.catch(() => {});
    const status = async () => (await recorder.recordings.get("a", call))?.status;
    await vi.waitFor(async () => expect(await status()).toBe("processing"), { timeout: 30_000 });
    await recorder[Symbol.asyncDispose]();
    await expect(recovered).rejects.toThrow("The recorder was disposed");
    expect(await status()).toBe("processing");
    expect(await readdir(folder)).toHaveLength(1);
  });
});

const title = ffmpegTitle(browserTitle("StoringRecorder.recover", chromium));

describe.skipIf(chromium === undefined || !hasFfmpeg)(`${title} with pictures for Chromium`, () => {
  it.each([
    ["where ffmpeg is installed now", undefined],
    ["where ffmpeg is asked for and missing", "/nowhere/ffmpeg"],
  ])(
    "completes the recording %s",
    async (_, ffmpegPath) => {
      const { folder, blobs, paths, parts } = await killed("c");
      const [path = ""] = paths;
      const file = new PictureFile({ path, size: { width: 320, height: 240 } });
      const pictures = [await jpegOf("red"), await jpegOf("blue"), await jpegOf("lime")];
      for (const [index, jpeg] of pictures.entries()) file.write(jpeg, index * 2000);
      file.finish();
      await file.ended;
      await truncate(path, (await stat(path)).size - 1);
      const options = { folder, ffmpegPath, chromium: testChromium };
      await using recorder = createRecorder({ ...parts, ids: new FakeIds() }, options);
      expect(await recorder.recover(call)).toBe(1);
      const recording = await recorder.recordings.get("c", call);
      expect(recording).toMatchObject({ status: "completed", duration: 2, failure: null });
      const blob = await blobs.get(videoKey(recording?.id ?? ""), call);
      const video = join(await testFolder(), "got.webm");
      await writeFile(video, new Uint8Array(await new Response(blob?.body).arrayBuffer()));
      expect(await coloursOf(video)).toMatch(/^rrrrb?$/);
      expect(await readdir(folder)).toEqual([]);
      await vi.waitFor(() => expect(ownChromiums()).toEqual([]), { timeout: 30_000 });
    },
    60_000,
  );
});
