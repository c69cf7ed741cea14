import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import type { Job } from "../../../../src/service/jobs/job.ts";
import { boardOver, collections, DAY, MINUTE, NOW, page, ranOf, rowOf } from "./board-rig.ts";
import { call, passing } from "./jobs-rig.ts";

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
