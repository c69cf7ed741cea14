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

/** A store for a test, closed with it: its name, whether it is there, and how it is opened. */
export type RecordStore = readonly [title: string, isThere: boolean, open: () => Promise<Records>];

async function sqlite(): Promise<Records> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-monitors-"));
  const records = new SqliteRecords({}, { path: join(folder, "monitors.sqlite") });
  onTestFinished(async () => {
    await records.close();
    await rm(folder, { recursive: true });
  });
  return records;
}

async function postgres(): Promise<Records> {
  const schema = new PostgresSchema();
  const records = await createPostgresRecords({ pool: schema.pool }, { schema: schema.name });
  onTestFinished(async () => {
    await records.close();
    await schema[Symbol.asyncDispose]();
  });
  return records;
}

const url = await postgresUrl();

export const recordStores: readonly RecordStore[] = [
  ["MemoryRecords", true, async () => new MemoryRecords()],
  ["SqliteRecords", true, sqlite],
  [serverTitle("PostgresRecords", url), url !== undefined, postgres],
];
