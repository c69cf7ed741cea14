import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemIds } from "dragline";
import type { Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeIds } from "dragline/testing";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { jobRows, resultRows } from "../../../../src/service/jobs/collections.ts";
import { eventRows, webhookCollections } from "../../../../src/webhooks/collections.ts";
import { blobUrls, serviceKillPoint, type ServiceLife } from "../../../service-kill-plan.ts";
import { postgresUrl, serverTitle } from "../../../services.ts";
import { PostgresSchema } from "../../storage/postgres-schema.ts";
import { type Child, Children, KILLED, Program } from "../../../rigs/child.ts";

/** How far time moves on between lives: over the lease of a job. */
const STEP = 40_000;
/** Jobs that a life submits. */
const JOBS = 4;
/** Milliseconds after which a life that did not come to its point is killed all the same. */
const LONGEST_LIFE = 700;
const call = { signal: new AbortController().signal };

/** Lives of processes on one store. */
class Harness {
  readonly #children: Children;
  readonly #folder: string;
  readonly #account: string;
  readonly #ids = new FakeIds(5);
  #lives = 0;
  #offset = 0;

  constructor(start: () => Child, folder: string, account: string) {
    this.#children = new Children(start);
    this.#folder = folder;
    this.#account = account;
  }

  /** Kills so many processes, `together` at a time; each dies at another point. */
  async kill(kills: number, together: number): Promise<void> {
    for (let killed = 0; killed < kills; killed += together) {
      this.#offset += STEP;
      await Promise.all(Array.from({ length: together }, () => this.#live()));
    }
  }

  /** Lets processes live until every job is settled. */
  async settle(records: Records): Promise<void> {
    const where = { status: { in: ["pending", "queued", "processing"] } };
    const isOpen = async () => (await records.count(jobRows, { where }, call)) > 0;
    for (let round = 0; await isOpen(); round += 1) {
      expect(round).toBeLessThan(10);
      this.#offset += STEP;
      const child = this.#children.next();
      child.send(this.#life(undefined, 0, 0));
      const end = performance.now() + 5000;
      while (performance.now() < end && (await isOpen())) await new Promise(setImmediate);
      child.send("stop");
      expect(await child.exit).toEqual([0, null]);
    }
  }

  async close(): Promise<void> {
    await this.#children[Symbol.asyncDispose]();
  }

  async #live(): Promise<void> {
    const child = this.#children.next();
    const { point, after } = serviceKillPoint(this.#lives, this.#ids.random());
    const longest = point === "any-time" ? 300 * this.#ids.random() : LONGEST_LIFE;
    const end = child.life(longest);
    child.send(this.#life(point, after, JOBS));
    expect(await end).toEqual(KILLED);
  }

  #life(point: ServiceLife["point"], after: number, jobs: number): ServiceLife {
    this.#lives += 1;
    const [number, offset, account] = [this.#lives, this.#offset, this.#account];
    return { number, offset, jobs, account, folder: join(this.#folder, "blobs"), point, after };
  }
}

/**
 * What must hold of jobs and money, whatever happened to the processes; gives how many jobs were run
 * again.
 */
async function check(records: Records, accounts: AccountStore, folder: string): Promise<number> {
  const rows = await records.find(jobRows, {}, call);
  const tops = rows.filter(({ parent }) => parent === null);
  const [account] = await accounts.list();
  const entries = await accounts.entries(account?.id ?? "");
  const granted = entries.filter(({ kind }) => kind === "grant");
  const sum = granted.reduce((all, { credits }) => all + credits, 0);
  const used = tops.reduce((all, { creditsUsed }) => all + (creditsUsed ?? Number.NaN), 0);
  expect(account).toMatchObject({ balance: sum - used, used });
  const events = (await records.find(eventRows, {}, call)).map(({ body }) => {
    const text = new TextDecoder().decode(body);
    return (JSON.parse(text) as { data: { jobId: string } }).data.jobId;
  });
  expect(events.toSorted()).toEqual(tops.map(({ id }) => id).toSorted());
  const isBatch = ({ type }: { readonly type: string }): boolean => type === "batch_url_scraper";
  const completed = rows.filter((row) => row.status === "completed" && !isBatch(row));
  expect(new Set(completed.map(({ type }) => type))).toEqual(
    new Set(["url_scraper", "search", "agentic_search"]),
  );
  const results = await records.find(resultRows, {}, call);
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set(completed.map(({ id }) => id)));
  await using blobs = new FsBlobs({}, { folder: join(folder, "blobs"), ...blobUrls });
  for (const { text, blob } of results) {
    const stored = blob === null ? undefined : await blobs.get(blob, call);
    const whole =
      stored === undefined
        ? text
        : await new Response(stored.body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
    expect(JSON.parse(whole ?? "")).toHaveProperty("chance");
  }
  expect(completed.length).toBeGreaterThan(20);
  return rows.filter(({ runs }) => runs > 1).length;
}

const url = await postgresUrl();

describe("processes of a service that are killed", () => {
  let program: Program;
  let root = "";

  beforeAll(async () => {
    program = await Program.bundle("service-kill-child.ts");
    root = program.folder;
  });

  afterAll(() => program[Symbol.asyncDispose]());

  /** Kills processes, lets others end the work, and checks it; gives how many jobs were run again. */
  async function survive(
    records: Records,
    engine: (folder: string) => readonly string[],
    kills: { readonly all: number; readonly together: number },
  ): Promise<number> {
    const folder = join(root, kills.together === 1 ? "one" : "pairs");
    await mkdir(join(folder, "blobs"), { recursive: true });
    const settings = { newAccountCredits: 100_000 };
    const accounts = new AccountStore({ records, clock: systemClock, ids: systemIds, settings });
    await records.ensure([jobRows, resultRows, ...webhookCollections], call);
    const { id } = await accounts.create();
    const harness = new Harness(() => program.start(engine(folder)), folder, id);
    try {
      await harness.kill(kills.all, kills.together);
      await harness.settle(records);
      return await check(records, accounts, folder);
    } finally {
      await harness.close();
    }
  }

  it(
    "60 times on SQLite settle every job once and lose no credit",
    { timeout: 300_000 },
    async () => {
      await mkdir(join(root, "one"), { recursive: true });
      await using records = new SqliteRecords({}, { path: join(root, "one", "store") });
      const kills = { all: 60, together: 1 };
      const reruns = await survive(records, (folder) => ["sqlite", folder], kills);
      // Or they were not killed where it hurts.
      expect(reruns).toBeGreaterThan(5);
    },
  );

  it.skipIf(url === undefined)(
    `30 times in pairs on ${serverTitle("Postgres", url)} do no worse`,
    { timeout: 300_000 },
    async () => {
      await using schema = new PostgresSchema();
      const { pool, name } = schema;
      await using records = await createPostgresRecords({ pool }, { schema: name });
      const kills = { all: 30, together: 2 };
      const reruns = await survive(records, () => ["postgres", name, url ?? ""], kills);
      expect(reruns).toBeGreaterThan(5);
    },
  );
});
