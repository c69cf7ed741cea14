import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { recordsCases, type RecordsSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { postgresUrl, serverTitle } from "../services.ts";
import { PostgresSchema } from "../rooms/storage/postgres-schema.ts";

const url = await postgresUrl();

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

/** A schema of its own for each case. */
async function postgresSubject(): Promise<RecordsSubject> {
  const schema = new PostgresSchema();
  const opened: Records[] = [];
  const open = async (): Promise<Records> => {
    const records = await createPostgresRecords({ pool: schema.pool }, { schema: schema.name });
    opened.push(records);
    return records;
  };
  return {
    records: await open(),
    another: open,
    async [Symbol.asyncDispose]() {
      for (const records of opened) await records.close();
      await schema[Symbol.asyncDispose]();
    },
  };
}

const adapters = { MemoryRecords: memorySubject, SqliteRecords: sqliteSubject };

describe.each(Object.entries(adapters))("%s keeps the promises of Records", (_, make) => {
  it.each(recordsCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});

describe.skipIf(url === undefined)(
  `${serverTitle("PostgresRecords", url)} keeps the promises of Records`,
  () => {
    it.each(recordsCases(postgresSubject))("$title", async (promise) => {
      await expect(promise.run()).resolves.toBeUndefined();
    });
  },
);
