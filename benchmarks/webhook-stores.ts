import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MissingPeerError } from "./peer.ts";

const connectionString = process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

/** Durable as SQLite is by default: every commit is on the disk. */
export async function onSqlite<Result>(
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const { SqliteRecords } = await import("dragline/storage/sqlite");
  const folder = await mkdtemp(join(tmpdir(), "dragline-benchmark-"));
  const records = new SqliteRecords({}, { path: join(folder, "webhooks.db") });
  try {
    return await work(records);
  } finally {
    await records.close();
    await rm(folder, { recursive: true });
  }
}

/** @throws MissingPeerError without a server */
export async function onPostgres<Result>(
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const { default: pg } = await import("pg");
  const { createPostgresRecords } = await import("dragline/storage/postgres");
  const schema = `benchmark_${randomUUID().replaceAll("-", "_")}`;
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    const place = "DATABASE_URL or 127.0.0.1:5432";
    throw new MissingPeerError(`No Postgres answers at ${place}`, { cause: error });
  }
  const records = await createPostgresRecords({}, { connectionString, schema });
  try {
    return await work(records);
  } finally {
    await records.close();
    await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await client.end();
  }
}
