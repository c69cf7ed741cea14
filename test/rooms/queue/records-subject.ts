import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteRecords } from "dragline/storage/sqlite";
import type { Records } from "dragline/storage";
import { RecordsQueue } from "dragline/queue/records";
import { FakeClock, FakeIds, type QueueSubject } from "dragline/testing";

/** Records to put a queue on, and what ends them. */
export interface OpenedRecords {
  readonly records: Records;
  end(): Promise<void>;
}

/** A queue over records, on a fake clock. */
export function recordsSubject(open: () => Promise<OpenedRecords>): () => Promise<QueueSubject> {
  return async () => {
    const opened = await open();
    const clock = new FakeClock();
    const ids = new FakeIds();
    const queues = new Set<RecordsQueue>();
    const another = (): RecordsQueue => {
      const queue = new RecordsQueue({ records: opened.records, clock, ids });
      queues.add(queue);
      return queue;
    };
    return {
      queue: another(),
      another,
      now: () => clock.now(),
      advance: (ms) => clock.advance(ms),
      retryMs: 1000,
      async [Symbol.asyncDispose]() {
        await Promise.all([...queues].map((queue) => queue.close(0)));
        await opened.end();
      },
    };
  };
}

/** A queue over a SQLite file of its own. */
export const sqliteSubject = recordsSubject(async () => {
  const folder = await mkdtemp(join(tmpdir(), "dragline-queue-"));
  const records = new SqliteRecords({}, { path: join(folder, "queue.db") });
  return {
    records,
    async end() {
      await records.close();
      await rm(folder, { recursive: true });
    },
  };
});
