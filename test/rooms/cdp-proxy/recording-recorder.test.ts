import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { EnsuredRecords } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { createRecorder } from "../../../src/cdp-proxy/index.ts";
import { ownerHere } from "../../../src/cdp-proxy/recording/recording-folder.ts";
import { RecordingLedger } from "../../../src/cdp-proxy/recording/recording-ledger.ts";
import { recordingRows, videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { LEASE_MS, LOST_AFTER_MS } from "../../../src/cdp-proxy/recording/recording-states.ts";
import { FakeChannel } from "./fake-channel.ts";
import { FakeEncoder } from "./recording-encoder.ts";
import { headerOnly } from "./recording-jpeg.ts";
import { call } from "./recording-stores.ts";

const { signal } = call;

async function recorderSubject() {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-recorder-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = new FakeClock();
  const blobs = new MemoryBlobs({ clock });
  const [records, encoder, channel] = [new MemoryRecords(), new FakeEncoder(), new FakeChannel()];
  const ids = new FakeIds();
  const parts = { records, blobs, encoder, clock, ids };
  const recorder = createRecorder(parts, { folder });
  const browser = { folder: "", attach: async () => channel };
  const order = { connectionId: "c", owner: "o", browser, signal };
  const picture = async () => {
    channel.page("a");
    await clock.advance(0);
    channel.visible("a", true);
    channel.frame("a", headerOnly(800, 600).toString("base64"));
  };
  const seen = () => recorder.recordings.get("c", call);
  return { folder, clock, ids, blobs, records, encoder, channel, recorder, order, picture, seen };
}

describe("createRecorder", () => {
  it("records, stores the video and leaves nothing in the folder", async () => {
    const { folder, clock, blobs, channel, recorder, order, picture, seen } =
      await recorderSubject();
    const running = await recorder.begin(order);
    expect(await seen()).toMatchObject({ status: "recording", owner: "o" });
    expect(await readdir(folder)).toHaveLength(1);
    await picture();
    await clock.advance(4600);
    await running.stop();
    await running.stop();
    expect(channel.isClosed).toBe(true);
    await running.settled;
    const recording = await seen();
    expect(recording).toMatchObject({
      status: "completed",
      duration: 5,
      fileSize: 7,
      failure: null,
    });
    const blob = await blobs.get(videoKey(recording?.id ?? ""), call);
    expect(blob?.contentType).toBe("video/webm");
    expect(await new Response(blob?.body).text()).toBe("a video");
    expect(await readdir(folder)).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it("ends the video when the browser is gone, without being stopped", async () => {
    const { clock, channel, recorder, order, picture, seen } = await recorderSubject();
    const running = await recorder.begin(order);
    await picture();
    await clock.advance(2000);
    channel.onclose?.();
    await running.settled;
    expect(await seen()).toMatchObject({ status: "completed", duration: 2 });
    await running.stop();
  });

  it("fails in words when ffmpeg is missing, and does not touch the browser", async () => {
    const { encoder, channel, recorder, order, seen } = await recorderSubject();
    encoder.missingReason = "ffmpeg is not installed";
    const running = await recorder.begin(order);
    await running.settled;
    await running.stop();
    expect(await seen()).toMatchObject({ status: "failed", failure: "ffmpeg is not installed" });
    expect(channel.sent).toEqual([]);
  });

  it("fails in words when the browser cannot be attached to", async () => {
    const { folder, recorder, order, seen } = await recorderSubject();
    const attach = async () => Promise.reject(new Error("the browser is lost"));
    const running = await recorder.begin({ ...order, browser: { folder: "", attach } });
    await running.settled;
    expect(await seen()).toMatchObject({ status: "failed", failure: "the browser is lost" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("forgets the recording when it is cancelled while it begins", async () => {
    const { folder, recorder, order, seen } = await recorderSubject();
    const controller = new AbortController();
    const attach = async () => {
      controller.abort(new Error("the client has gone"));
      controller.signal.throwIfAborted();
      return new FakeChannel();
    };
    const begun = recorder.begin({
      ...order,
      signal: controller.signal,
      browser: { folder: "", attach },
    });
    await expect(begun).rejects.toThrow("the client has gone");
    expect(await seen()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it("refuses when the recording cannot be written down", async () => {
    const { records, recorder, order } = await recorderSubject();
    await records.close();
    await expect(recorder.begin(order)).rejects.toMatchObject({ code: "CLOSED" });
  });

  it.each([
    ["the encoder fails", "disk full", true],
    ["the video cannot be made of its segments", "cannot join", false],
  ])("fails in words when %s", async (_, reason, encoding) => {
    const { folder, encoder, recorder, order, picture, seen } = await recorderSubject();
    const running = await recorder.begin(order);
    await picture();
    if (encoding) encoder.last.end("failed", reason);
    else {
      encoder.joinFailure = new Error(reason);
      await running.stop();
    }
    await running.settled;
    expect(await seen()).toMatchObject({ status: "failed", failure: reason, duration: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  it("fails in words when the video cannot be stored", async () => {
    const { blobs, recorder, order, picture, seen } = await recorderSubject();
    const running = await recorder.begin(order);
    await picture();
    await blobs.close();
    await running.stop();
    await running.settled;
    expect((await seen())?.failure).toMatch(/closed/i);
  });

  it("holds a recording however long it takes", async () => {
    const { clock, recorder, order, picture, seen } = await recorderSubject();
    const running = await recorder.begin(order);
    await picture();
    await clock.advance(LEASE_MS + LOST_AFTER_MS + 1);
    expect(await seen()).toMatchObject({ status: "recording" });
    await running.stop();
    await running.settled;
    expect(await seen()).toMatchObject({ status: "completed" });
  });

  it("ends what runs when it is disposed, and waits for the videos", async () => {
    const { recorder, order, picture, seen } = await recorderSubject();
    await recorder.begin(order);
    await picture();
    await recorder[Symbol.asyncDispose]();
    expect(await seen()).toMatchObject({ status: "completed" });
  });

  it("refuses unknown options", async () => {
    const { records, blobs } = await recorderSubject();
    const options: object = { path: "x" };
    expect(() => createRecorder({ records, blobs }, options)).toThrow(/Unknown option 'path'/);
  });
});

describe("StoringRecorder.recover", () => {
  const DEAD = 2 ** 22 + 1;

  async function killed(pid: number, place = ownerHere("t").place) {
    const subject = await recorderSubject();
    const { records, clock, ids, folder } = subject;
    const ensured = new EnsuredRecords(records, [recordingRows]);
    const ledger = new RecordingLedger({ records: ensured, clock, ids });
    const { id, token } = await ledger.begin({ owner: "o", connectionId: "c" }, call);
    const path = join(folder, `dragline-recording-${id}`);
    await mkdir(path);
    const owner = { pid, token: "of another", place, held: token };
    await writeFile(join(path, "owner.json"), JSON.stringify(owner));
    for (const startMs of [12_000, 0]) await writeFile(join(path, `segment-${startMs}.webm`), "s");
    return subject;
  }

  it.each([
    ["of a process that has ended", DEAD],
    ["of an earlier process with this one's number", process.pid],
  ])("completes the recording %s, in the order of its segments", async (_, pid) => {
    const { folder, encoder, recorder, seen } = await killed(pid);
    expect(await recorder.recover(call)).toBe(1);
    expect(encoder.joins[0]?.segments.map(({ startMs }) => startMs)).toEqual([0, 12_000]);
    expect(await seen()).toMatchObject({ status: "completed", duration: 7 });
    expect(await readdir(folder)).toEqual([]);
    expect(await recorder.recover(call)).toBe(0);
  });

  it("fails it in words when nothing plays", async () => {
    const { folder, encoder, recorder, seen } = await killed(DEAD);
    encoder.joinFailure = new Error("nothing plays");
    await recorder.recover(call);
    expect(await seen()).toMatchObject({ status: "failed", failure: "nothing plays" });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ["of a process that runs", process.ppid, undefined],
    ["of another machine", DEAD, `not ${hostname()}`],
  ])("leaves alone what is %s", async (_, pid, place) => {
    const { folder, recorder, seen } = await killed(pid, place);
    expect(await recorder.recover(call)).toBe(0);
    expect(await seen()).toMatchObject({ status: "recording" });
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("leaves alone what other records know, for a day", async () => {
    const { folder, clock, encoder } = await killed(DEAD);
    const [records, blobs] = [new MemoryRecords(), new MemoryBlobs()];
    const parts = { records, blobs, encoder, clock, ids: new FakeIds() };
    const [name = ""] = await readdir(folder);
    const touched = async (at: number) => utimes(join(folder, name), at / 1000, at / 1000);
    await touched(clock.now() - 86_400_000);
    expect(await createRecorder(parts, { folder }).recover(call)).toBe(0);
    expect(await readdir(folder)).toEqual([name]);
    await touched(clock.now() - 86_401_000);
    expect(await createRecorder(parts, { folder }).recover(call)).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it("is done by one of two that begin at once", async () => {
    const { folder, clock, blobs, records, encoder, recorder, seen } = await killed(DEAD);
    const parts = { records, blobs, encoder, clock, ids: new FakeIds() };
    const other = createRecorder(parts, { folder });
    const recovered = await Promise.all([recorder.recover(call), other.recover(call)]);
    expect(new Set(recovered)).toEqual(new Set([0, 1]));
    expect(encoder.joins).toHaveLength(1);
    expect(await seen()).toMatchObject({ status: "completed" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("leaves alone what another recorder of this process records", async () => {
    const { folder, clock, blobs, records, encoder, recorder, order, seen } =
      await recorderSubject();
    await recorder.begin(order);
    const parts = { records, blobs, encoder, clock, ids: new FakeIds() };
    expect(await createRecorder(parts, { folder }).recover(call)).toBe(0);
    expect(await seen()).toMatchObject({ status: "recording" });
    expect(await readdir(folder)).toHaveLength(1);
    await recorder[Symbol.asyncDispose]();
  });

  it("leaves alone folders whose owner is not told, and is begun by the first recording", async () => {
    const { folder, recorder, order, seen } = await killed(DEAD);
    await mkdir(join(folder, "dragline-recording-other"));
    await recorder.begin({ ...order, connectionId: "another" });
    await vi.waitFor(async () => expect((await seen())?.status).toBe("completed"), {
      timeout: 30_000,
    });
    await recorder[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual(["dragline-recording-other"]);
  });
});
