import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { collection, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { EnsuredRecords } from "dragline/storage";
import { ledgerRows } from "../../../../src/service/accounts/credits/collections.ts";
import { JobBoard } from "../../../../src/service/jobs/board/job-board.ts";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import { JobBells } from "../../../../src/service/jobs/job-bells.ts";
import { Kinds } from "../../../../src/service/jobs/job-parts.ts";
import type { Job } from "../../../../src/service/jobs/job.ts";
import { settledAs } from "../../../../src/service/jobs/job-states.ts";
import { waitingRow } from "../../../../src/service/jobs/new-rows.ts";
import { postgresUrl, serverTitle } from "../../../services.ts";
import { PostgresSchema } from "../../storage/postgres-schema.ts";
import { call, kindOf, newJob, passing } from "./jobs-rig.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Noon. */
const NOW = 20_000 * DAY + DAY / 2;
const collections = [jobRows, ledgerRows];

/** A board whose clock shows {@link NOW}. */
function boardOver(records: Records, clock = new FakeClock(NOW)) {
  const kinds = [kindOf(), kindOf({ type: "map" }), kindOf({ type: "batch_url_scraper" })];
  const settings = { inlineBytes: 1000, retentionMs: 30 * DAY };
  const bells = new JobBells(clock);
  const parts = { records: new EnsuredRecords(records, collections), clock, settings, bells };
  const board = new JobBoard({ ...parts, kinds: new Kinds(() => ({ kinds })) });
  return { board, bells, clock };
}

/** A row of account `a`, created so long before now. */
function rowOf(id: string, age: number, more: object = {}) {
  const row = waitingRow(newJob("a", { type: "map" }), { id, now: NOW - age });
  return { ...row, ...more };
}

/** The same of one that ran. */
function ranOf(id: string, age: number, ms: number) {
  const end = { status: "completed", error: null, credits: 1 } as const;
  return rowOf(id, age, settledAs(end, NOW - age + ms, NOW - age));
}

async function page(board: JobBoard, more: object = {}) {
  const query = { account: "a", behind: undefined, limit: 50, ...more };
  const { jobs, next } = await board.page(query, call);
  return { ids: jobs.map(({ id }) => id), next };
}

describe("JobBoard.page", () => {
  it("gives what is kept, newest first, those of one moment by id, each once", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    const rows = [
      rowOf("b", MINUTE),
      rowOf("a", MINUTE),
      rowOf("c", MINUTE),
      rowOf("new", 0),
      rowOf("old", 30 * DAY - 1),
      rowOf("gone", 30 * DAY),
      rowOf("child", 0, { parent: "new" }),
    ];
    await records.insert(jobRows, rows, call);
    const seen: string[] = [];
    for (let behind; ;) {
      const { ids, next } = await page(board, { limit: 2, behind });
      seen.push(...ids);
      if (next === undefined) break;
      behind = next;
    }
    expect(seen).toEqual(["new", "c", "b", "a", "old"]);
  });

  it("gives those of several states in one order, each once, from the cursor on", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    const states = ["pending", "queued", "processing", "completed"];
    const rows = Array.from({ length: 20 }, (_, at) =>
      rowOf(`j${String(at).padStart(2, "0")}`, at - (at % 3), { status: states[at % 4] }),
    );
    await records.insert(jobRows, rows, call);
    const statuses = ["queued", "pending", "queued"];
    const seen: string[] = [];
    for (let behind; ;) {
      const { ids, next } = await page(board, { limit: 3, behind, statuses });
      seen.push(...ids);
      if (next === undefined) break;
      behind = next;
    }
    const wanted = rows.filter(({ status }) => statuses.includes(status));
    wanted.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
    expect(seen).toEqual(wanted.map(({ id }) => id));
  });

  it("keeps to its times, wherever the cursor is", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    await records.insert(jobRows, [rowOf("x", 10), rowOf("y", 20), rowOf("z", 30)], call);
    const times = { since: NOW - 20, until: NOW - 10 };
    expect((await page(board, times)).ids).toEqual(["y"]);
    expect((await page(board, { ...times, behind: { at: NOW, id: "0" } })).ids).toEqual(["y"]);
    expect((await page(board, { ...times, behind: { at: NOW - 10, id: "z" } })).ids).toEqual(["y"]);
    expect((await page(board, { ...times, behind: { at: 0, id: "z" } })).ids).toEqual([]);
  });
});

describe("JobBoard.counts", () => {
  it("has percentiles of what ran, by type and day, and does not read a settled day again", async () => {
    const records = new MemoryRecords();
    const { board, clock } = boardOver(records);
    await records.ensure(collections, call);
    const before = Array.from({ length: 100 }, (_, at) => ranOf(`y${at}`, DAY, (at + 1) * 10));
    await records.insert(jobRows, [...before, rowOf("t", 5), ranOf("u", 4, 12_345)], call);
    const since = NOW - 3 * DAY;
    const count = () => board.counts({ account: "a", since, until: Infinity }, call);
    const { days, total } = await count();
    expect(days.map(({ day }) => (NOW - day) / DAY)).toEqual([0.5, 1.5]);
    expect(days[1]?.jobs).toMatchObject([
      { type: "map", statuses: { completed: 100 }, durations: { p50: 500, p95: 950, p99: 990 } },
    ]);
    expect(days[0]?.jobs).toMatchObject([
      { statuses: { pending: 1, completed: 1 }, durations: { p50: 12_000, p99: 12_000 } },
    ]);
    expect(total.jobs[0]?.statuses.completed).toBe(101);
    await records.remove(jobRows, { where: { account: "a" } }, call);
    await clock.advance(1000);
    const again = await count();
    expect(again.days.map(({ day }) => (NOW - day) / DAY)).toEqual([1.5]);
    expect((await board.counts({ account: "b", since, until: Infinity }, call)).days).toEqual([]);
  });

  it("has how the jobs of a type stand, without reading settled days again", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    const ran = Array.from({ length: 10 }, (_, at) => ranOf(`r${at}`, 2 * DAY, 50));
    const other = { ...ranOf("other", 2 * DAY, 50), type: "url_scraper" };
    const rows = [...ran, other, rowOf("q", 5, { status: "queued" }), rowOf("p", 5)];
    await records.insert(jobRows, rows, call);
    const totals = { processing: 2, completed: 10, failed: 0, creditsUsed: 10 };
    expect(await board.totals("a", "map", call)).toEqual(totals);
    await records.remove(jobRows, { where: { status: "completed" } }, call);
    expect(await board.totals("a", "map", call)).toEqual(totals);
  });

  it("reads a day again in which a job is not settled", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    await records.insert(jobRows, [rowOf("late", DAY)], call);
    const count = () => board.counts({ account: "a", since: 0, until: Infinity }, call);
    expect((await count()).total.jobs[0]?.statuses.pending).toBe(1);
    await records.update(jobRows, { where: { id: "late" }, set: { status: "failed" } }, call);
    expect((await count()).total.jobs[0]?.statuses).toMatchObject({ pending: 0, failed: 1 });
  });
});

describe("JobBoard.follow", () => {
  it("tells a change once, one that comes late too, and wakes with the bell", async () => {
    const records = new MemoryRecords();
    const { board, bells, clock } = boardOver(records);
    await records.ensure(collections, call);
    const stop = new AbortController();
    const changes = board.follow("a", NOW, { signal: stop.signal });
    const next = async (): Promise<string[]> =>
      ((await changes.next()).value as readonly Job[]).map(({ id, status }) => `${id} ${status}`);
    await records.insert(jobRows, [rowOf("one", 0)], call);
    expect(await next()).toEqual(["one pending"]);
    // Stored later by a process whose clock is behind.
    await records.insert(jobRows, [rowOf("late", 3000)], call);
    const woken = next();
    const [one] = await records.update(
      jobRows,
      { where: { id: "one" }, set: { status: "completed", changedAt: NOW + 5 } },
      call,
    );
    bells.ring({ job: one as unknown as Job, kept: undefined });
    expect(await woken).toEqual(["late pending", "one completed"]);
    expect(await passing(clock, next())).toEqual([]);
    stop.abort(new Error("gone"));
    await expect(changes.next()).rejects.toThrow("gone");
  });

  it("gives thousands of changes piece by piece, and none of another account", async () => {
    const records = new MemoryRecords();
    const { board } = boardOver(records);
    await records.ensure(collections, call);
    const rows = Array.from({ length: 1000 }, (_, at) => rowOf(`j${at}`, at % 7));
    const others = [{ ...rowOf("theirs", 0), account: "b" }];
    await records.insert(jobRows, [...rows, ...others], call);
    const told: string[] = [];
    for await (const jobs of board.follow("a", NOW, call)) {
      if (jobs.length === 0) break;
      expect(jobs.length).toBeLessThanOrEqual(200);
      told.push(...jobs.map(({ id }) => id));
    }
    expect(new Set(told).size).toBe(1000);
    expect(told).toHaveLength(1000);
  });
});

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
