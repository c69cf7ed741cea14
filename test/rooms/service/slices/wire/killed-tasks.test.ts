import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemIds } from "dragline";
import { SqliteRecords } from "dragline/storage/sqlite";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { jobRows, resultRows, type JobRow } from "../../../../../src/service/jobs/collections.ts";
import { openRows } from "../../../../../src/service/slices/wire/run/open-runs.ts";
import { taskError } from "../../../../../src/service/slices/wire/tasks/codec.ts";
import { eventRows, webhookCollections } from "../../../../../src/webhooks/collections.ts";
import { wireKillPoints, type WireLife } from "../../../../wire-kill-plan.ts";
import { Children, KILLED, Program } from "../../../../rigs/child.ts";

/** Processes that are killed. */
const KILLS = 52;
/** How far time moves on between lives: over the lease of a job. */
const STEP = 40_000;
/** Milliseconds after which a life that did not come to its point is killed all the same. */
const LONGEST_LIFE = 600;
const call = { signal: new AbortController().signal };

describe("processes that run actions and are killed", () => {
  let root = "";
  let account = "";
  let offset = 0;
  let program: Program;
  let children: Children;

  beforeAll(async () => {
    program = await Program.bundle("wire-kill-child.ts");
    root = program.folder;
    children = new Children(() => program.start([root]));
    await mkdir(join(root, "blobs"));
    await using records = new SqliteRecords({}, { path: join(root, "store") });
    await records.ensure([jobRows, resultRows, ...webhookCollections], call);
    const settings = { newAccountCredits: 100_000 };
    const accounts = new AccountStore({ records, clock: systemClock, ids: systemIds, settings });
    account = (await accounts.create()).id;
  });

  afterAll(async () => {
    await children[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
  });

  /** Lives to its point, or so long, and is killed. */
  async function kill(life: WireLife): Promise<void> {
    const child = children.next();
    const end = child.life(LONGEST_LIFE);
    child.send(life);
    expect(await end).toEqual(KILLED);
  }

  /** Lets a process live until nothing is open. */
  async function settle(isOpen: () => Promise<boolean>): Promise<void> {
    for (let round = 0; await isOpen(); round += 1) {
      expect(round).toBeLessThan(10);
      offset += 10 * STEP;
      const child = children.next();
      child.send({ offset, account, point: null, after: 0, isAsking: false } satisfies WireLife);
      const end = performance.now() + 5000;
      while (performance.now() < end && (await isOpen())) await new Promise(setImmediate);
      child.send("stop");
      expect(await child.exit).toEqual([0, null]);
    }
  }

  it(
    `${KILLS} times at every step charge each once or not at all, tell each once, and write nothing twice`,
    { timeout: 240_000 },
    async () => {
      for (let lived = 0; lived < KILLS; lived += 1) {
        offset += STEP;
        const point = wireKillPoints[lived % wireKillPoints.length] ?? null;
        const after = 1 + (Math.floor(lived / wireKillPoints.length) % 3);
        await kill({ offset, account, point, after, isAsking: true });
      }
      await using records = new SqliteRecords({}, { path: join(root, "store") });
      const status = { in: ["pending", "queued", "processing"] };
      await records.ensure([jobRows, resultRows, openRows, ...webhookCollections], call);
      const isOpen = async () =>
        (await records.count(jobRows, { where: { status } }, call)) > 0 ||
        (await records.count(openRows, {}, call)) > 0;
      await settle(isOpen);
      expect(await isOpen()).toBe(false);
      await checkMoney(records);
      await checkEvents(records);
      await checkWrites(await records.find(jobRows, {}, call));
    },
  );

  async function checkMoney(records: SqliteRecords): Promise<void> {
    const settings = { newAccountCredits: 0 };
    const accounts = new AccountStore({ records, clock: systemClock, ids: systemIds, settings });
    const entries = await accounts.entries(account);
    const { balance, used } = await accounts.get(account);
    expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(balance);
    expect(balance + used).toBe(100_000);
    const rows = await records.find(jobRows, {}, call);
    const spent = (id: string) =>
      entries.filter(({ job }) => job === id).reduce((sum, { credits }) => sum - credits, 0);
    for (const { id, creditsUsed, status, price } of rows) {
      expect([status, creditsUsed]).toEqual([status, status === "completed" ? price : 0]);
      expect(spent(id)).toBe(creditsUsed);
    }
    const runs = new Set(entries.flatMap(({ job }) => (job?.startsWith("wire-run:") ? [job] : [])));
    expect(runs.size).toBeGreaterThan(20);
    for (const run of runs) expect([0, 2, 3]).toContain(spent(run));
  }

  async function checkEvents(records: SqliteRecords): Promise<void> {
    const rows = await records.find(jobRows, {}, call);
    const told = (await records.find(eventRows, {}, call)).map(({ body }) => {
      const event = JSON.parse(new TextDecoder().decode(body)) as {
        readonly type: string;
        readonly data: { readonly jobId: string };
      };
      return `${event.data.jobId} ${event.type}`;
    });
    const expected = rows.map(({ id, status }) => `${id} wire.job.${status}`);
    expect(told.toSorted()).toEqual(expected.toSorted());
  }

  /** Each write was done at most once; a completed one exactly once. */
  async function checkWrites(rows: readonly JobRow[]): Promise<void> {
    const text = await readFile(join(root, "written"), "utf8");
    const written = text.trim().split("\n");
    expect(new Set(written).size).toBe(written.length);
    const writes = rows.filter(({ action }) => action === "shop.write");
    const numberOf = ({ request }: JobRow) =>
      (request as unknown as { readonly params: { readonly number: string } }).params.number;
    const lost = writes.filter((row) => row.status === "failed");
    for (const row of writes) {
      if (row.status === "completed") expect(written).toContain(numberOf(row));
    }
    expect(lost.length).toBeGreaterThan(0);
    for (const row of lost) {
      const job = { ...row, type: "wire", status: "failed" } as const;
      expect(taskError(job)?.message).toContain("may have taken effect");
    }
    // Or they were not killed where it hurts.
    expect(rows.filter(({ runs }) => runs > 1).length).toBeGreaterThan(5);
    expect(lost.some((row) => written.includes(numberOf(row)))).toBe(true);
  }
});
