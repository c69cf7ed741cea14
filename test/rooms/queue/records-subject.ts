import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Records } from "dragline/storage";
import { RecordsQueue } from "dragline/queue/records";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeClock, FakeIds, type MakeQueue, type QueueSubject } from "dragline/testing";
import { watchedRecords } from "./watched-records.ts";

/** Records to put a queue on, and what ends them. */
export interface OpenedRecords {
  readonly records: Records;
  readonly end: () => Promise<void>;
}

/** A queue over records, on a fake clock that waits for the records. */
export async function recordsSubject(opened: OpenedRecords): Promise<QueueSubject> {
  const { records, quiet } = watchedRecords(opened.records);
  const clock = new FakeClock();
  const ids = new FakeIds();
  const queues = new Set<RecordsQueue>();
  const another = (): RecordsQueue => {
    const queue = new RecordsQueue({ records, clock, ids });
    queues.add(queue);
    return queue;
  };
  return {
    queue: another(),
    another,
    now: () => clock.now(),
    async advance(ms) {
      await clock.advance(ms);
      await quiet();
    },
    retryMs: 1000,
    async [Symbol.asyncDispose]() {
      await Promise.all([...queues].map((queue) => queue.close(0)));
      await opened.end();
    },
  };
}

/** Over records in memory. */
export const memoryRecordsSubject: MakeQueue = () => {
  const records = new MemoryRecords();
  return recordsSubject({ records, end: () => records.close() });
};

/** Over a SQLite file of its own. */
export const sqliteSubject: MakeQueue = async () => {
  const folder = await mkdtemp(join(tmpdir(), "dragline-queue-"));
  const records = new SqliteRecords({}, { path: join(folder, "queue.db") });
  return recordsSubject({
    records,
    async end() {
      await records.close();
      await rm(folder, { recursive: true });
    },
  });
};

/** Over Postgres, in a schema of its own. */
export async function postgresSubject(connectionString: string): Promise<QueueSubject> {
  const schema = `test_queue_${randomUUID().slice(0, 8)}`;
  const records = await createPostgresRecords({}, { connectionString, schema });
  return recordsSubject({
    records,
    async end() {
      await records.close();
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await client.end();
    },
  });
}
