import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs } from "dragline/storage/memory";
import { S3Blobs } from "dragline/storage/s3";
import { blobsCases, FakeClock, type BlobsSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { S3Server } from "../rooms/storage/s3-server.ts";

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

async function s3Subject(): Promise<BlobsSubject> {
  const clock = new FakeClock();
  const server = await new S3Server(() => clock.now()).listen();
  const blobs = new S3Blobs({ clock }, { ...server.options, prefix: "app/" });
  return {
    blobs,
    read: (url) => fetch(url),
    elapse: (ms) => clock.advance(ms),
    async [Symbol.asyncDispose]() {
      await blobs[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const adapters = { MemoryBlobs: memorySubject, FsBlobs: fsSubject, S3Blobs: s3Subject };

describe.each(Object.entries(adapters))("%s keeps the promises of Blobs", (_, make) => {
  it.each(blobsCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
