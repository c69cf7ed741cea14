import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { collection } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { LogSync, OpenLog } from "../../../src/storage/sqlite/log-sync.ts";
import { WriteGroup } from "../../../src/storage/sqlite/write-group.ts";

const folder = mkdtempSync(join(tmpdir(), "dragline-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

const call = { signal: new AbortController().signal };
const pages = collection({ name: "pages", fields: { id: "number" }, key: ["id"] });

/** A log whose syncs end when they are told to. */
function heldLog() {
  const begun: PromiseWithResolvers<void>[] = [];
  const log = new LogSync(() => {
    const sync = Promise.withResolvers<void>();
    begun.push(sync);
    return sync.promise;
  });
  return { log, begun };
}

/** Whether a promise has settled by now. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  const settle = (): void => void (over = true);
  promise.then(settle, settle);
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

describe("LogSync", () => {
  it("is idle when nothing is brought to the disk, and when that has failed", async () => {
    const { log, begun } = heldLog();
    expect(await isOver(log.idle())).toBe(true);
    const synced = log.synced();
    expect(await isOver(synced)).toBe(false);
    const idle = log.idle();
    expect(await isOver(idle)).toBe(false);
    begun[0]?.reject(new Error("the disk"));
    await expect(synced).rejects.toThrow("the disk");
    expect(await isOver(idle)).toBe(true);
  });

  it("is waited for by all who wrote before it began", async () => {
    const { log, begun } = heldLog();
    const waits = [log.synced(), log.synced()];
    expect(await isOver(Promise.race(waits))).toBe(false);
    expect(begun).toHaveLength(1);
    begun[0]?.resolve();
    await Promise.all(waits);
  });

  it("does not count for what was written after it began: that waits for the next", async () => {
    const { log, begun } = heldLog();
    const early = log.synced();
    expect(await isOver(early)).toBe(false);
    const late = [log.synced(), log.synced()];
    expect(await isOver(Promise.race(late))).toBe(false);
    expect(begun).toHaveLength(1);
    begun[0]?.resolve();
    await early;
    expect(await isOver(Promise.race(late))).toBe(false);
    expect(begun).toHaveLength(2);
    begun[1]?.resolve();
    await Promise.all(late);
  });

  it("tells a failure to those who waited for it, and goes on with the next", async () => {
    const { log, begun } = heldLog();
    const early = log.synced();
    expect(await isOver(early)).toBe(false);
    const late = log.synced();
    begun[0]?.reject(new Error("the disk"));
    await expect(early).rejects.toThrow("the disk");
    expect(await isOver(late)).toBe(false);
    begun[1]?.resolve();
    await late;
  });

  it("is settled when nothing is under way any more", async () => {
    const { log, begun } = heldLog();
    await log.settled();
    const waiting = log.synced();
    const settled = log.settled();
    expect(await isOver(settled)).toBe(false);
    begun[0]?.resolve();
    await settled;
    await waiting;
  });
});

describe("OpenLog", () => {
  it("brings the log of an open file to the disk", async () => {
    const path = join(folder, "open");
    using database = new DatabaseSync(path);
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
    const log = new OpenLog(path);
    await log.sync.synced();
    await log.close();
    database.exec("INSERT INTO t VALUES (1)");
    expect(database.prepare("SELECT a FROM t").get()).toEqual({ a: 1 });
  });

  it("is not there where there is no log", () => {
    expect(() => new OpenLog(join(folder, "missing"))).toThrow("ENOENT");
  });
});

describe("WriteGroup", () => {
  /** A group over nothing, whose writes are as safe as is said. */
  const groupOf = (safe: () => Promise<void>, idle = async (): Promise<void> => {}) => {
    let transactions = 0;
    const group = new WriteGroup({
      transaction: (work) => {
        transactions += 1;
        return work();
      },
      nested: (work) => work(),
      alone: async (work) => work(),
      idle,
      safe,
    });
    return Object.assign(group, { transactions: () => transactions });
  };

  it.each([1, 3])("acknowledges %i writes when they are safe, and not before", async (writes) => {
    const safe = Promise.withResolvers<void>();
    const group = groupOf(() => safe.promise);
    const results = Array.from({ length: writes }, (_, id) => group.add(() => id, call)[0]);
    const first = Promise.race(results);
    for (let turns = 0; turns < 20; turns += 1) expect(await isOver(first)).toBe(false);
    safe.resolve();
    expect(await Promise.all(results)).toEqual(results.map((_, id) => id));
  });

  it("takes in what comes while the disk is waited for", async () => {
    const disk = Promise.withResolvers<void>();
    const group = groupOf(
      async () => {},
      () => disk.promise,
    );
    const results: Promise<number>[] = [];
    for (let id = 0; id < 5; id += 1) {
      results.push(group.add(() => id, call)[0]);
      expect(await isOver(Promise.race(results))).toBe(false);
    }
    expect(group.transactions()).toBe(0);
    disk.resolve();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect(group.transactions()).toBe(1);
  });

  it.each([1, 3])("fails %i writes that could not be made safe", async (writes) => {
    const group = groupOf(() => Promise.reject(new Error("the disk")));
    const results = Array.from({ length: writes }, (_, id) => group.add(() => id, call)[0]);
    for (const result of await Promise.allSettled(results)) {
      expect(result).toMatchObject({ status: "rejected", reason: { message: "the disk" } });
    }
  });
});

describe("SqliteRecordsOptions.synchronous", () => {
  /** What commits wait for after some writes: 2 for the disk, 1 for nothing. */
  async function waitsFor(path: string, synchronous: "full" | "normal", journal = "wal") {
    let opened: DatabaseSync | undefined;
    const open = (given: string): DatabaseSync => {
      opened = new DatabaseSync(given);
      const exec = opened.exec.bind(opened);
      opened.exec = (sql) => exec(sql.replace("journal_mode = WAL", `journal_mode = ${journal}`));
      return opened;
    };
    await using records = new SqliteRecords({ open }, { path, synchronous });
    await records.ensure([pages], call);
    for (let id = 0; id < 3; id += 1) await records.insert(pages, [{ id }], call);
    return opened?.prepare("PRAGMA synchronous").get()?.["synchronous"];
  }

  it("has the log brought to the disk beside commits, where there is one", async () => {
    expect(await waitsFor(join(folder, "full"), "full")).toBe(1);
  });

  it("has commits wait for the disk where there is no log", async () => {
    expect(await waitsFor(":memory:", "full")).toBe(2);
    expect(await waitsFor(join(folder, "journal"), "full", "delete")).toBe(2);
  });

  it("has nobody wait when it is normal", async () => {
    expect(await waitsFor(join(folder, "normal"), "normal")).toBe(1);
  });
});
