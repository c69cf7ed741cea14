import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeClock, FakeIds, type FrontierSubject } from "dragline/testing";
import { RecordsFrontier } from "../../../../src/crawler/frontier/records-frontier.ts";
import { PostgresSchema } from "../../storage/postgres-schema.ts";

/** Records for one worker after another, and what ends them. */
interface OpenedRecords {
  readonly open: () => Records | Promise<Records>;
  readonly end: () => Promise<void>;
}

/** A frontier over records on a fake clock; each worker has records of its own. */
async function recordsSubject({ open, end }: OpenedRecords): Promise<FrontierSubject> {
  const clock = new FakeClock();
  const leaseMs = 30_000;
  const opened = new Set<Records>();
  let seed = 0;
  const another = async (): Promise<RecordsFrontier> => {
    const records = await open();
    opened.add(records);
    const options = { crawl: "the crawl", seed: "http://a.example/", leaseMs };
    return new RecordsFrontier({ records, clock, ids: new FakeIds((seed += 1)) }, options);
  };
  return {
    frontier: await another(),
    another,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    leaseMs,
    async [Symbol.asyncDispose]() {
      for (const records of opened) await records.close();
      await end();
    },
  };
}

/** Over records in memory, which the workers share. */
export function memoryRecordsSubject(): Promise<FrontierSubject> {
  const records = new MemoryRecords();
  return recordsSubject({ open: () => records, end: async () => {} });
}

/** Over a SQLite file, which each worker opens. */
export async function sqliteSubject(): Promise<FrontierSubject> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-frontier-"));
  return recordsSubject({
    open: () => new SqliteRecords({}, { path: join(folder, "crawls.sqlite") }),
    end: () => rm(folder, { recursive: true }),
  });
}

/** Over Postgres, in a schema of its own. */
export function postgresSubject(): Promise<FrontierSubject> {
  const schema = new PostgresSchema();
  return recordsSubject({
    open: () => createPostgresRecords({ pool: schema.pool }, { schema: schema.name }),
    end: () => schema[Symbol.asyncDispose](),
  });
}
