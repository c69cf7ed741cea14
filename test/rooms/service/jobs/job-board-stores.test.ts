import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collection } from "dragline/storage";
import { SqliteRecords } from "dragline/storage/sqlite";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import { postgresUrl, serverTitle } from "../../../services.ts";
import { PostgresSchema } from "../../storage/postgres-schema.ts";
import { boardOver, collections, page, ranOf, rowOf } from "./board-rig.ts";
import { call } from "./jobs-rig.ts";

/** Rows of three accounts; the first has most. */
const many = Array.from({ length: 20_000 }, (_, at) => ({
  ...ranOf(`job_${at}`, at * 60_000, 10 + (at % 5000)),
  account: at % 10 === 0 ? "b" : "a",
  type: at % 50 === 1 ? "map" : "url_scraper",
  url: `https://site${at % 100}.example/page/${at}`,
}));

describe("a list of 20,000 jobs on SQLite", () => {
  let folder = "";
  let records: SqliteRecords;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-board-"));
    records = new SqliteRecords({}, { path: join(folder, "r.db") });
    await records.ensure(collections, call);
    for (let at = 0; at < many.length; at += 2000) {
      await records.insert(jobRows, many.slice(at, at + 2000), call);
    }
  });
  afterAll(async () => {
    await records.close();
    await rm(folder, { recursive: true });
  });

  it("is read in the order of an index, from the cursor on", async () => {
    const { board } = boardOver(records);
    const first = await page(board, { limit: 200 });
    expect(first.ids[0]).toBe("job_1");
    const { ids } = await page(board, { behind: first.next });
    expect(ids[0]).toBe("job_223");
    expect((await page(board, { text: "SITE7.example", limit: 3 })).ids).toEqual([
      "job_7",
      "job_107",
      "job_207",
    ]);
    using db = new DatabaseSync(join(folder, "r.db"), { readOnly: true });
    const plan = (text: string): string =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map((row) => String(row["detail"]))
        .join("; ");
    const listed = `SELECT * FROM r_service_jobs WHERE account = 'a' AND parent IS NULL AND createdAt >= 0 AND createdAt < 9e15`;
    const order = "ORDER BY createdAt DESC, id DESC LIMIT 51";
    expect(plan(`${listed} ${order}`)).toContain(
      "USING INDEX index of service_jobs: account, createdAt (account=? AND createdAt>? AND createdAt<?)",
    );
    expect(plan(`${listed} ${order}`)).not.toMatch(/SCAN/);
    expect(plan(`${listed} AND type = 'map' ${order}`)).toContain("account, type, createdAt");
    const inState = `SELECT * FROM r_service_jobs WHERE account = 'a' AND parent IS NULL AND status = 'queued' AND createdAt`;
    expect(plan(`${inState} >= 0 ${order}`)).toContain(
      "account, status, createdAt (account=? AND status=? AND createdAt>?)",
    );
    expect(plan(`${inState} < 9e15 AND type = 'map' ${order}`)).toContain(
      "account, type, status, createdAt (account=? AND type=? AND status=? AND createdAt<?)",
    );
    const changes =
      "SELECT * FROM r_service_jobs WHERE account = 'a' AND parent IS NULL AND changedAt >= 5 ORDER BY changedAt, id LIMIT 200";
    expect(plan(changes)).toContain("account, changedAt (account=? AND changedAt>?)");
  });
});

describe("a file of jobs of an earlier version", () => {
  it("gets the indexes of states, and keeps its jobs", async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "dragline-board-"));
    stack.defer(() => rm(folder, { recursive: true }));
    const path = join(folder, "r.db");
    const indexes = jobRows.indexes.filter((group) => !String(group).includes("status"));
    const before = new SqliteRecords({}, { path });
    const earlier = collection({ ...jobRows, indexes });
    await before.ensure([earlier], call);
    const rows = Array.from({ length: 500 }, (_, at) => ranOf(`ran${at}`, at, 1));
    await before.insert(earlier, [rowOf("kept", 0), ...rows], call);
    await before.close();
    await using records = new SqliteRecords({}, { path });
    await records.ensure(collections, call);
    expect((await page(boardOver(records).board, { statuses: ["pending"] })).ids).toEqual(["kept"]);
    using db = new DatabaseSync(path, { readOnly: true });
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").all();
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "index of service_jobs: account, status, createdAt",
        "index of service_jobs: account, type, status, createdAt",
      ]),
    );
  });
});

const postgres = await postgresUrl();
describe.skipIf(postgres === undefined)(
  `${serverTitle("a list of 20,000 jobs", postgres)} on Postgres`,
  () => {
    it("is read in the order of an index, from the cursor on", async () => {
      await using schema = new PostgresSchema();
      await using records = await schema.records(...collections);
      for (let at = 0; at < many.length; at += 2000) {
        await records.insert(jobRows, many.slice(at, at + 2000), call);
      }
      await schema.run("ANALYZE {}.service_jobs");
      const { board } = boardOver(records);
      const first = await page(board, { limit: 200 });
      expect(first.ids[0]).toBe("job_1");
      expect((await page(board, { behind: first.next })).ids[0]).toBe("job_223");
      const found = await page(board, { text: "SITE7.example", limit: 2 });
      expect(found.ids).toEqual(["job_7", "job_107"]);
      const { total } = await board.counts({ account: "a", since: 0, until: Infinity }, call);
      expect(total.jobs.map(({ type, statuses }) => [type, statuses.completed])).toEqual([
        ["map", 400],
        ["url_scraper", 17_600],
      ]);
      const rows = await schema.run(
        `EXPLAIN SELECT * FROM {}.service_jobs AS t
         WHERE t.account = 'a' AND left(t.account, 128) = left('a', 128)
           AND t.parent IS NULL AND left(t.parent, 128) IS NULL
           AND t."createdAt" >= 0 AND t."createdAt" < 9e15
         ORDER BY t."createdAt" DESC NULLS LAST, t.id DESC NULLS LAST LIMIT 51`,
      );
      const plan = rows.map((row) => Object.values(row as object)[0]).join("\n");
      expect(plan).toMatch(/Index Scan Backward using "?_service_jobs_/);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
      const none = await schema.run(
        `EXPLAIN (ANALYZE) SELECT * FROM {}.service_jobs AS t
         WHERE t.account = 'a' AND left(t.account, 128) = left('a', 128)
           AND t.parent IS NULL AND left(t.parent, 128) IS NULL
           AND t.status = 'queued' AND left(t.status, 128) = left('queued', 128)
           AND t."createdAt" >= 0 AND t."createdAt" < 9e15
         ORDER BY t."createdAt" DESC NULLS LAST, t.id DESC NULLS LAST LIMIT 51`,
      );
      const read = none.map((row) => Object.values(row as object)[0]).join("\n");
      expect(read).toMatch(/Index Cond: .*status/);
      expect(read).not.toMatch(/Rows Removed/);
    }, 60_000);
  },
);
