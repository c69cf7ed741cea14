import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs } from "dragline/storage/memory";
import { blobsCases, FakeClock, type BlobsSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";

async function memorySubject(): Promise<BlobsSubject> {
  const clock = new FakeClock();
  const blobs = new MemoryBlobs({ clock });
  return {
    blobs,
    read: (url) => blobs.serve(new Request(url)),
    elapse: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

async function fsSubject(): Promise<BlobsSubject> {
  const clock = new FakeClock();
  const folder = await mkdtemp(join(tmpdir(), "dragline-blobs-"));
  const urls = { baseUrl: "https://api.example/files", secrets: ["s".repeat(32)] };
  const blobs = new FsBlobs({ clock }, { folder, ...urls });
  return {
    blobs,
    read: (url) => blobs.serve(new Request(url)),
    elapse: (ms) => clock.advance(ms),
    async [Symbol.asyncDispose]() {
      await blobs[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

const adapters = { MemoryBlobs: memorySubject, FsBlobs: fsSubject };

describe.each(Object.entries(adapters))("%s keeps the promises of Blobs", (_, make) => {
  it.each(blobsCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
