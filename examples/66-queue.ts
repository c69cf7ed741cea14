// Jobs that run at least once: a job that throws comes back, one that waits already is not added twice.
import { RecordsQueue } from "dragline/queue/records";
import { SqliteRecords } from "dragline/storage/sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "dragline-example-"));
const { signal } = new AbortController();
const done = Promise.withResolvers<void>();

// #region queue
const records = new SqliteRecords({}, { path: join(folder, "jobs.sqlite") });
const queue = new RecordsQueue({ records });

console.log(await queue.push("scrape", "row_1", { id: "job_1", owner: "ada", signal }));
console.log(await queue.push("scrape", "row_1", { id: "job_1", owner: "ada", signal }));

queue.work("scrape", { concurrency: 10 }, async ({ body, attempt }) => {
  console.log(body, "attempt", attempt);
  if (attempt === 1) throw new Error("not today"); // comes back after 1 s
  done.resolve();
});
// #endregion
await done.promise;
// #region close
await queue.close(10_000); // jobs that run have 10 s; what is not done comes back
await records.close();
// #endregion
await rm(folder, { recursive: true });
