import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PictureFile } from "../../../src/cdp-proxy/recording/encoding/picture-file.ts";
import {
  lookAtSegment,
  picturesIn,
} from "../../../src/cdp-proxy/recording/encoding/picture-reader.ts";

const size = { width: 800, height: 600 };
/** What stands before the first picture: a mark of 12 bytes, width and height. */
const HEAD = 20;

async function pathFor(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-test-pictures-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, name);
}

/** A file of these pictures: what is seen, and from when on. */
async function fileOf(...pictures: readonly (readonly [string, number])[]): Promise<string> {
  const path = await pathFor("segment-0.webm");
  const file = new PictureFile({ path, size });
  for (const [jpeg, atMs] of pictures) file.write(Buffer.from(jpeg), atMs);
  file.finish();
  expect(await file.ended).toMatchObject({ kind: "finished" });
  return path;
}

/** The same, as the reader gives it. */
async function readAll(path: string): Promise<(readonly [string | undefined, number])[]> {
  const found: (readonly [string | undefined, number])[] = [];
  for await (const { jpeg, atMs } of picturesIn(path)) found.push([jpeg?.toString(), atMs]);
  return found;
}

function record(atMs: number, length: number, jpeg = ""): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(atMs, 0);
  bytes.writeUInt32BE(length, 4);
  return Buffer.concat([bytes, Buffer.from(jpeg)]);
}

describe("PictureFile", () => {
  it("keeps pictures with their times, and the size of the video", async () => {
    const path = await fileOf(["red", 0], ["green", 900], ["red", 7_200_000]);
    expect(await lookAtSegment(path)).toEqual({ kind: "pictures", size });
    expect(await readAll(path)).toEqual([
      ["red", 0],
      ["green", 900],
      ["red", 7_200_000],
    ]);
  });

  it("takes eight bytes for a picture that is the same again", async () => {
    const jpeg = "x".repeat(100_000);
    const path = await fileOf([jpeg, 0], [jpeg, 1000], [jpeg, 2000], ["other", 2500]);
    expect(await readFile(path)).toHaveLength(HEAD + (8 + 100_000) + 8 + 8 + (8 + 5));
    expect(await readAll(path)).toEqual([
      [jpeg, 0],
      [undefined, 1000],
      [undefined, 2000],
      ["other", 2500],
    ]);
  });

  it("says what waits and what was taken", async () => {
    const file = new PictureFile({ path: await pathFor("s"), size });
    file.write(Buffer.alloc(1_000_000, 1), 0);
    expect([file.waiting, file.taken]).toEqual([HEAD + 8 + 1_000_000, 0]);
    file.finish();
    await file.ended;
    expect([file.waiting, file.taken]).toEqual([0, HEAD + 8 + 1_000_000]);
    file.write(Buffer.from("late"), 10);
    expect(file.waiting).toBe(0);
  });

  it("leaves what was written when it is killed, and is killed once", async () => {
    const path = await pathFor("s");
    const file = new PictureFile({ path, size });
    file.write(Buffer.from("red"), 0);
    await expect.poll(() => file.waiting, { timeout: 30_000, interval: 5 }).toBe(0);
    file.write(Buffer.from("green"), 5);
    file.kill();
    file.kill();
    expect(await file.ended).toMatchObject({ kind: "killed" });
    expect((await readAll(path))[0]).toEqual(["red", 0]);
  });

  it("fails in words where the disk is full, or there is no folder", async () => {
    const full = new PictureFile({ path: "/dev/full", size });
    full.write(Buffer.alloc(1000, 1), 0);
    full.finish();
    expect(await full.ended).toEqual({
      kind: "failed",
      reason: expect.stringMatching(/^the pictures could not be written: ENOSPC/),
    });
    const nowhere = new PictureFile({ path: "/nowhere/s", size });
    expect(await nowhere.ended).toMatchObject({ kind: "failed" });
  });

  it("leaves out a picture of more than 32 MiB", async () => {
    const path = await pathFor("s");
    const file = new PictureFile({ path, size });
    file.write(Buffer.alloc(32 * 1024 * 1024 + 1), 0);
    file.write(Buffer.from("red"), 10);
    file.finish();
    await file.ended;
    expect(await readAll(path)).toEqual([["red", 10]]);
  });
});

describe("picturesIn", () => {
  it("gives what is whole, wherever the file breaks off", async () => {
    const path = await fileOf(["red", 0], ["red", 10], ["green", 20]);
    const whole = await readFile(path);
    const ends = [HEAD + 8 + 3, HEAD + 8 + 3 + 8, whole.length];
    for (let length = whole.length; length >= 0; length -= 1) {
      await truncate(path, length);
      const expected = ends.filter((end) => end <= length).length;
      expect([length, (await readAll(path)).length]).toEqual([length, expected]);
      const kind = length < HEAD ? "nothing" : "pictures";
      expect([length, (await lookAtSegment(path)).kind]).toEqual([length, kind]);
    }
  });

  it.each([
    ["a length beyond the end of the file", record(20, 0xffffffff, "more")],
    ["a length beyond 32 MiB", record(20, 32 * 1024 * 1024 + 1, "y".repeat(32 * 1024 * 1024 + 1))],
    ["a time that does not go up", record(10, 3, "red")],
    ["zeros, as a machine leaves that lost its power", Buffer.alloc(4096)],
  ])("ends before %s", async (_, hostile) => {
    const path = await fileOf(["red", 10]);
    const more = Buffer.concat([await readFile(path), hostile, record(30, 4, "blue")]);
    await writeFile(path, more);
    expect(await readAll(path)).toEqual([["red", 10]]);
  });

  it("takes no repetition of nothing", async () => {
    const path = await fileOf();
    await writeFile(path, Buffer.concat([await readFile(path), record(0, 0), record(1, 3, "red")]));
    expect(await readAll(path)).toEqual([]);
  });
});

describe("lookAtSegment", () => {
  it("knows what is not an image file", async () => {
    const path = await pathFor("s");
    expect(await lookAtSegment(path)).toEqual({ kind: "nothing" });
    await writeFile(path, Buffer.from("1a45dfa3", "hex"));
    expect(await lookAtSegment(path)).toEqual({ kind: "other" });
  });
});
