import { createBullmqQueue } from "dragline/queue/bullmq";
import { RecordsQueue } from "dragline/queue/records";
import type { Queue } from "dragline/queue";
import { SqliteRecords } from "dragline/storage/sqlite";

/** Claims jobs of the topic `mail`, tells of each, and never ends: the test kills it. */
const [engine = "", place = "", prefix = "", leaseMs = ""] = process.argv.slice(2);

async function open(): Promise<Queue> {
  const options = { leaseMs: Number(leaseMs) };
  if (engine === "bullmq") return createBullmqQueue({}, { url: place, prefix, ...options });
  return new RecordsQueue({ records: new SqliteRecords({}, { path: place }) }, options);
}

const queue = await open();
queue.work("mail", { concurrency: 3 }, async ({ id }) => {
  process.send?.(id);
  await new Promise(() => {});
});
