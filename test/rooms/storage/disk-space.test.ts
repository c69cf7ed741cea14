import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskSpace, type FreeBlocks } from "dragline/storage/fs";
import { FakeClock } from "dragline/testing";
import { afterAll, describe, expect, it } from "vitest";
import { canMount, SmallDisk, unlessMounted } from "./small-disk.ts";

const call = { signal: new AbortController().signal };
const folder = mkdtempSync(join(tmpdir(), "dragline-space-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MB = 1_000_000;
const full = { code: "STORE_FULL" };

/** A disk of so many MB, of which so many are free. */
function disk(free: number, size = 100_000): FreeBlocks {
  return { blocks: size, bavail: free, bsize: MB };
}

describe("DiskSpace", () => {
  it("has room down to the floor, and none below", async () => {
    const clock = new FakeClock();
    let free = 600;
    const statfs = async (): Promise<FreeBlocks> => disk(free);
    const space = new DiskSpace({ clock, statfs }, { folder, minFreeBytes: 500 * MB });
    await space.check(call);
    free = 499;
    // The look of a second ago is good.
    await space.check(call);
    await clock.advance(1000);
    await expect(space.check(call)).rejects.toMatchObject(full);
    free = 500;
    await clock.advance(1000);
    await space.check(call);
  });

  it("wants no more than a quarter of a small disk", async () => {
    const statfs = async (): Promise<FreeBlocks> => disk(26, 100);
    await new DiskSpace({ statfs }, { folder }).check(call);
    const less = async (): Promise<FreeBlocks> => disk(24, 100);
    await expect(new DiskSpace({ statfs: less }, { folder }).check(call)).rejects.toMatchObject(
      full,
    );
  });

  it("looks at the disk of temporary files, too", async () => {
    const statfs = async (path: string): Promise<FreeBlocks> => disk(path === "/t" ? 1 : 90_000);
    const space = new DiskSpace({ statfs }, { folder, others: ["/t"] });
    await expect(space.check(call)).rejects.toMatchObject(full);
  });

  it("counts what is kept in the folder and below, and lets in again when it is less", async () => {
    const clock = new FakeClock();
    const own = join(folder, "kept");
    await mkdir(join(own, "blobs", "ab"), { recursive: true });
    const statfs = async (): Promise<FreeBlocks> => disk(90_000);
    const space = new DiskSpace({ clock, statfs }, { folder: own, maxBytes: MB });
    await space.check(call);
    writeFileSync(join(own, "blobs", "ab", "1"), Buffer.alloc(700_000, 1));
    writeFileSync(join(own, "records"), Buffer.alloc(400_000, 1));
    await clock.advance(30_000);
    await space.check(call).catch(() => {});
    await expect
      .poll(async () => {
        await clock.advance(1000);
        return await space.check(call).then(
          () => "room",
          (error: { readonly code: string }) => error.code,
        );
      })
      .toBe("STORE_FULL");
    rmSync(join(own, "records"));
    await clock.advance(30_000);
    await space.check(call);
  });

  it("says that a folder cannot be looked at, and hears of callers who left", async () => {
    const missing = new DiskSpace({}, { folder: join(folder, "missing") });
    await expect(missing.check(call)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const gone = { signal: AbortSignal.abort("gone") };
    await expect(new DiskSpace({}, { folder }).check(gone)).rejects.toBe("gone");
  });

  it("refuses options that mean nothing", () => {
    for (const options of [{ minFreeBytes: -1 }, { maxBytes: 0 }, { maxBytes: Number.NaN }]) {
      expect(() => new DiskSpace({}, { folder, ...options })).toThrow(/must be/);
    }
  });

  it.skipIf(!canMount)(`tells a real disk that fills up, and empties${unlessMounted}`, async () => {
    using small = new SmallDisk("4m");
    const clock = new FakeClock();
    const space = new DiskSpace({ clock }, { folder: small.folder, minFreeBytes: MB });
    await space.check(call);
    await small.fill();
    await clock.advance(1000);
    await expect(space.check(call)).rejects.toMatchObject(full);
    small.free();
    await clock.advance(1000);
    await space.check(call);
  });
});
