import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";

/** Opens one store again and again, as several processes do; all is closed with the test. */
export type OpenRecords = () => Promise<Records>;

/** The adapters that webhooks are kept in: name, whether it is there, and a fresh store. */
export type RecordStore = readonly [title: string, isThere: boolean, make: () => OpenRecords];

function memory(): OpenRecords {
  const records = new MemoryRecords();
  return async () => records;
}

function sqlite(): OpenRecords {
  const folder = mkdtemp(join(tmpdir(), "dragline-webhooks-"));
  onTestFinished(async () => rm(await folder, { recursive: true }));
  return async () => {
    const records = new SqliteRecords({}, { path: join(await folder, "webhooks.sqlite") });
    onTestFinished(() => records.close());
    return records;
  };
}

function postgres(): OpenRecords {
  const schema = new PostgresSchema();
  onTestFinished(() => schema[Symbol.asyncDispose]());
  return async () => {
    const records = await createPostgresRecords({ pool: schema.pool }, { schema: schema.name });
    onTestFinished(() => records.close());
    return records;
  };
}

const url = await postgresUrl();

export const recordStores: readonly RecordStore[] = [
  ["MemoryRecords", true, memory],
  ["SqliteRecords", true, sqlite],
  [serverTitle("PostgresRecords", url), url !== undefined, postgres],
];
