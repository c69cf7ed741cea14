import { RecordsQueue } from "dragline/queue/records";
import type { Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";

/** Works the topic `mail` and tells of the beginning and the end of each run; the test kills it. */
const [engine = "", place = "", schema = "", leaseMs = ""] = process.argv.slice(2);

async function open(): Promise<Records> {
  if (engine === "sqlite") return new SqliteRecords({}, { path: place });
  return createPostgresRecords({}, { connectionString: place, schema });
}

const queue = new RecordsQueue({ records: await open() }, { leaseMs: Number(leaseMs), pollMs: 5 });
queue.work("mail", { concurrency: 2, aside: 1 }, async ({ id }) => {
  process.send?.({ began: id });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  await new Promise<void>((resolve, reject) => {
    process.send?.({ ended: id }, (error) => (error === null ? resolve() : reject(error)));
  });
});
