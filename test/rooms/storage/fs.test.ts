import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { FsBlobs } from "dragline/storage/fs";
import { FakeClock } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Child } from "../../rigs/child.ts";

const DAY = 86_400_000;
const signal = new AbortController().signal;
const urls = { baseUrl: "http://localhost/blobs", secrets: ["s".repeat(32)] };

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "dragline-fs-"));
  folder = join(parent, "not", "there", "yet");
});

afterEach(async () => {
  await rm(parent, { recursive: true, force: true });
});

function open(clock?: FakeClock, at = folder): FsBlobs {
  return new FsBlobs({ clock }, { folder: at, ...urls });
}

async function textOf(blobs: FsBlobs, key: string): Promise<string | undefined> {
  const blob = await blobs.get(key, { signal });
  return blob && new Response(blob.body).text();
}

/** All files below the folder. */
async function filesOf(at = folder): Promise<string[]> {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at, join(entry.parentPath, entry.name)))
    .toSorted();
}

function child(...args: string[]): Child {
  return new Child(join(import.meta.dirname, "fs-child.ts"), [folder, ...args]);
}

/** Bytes in pieces, counting how many were asked for. */
function counted(
  pieces: number,
  size: number,
): { stream: ReadableStream<Uint8Array>; readonly asked: () => number } {
  let asked = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    asked += 1;
    if (asked > pieces) controller.close();
    else controller.enqueue(new Uint8Array(size));
  };
  return { stream: new ReadableStream({ pull }, { highWaterMark: 0 }), asked: () => asked };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of buffers that something still holds. */
function bytesInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe("FsBlobs", () => {
  it("makes its folder, and gives files names of hexadecimal digits only", async () => {
    await using blobs = open();
    for (const key of ["../../escape", "/etc/passwd", "CON", "a\u0000b", "💾".repeat(128)]) {
      await blobs.put(key, Buffer.from(key), { signal });
    }
    const files = await filesOf(parent);
    expect(files).toHaveLength(5);
    for (const file of files) expect(file).toMatch(/^not\/there\/yet\/[0-9a-f]{2}\/[0-9a-f]{62}$/);
  });

  it("keeps blobs for the next process", async () => {
    await open().put("a", Buffer.from("text"), { signal, contentType: "text/plain" });
    const blob = await open().get("a", { signal });
    expect(blob).toMatchObject({ size: 4, contentType: "text/plain", start: 0 });
    await blob?.body.cancel();
  });

  it("reads without writing, also where there is no folder", async () => {
    await using blobs = open();
    expect(await blobs.get("a", { signal })).toBeUndefined();
    expect(await blobs.remove("a", { signal })).toBe(false);
    expect(await readdir(parent)).toEqual([]);
  });

  it("leaves nothing of a put that failed or was cancelled", async () => {
    await using blobs = open();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
      controller.error(new Error("broken"));
    const failing = blobs.put("a", new ReadableStream({ pull }), { signal });
    await expect(failing).rejects.toThrow("broken");
    const caller = new AbortController();
    let asked = 0;
    const stall = (controller: ReadableStreamDefaultController<Uint8Array>): unknown => {
      asked += 1;
      if (asked === 1) return controller.enqueue(new Uint8Array(1000));
      caller.abort(new Error("stopped"));
      return new Promise(() => {});
    };
    const stream = new ReadableStream<Uint8Array>({ pull: stall as () => void });
    await expect(blobs.put("a", stream, { signal: caller.signal })).rejects.toThrow("stopped");
    expect(await filesOf()).toEqual([]);
  });

  it("removes files that were left half-written for more than a day", async () => {
    const clock = new FakeClock();
    const temporary = join(folder, "temporary");
    await mkdir(temporary, { recursive: true });
    for (const [name, age] of [
      ["old", DAY + 1000],
      ["new", DAY - 1000],
    ] as const) {
      await writeFile(join(temporary, name), "half");
      const time = (clock.now() - age) / 1000;
      await utimes(join(temporary, name), time, time);
    }
    await open(clock).put("a", Buffer.from("1"), { signal });
    expect(await readdir(temporary)).toEqual(["new"]);
  });

  it("keeps the old blob when a process is killed in the middle of a put", async () => {
    await open().put("shared", Buffer.from("old"), { signal });
    const process = child("stall");
    await process.message();
    await process.kill();
    expect(await textOf(open(), "shared")).toBe("old");
    const left = (await filesOf()).filter((file) => file.startsWith("temporary"));
    expect(left).toHaveLength(1);
    const later = new FakeClock(Date.now() + DAY + 60_000);
    await open(later).put("shared", Buffer.from("new"), { signal });
    expect((await filesOf()).filter((file) => file.startsWith("temporary"))).toEqual([]);
  });

  it("shows whole blobs only while two processes put the same key", async () => {
    const processes = [child("whole", "a", "40"), child("whole", "b", "40")];
    const ended = Promise.all(processes.map(({ exit }) => exit));
    const blobs = open();
    const seen = new Set<string>();
    while (processes.some(({ isAlive }) => isAlive)) {
      const blob = await blobs.get("shared", { signal });
      const text = blob && (await new Response(blob.body).text());
      if (blob === undefined || text === undefined) continue;
      const letter = text[0] ?? "";
      expect(text).toBe(letter.repeat(blob.size));
      expect(blob.contentType).toBe(`x/${letter}`);
      seen.add(letter);
    }
    await ended;
    expect(seen.size).toBeGreaterThan(0);
    expect(await filesOf()).toHaveLength(1);
  });

  it("takes and gives streams as fast as they are written and read, in constant memory", async () => {
    await using blobs = open();
    const { stream } = counted(1600, 65_536);
    const before = bytesInUse();
    const held: number[] = [];
    let chunks = 0;
    const watch = (): void => {
      chunks += 1;
      if (chunks % 200 === 0) held.push(bytesInUse() - before);
    };
    const transform = (
      chunk: Uint8Array,
      controller: TransformStreamDefaultController<Uint8Array>,
    ): void => {
      watch();
      controller.enqueue(chunk);
    };
    await blobs.put("large", stream.pipeThrough(new TransformStream({ transform })), { signal });
    const blob = await blobs.get("large", { signal });
    let read = 0;
    for await (const chunk of blob?.body ?? []) {
      read += chunk.byteLength;
      watch();
    }
    expect(read).toBe(1600 * 65_536);
    expect(held.length).toBeGreaterThan(10);
    // Freed buffers are counted for a while; all that passed through is 210 MB.
    expect(Math.max(...held)).toBeLessThan(40_000_000);
  });

  it("asks for no more than it writes", async () => {
    await using blobs = open();
    const { stream, asked } = counted(1000, 10);
    const caller = new AbortController();
    const stored = blobs.put("a", stream, { signal: caller.signal });
    while (asked() < 5) await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error("enough"));
    await expect(stored).rejects.toThrow("enough");
    expect(asked()).toBeLessThan(20);
  });

  it.each([
    ["an empty file", ""],
    ["no facts", "x".repeat(20_000)],
    ["facts that are no object", "null\n"],
    ["facts of another key", '{"key":"b","contentType":"x/y","version":"1"}\n'],
  ])("is UNAVAILABLE for a file with %s", async (_, text) => {
    await using blobs = open();
    await blobs.put("a", Buffer.from("1"), { signal });
    const [file = ""] = await filesOf();
    await writeFile(join(folder, file), text);
    await expect(blobs.get("a", { signal })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await blobs.put("a", Buffer.from("2"), { signal });
    expect(await textOf(blobs, "a")).toBe("2");
  });

  it("is UNAVAILABLE when a file is cut off while it is read", async () => {
    await using blobs = open();
    await blobs.put("a", new Uint8Array(1_000_000), { signal });
    const blob = await blobs.get("a", { signal });
    const [file = ""] = await filesOf();
    await writeFile(join(folder, file), "");
    await expect(new Response(blob?.body).arrayBuffer()).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
  });

  it("works again after its folder was taken away", async () => {
    await using blobs = open();
    await blobs.put("a", Buffer.from("1"), { signal });
    await rm(folder, { recursive: true });
    await expect(blobs.put("a", Buffer.from("2"), { signal })).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    await blobs.put("a", Buffer.from("3"), { signal });
    expect(await textOf(blobs, "a")).toBe("3");
  });

  it("is UNAVAILABLE where a file stands in the place of its folder", async () => {
    const file = join(parent, "file");
    await writeFile(file, "");
    await using blobs = open(undefined, file);
    const call = blobs.put("a", Buffer.from("1"), { signal });
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect((await stat(file)).isFile()).toBe(true);
  });

  it("refuses an empty folder and a base URL that is none", () => {
    expect(() => open(undefined, "")).toThrow(/Option 'folder'/);
    for (const baseUrl of ["", "/blobs", "ftp://x/", "javascript:1"]) {
      expect(() => new FsBlobs({}, { folder, ...urls, baseUrl })).toThrow(/Option 'baseUrl'/);
    }
  });
});
