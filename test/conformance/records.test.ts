import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { recordsCases, type RecordsSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";

async function memorySubject(): Promise<RecordsSubject> {
  const records = new MemoryRecords();
  return {
    records,
    another: async () => records,
    [Symbol.asyncDispose]: () => records.close(),
  };
}

/** A file of its own for each case, opened twice where two callers are asked for. */
async function sqliteSubject(): Promise<RecordsSubject> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-records-"));
  const opened: Records[] = [];
  const open = (): Records => {
    const records = new SqliteRecords({}, { path: join(folder, "records.sqlite") });
    opened.push(records);
    return records;
  };
  return {
    records: open(),
    another: async () => open(),
    async [Symbol.asyncDispose]() {
      for (const records of opened) await records.close();
      await rm(folder, { recursive: true });
    },
  };
}

const adapters = { MemoryRecords: memorySubject, SqliteRecords: sqliteSubject };

describe.each(Object.entries(adapters))("%s keeps the promises of Records", (_, make) => {
  it.each(recordsCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
