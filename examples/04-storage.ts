// A small app that remembers: accounts with credits, and jobs that are paid with them. It runs on
// memory, on a SQLite file and on Postgres; which one is a single line.
// With Postgres: DATABASE_URL=postgres://… node --conditions=dragline-source examples/04-storage.ts postgres
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collection, inserting, updating, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";

// #region collection
const accounts = collection({
  name: "accounts",
  fields: { id: "string", credits: "number" },
  key: ["id"],
});
// #endregion
const jobs = collection({
  name: "jobs",
  fields: {
    id: "string",
    account: "string",
    url: "string",
    status: "string",
    leaseUntil: "number?",
  },
  key: ["id"],
  unique: [["account", "url"]],
  indexes: [["status", "leaseUntil"]],
});

const folder = await mkdtemp(join(tmpdir(), "dragline-example-"));
// #region stores
const stores: Record<string, () => Records | Promise<Records>> = {
  memory: () => new MemoryRecords(),
  sqlite: () => new SqliteRecords({}, { path: join(folder, "app.sqlite") }),
  postgres: () =>
    createPostgresRecords(
      {},
      { connectionString: process.env["DATABASE_URL"], schema: "dragline_example" },
    ),
};
// #endregion

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ["memory", "sqlite"]) {
  const records = await stores[name]?.();
  if (records === undefined) throw new Error(`No store ${name}; there are ${Object.keys(stores)}`);
  console.log(`On ${name}:`);
  await app(records);
  await records.close();
}
await rm(folder, { recursive: true });

async function app(records: Records) {
  const call = { signal: AbortSignal.timeout(10_000) };
  await records.ensure([accounts, jobs], call);
  await records.insert(accounts, [{ id: "ada", credits: 7 }], call);

  // #region atomic
  // Charge and insert in one step, or neither: ten at once from 7 credits, 3 each.
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      records.atomic(
        [
          updating(
            accounts,
            { where: { id: "ada", credits: { gte: 3 } }, add: { credits: -3 } },
            1,
          ),
          inserting(jobs, [
            { id: `job${index}`, account: "ada", url: `https://a.example/${index}`, status: "new" },
          ]),
        ],
        call,
      ),
    ),
  );
  // #endregion
  const [ada] = await records.find(accounts, { where: { id: "ada" } }, call);
  console.log(
    `  ${outcomes.filter(({ applied }) => applied).length} jobs, ${ada?.credits} credit left`,
  );

  // #region claim
  // Two workers claim what is due; no job goes to both.
  const claim = () =>
    records.update(
      jobs,
      {
        where: { status: "new", leaseUntil: null },
        set: { status: "running", leaseUntil: 30_000 },
        order: [["id", "asc"]],
        limit: 1,
      },
      call,
    );
  // #endregion
  const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
  console.log(`  ${new Set(claimed.map(({ id }) => id)).size} of them are running`);

  await records.remove(jobs, {}, call);
  await records.remove(accounts, {}, call);
}
