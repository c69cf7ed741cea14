import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { FsBlobs } from "dragline/storage/fs";
import { describe, expect, it } from "vitest";
import { canMount, SmallDisk, unlessMounted } from "./small-disk.ts";

const signal = new AbortController().signal;

function open({ folder }: SmallDisk): FsBlobs {
  return new FsBlobs({}, { folder, baseUrl: "http://localhost/", secrets: ["s".repeat(32)] });
}

async function textOf(blobs: FsBlobs, key: string): Promise<string | undefined> {
  const blob = await blobs.get(key, { signal });
  return blob && new Response(blob.body).text();
}

describe("FsBlobs on a disk of its own", () => {
  it.skipIf(!canMount)(
    `is STORE_FULL on a full disk, keeps the old blob and works after there is space${unlessMounted}`,
    async () => {
      using disk = new SmallDisk("2m");
      await using blobs = open(disk);
      await blobs.put("a", Buffer.from("old"), { signal });
      await disk.fill();
      for (const body of [new Uint8Array(500_000), new Blob([new Uint8Array(500_000)]).stream()]) {
        const call = blobs.put("a", body, { signal });
        await expect(call).rejects.toMatchObject({
          code: "STORE_FULL",
          details: { errno: "ENOSPC" },
        });
      }
      expect(await textOf(blobs, "a")).toBe("old");
      disk.free();
      await blobs.put("a", new Uint8Array(500_000).fill(65), { signal });
      expect((await textOf(blobs, "a"))?.length).toBe(500_000);
      expect(await readdir(join(disk.folder, "temporary"))).toEqual([]);
    },
  );

  it.skipIf(!canMount)(
    `is READ_ONLY on a disk that cannot be written, and still reads${unlessMounted}`,
    async () => {
      using disk = new SmallDisk("2m");
      await using blobs = open(disk);
      await blobs.put("a", Buffer.from("old"), { signal });
      disk.remount("ro");
      const calls = [
        blobs.put("a", Buffer.from("new"), { signal }),
        blobs.remove("a", { signal }),
        open(disk).put("b", Buffer.from("new"), { signal }),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ reason: { code: "READ_ONLY", details: { errno: "EROFS" } } });
      }
      expect(await textOf(blobs, "a")).toBe("old");
      disk.remount("rw");
      await blobs.put("a", Buffer.from("new"), { signal });
      expect(await textOf(blobs, "a")).toBe("new");
    },
  );
});
