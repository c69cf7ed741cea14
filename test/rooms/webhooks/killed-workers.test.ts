import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeIds } from "dragline/testing";
import { webhookCollections, deliveryRows } from "../../../src/webhooks/collections.ts";
import { postgresUrl, serverTitle } from "../../services.ts";
import { killPoint, type Life } from "../../webhooks-kill-plan.ts";
import { KillReceiver } from "../../webhooks-kill-receiver.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";

const MINUTE = 60_000;
/** How far time moves on between lives: over any lease, and in the end over the ladder. */
const STEP = 7 * MINUTE;
/** Events of a life; each goes to four receivers. */
const EVENTS = 2;
/** Milliseconds after which a life that did not come to its point is killed all the same. */
const LONGEST_LIFE = 1500;
const { signal } = new AbortController();

/** Lives of workers on one store, and what came of them. */
class Harness {
  readonly receiver = new KillReceiver();
  /** Deliveries whose `send` resolved. */
  readonly sent = new Set<string>();
  readonly killed = new Set<number>();
  readonly #parts: readonly string[];
  readonly #cache: string;
  readonly #ids = new FakeIds(11);
  readonly #ready: ChildProcess[] = [];
  #urls: readonly string[] = [];
  #lives = 0;
  #offset = 0;

  constructor(parts: readonly string[], cache: string) {
    this.#parts = parts;
    this.#cache = cache;
  }

  async open(): Promise<void> {
    this.#urls = await this.receiver.listen();
  }

  /** Kills so many workers, `together` at a time; each dies at another point. */
  async kill(kills: number, together: number): Promise<void> {
    while (this.killed.size < kills) {
      this.#offset += STEP;
      const lives = Array.from({ length: together }, () => this.#begin(EVENTS));
      this.receiver.onPoint = (point, life) => {
        for (const one of lives) one.onPoint(point, life);
      };
      await Promise.all(lives.map(({ ended }) => ended));
    }
  }

  /** Lets workers live until nothing waits any more. */
  async settle(records: Records): Promise<void> {
    this.receiver.onPoint = () => {};
    for (let round = 0; round < 20; round += 1) {
      const where = { status: "pending" };
      if ((await records.count(deliveryRows, { where }, { signal })) === 0) return;
      this.#offset += 7 * 60 * MINUTE;
      const child = this.#next();
      child.send(this.#life(undefined, 0));
      const due = { status: "pending", dueAt: { lte: Date.now() + this.#offset } };
      while ((await records.count(deliveryRows, { where: due }, { signal })) > 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      child.send("stop");
      await once(child, "exit");
    }
  }

  async close(): Promise<void> {
    const exits = this.#ready.map(async (child) => {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    });
    await Promise.all([...exits, this.receiver.close()]);
  }

  #begin(events: number) {
    const child = this.#next();
    const life = this.#life(killPoint(this.#lives, this.#ids.random()), events);
    let left = life.after;
    const kill = (): void => void child.kill("SIGKILL");
    const timer = setTimeout(
      kill,
      life.point === "any-time" ? 400 * this.#ids.random() : LONGEST_LIFE,
    );
    child.on("message", (id) => this.sent.add(String(id)));
    child.send(life);
    const ended = once(child, "exit").then(([code, by]) => {
      clearTimeout(timer);
      expect([code, by]).toEqual([null, "SIGKILL"]);
      this.killed.add(life.number);
    });
    const onPoint = (point: string, number: number): void => {
      if (point !== life.point || (number !== 0 && number !== life.number)) return;
      left -= 1;
      if (left === 0) kill();
    };
    return { ended, onPoint };
  }

  #life(plan: Pick<Life, "point" | "after"> | undefined, events: number): Life {
    this.#lives += 1;
    const { point, after = 0 } = plan ?? {};
    const [number, offset, urls] = [this.#lives, this.#offset, this.#urls];
    return { number, offset, events, urls, point, after };
  }

  /** A child that is loaded, and others that load meanwhile. */
  #next(): ChildProcess {
    while (this.#ready.length < 4) {
      const child = fork(join(import.meta.dirname, "../../webhooks-kill-child.ts"), this.#parts, {
        execArgv: ["--conditions=source"],
        env: { ...process.env, NODE_COMPILE_CACHE: this.#cache },
        stdio: "inherit",
      });
      this.#ready.push(child);
    }
    return this.#ready.shift() as ChildProcess;
  }
}

/** What must hold of deliveries, whatever happened to the workers. */
async function check(harness: Harness, records: Records): Promise<void> {
  const rows = await records.find(deliveryRows, {}, { signal });
  const stored = new Set(rows.map(({ id }) => id));
  expect([...harness.sent].filter((id) => !stored.has(id))).toEqual([]);
  const attempts = Map.groupBy(harness.receiver.seen, ({ delivery }) => delivery);
  expect([...attempts.keys()].filter((id) => !stored.has(id))).toEqual([]);
  for (const row of rows) {
    const seen = attempts.get(row.id) ?? [];
    const told = JSON.stringify({ row, seen });
    expect(["success", "exhausted"], told).toContain(row.status);
    expect(row.attempts, told).toBeLessThanOrEqual(6);
    expect(seen.length, told).toBeLessThanOrEqual(row.attempts);
    expect(new Set(seen.map(({ content }) => content)).size, told).toBeLessThanOrEqual(1);
    const taken = seen.filter(({ status }) => status === 200 || status === 410);
    if (row.status === "success") expect(taken.length, told).toBeGreaterThan(0);
    else if (row.httpStatus !== 410) expect(row.attempts, told).toBe(6);
    // A repeat of what was taken: only after a worker that died before it had recorded that.
    const unrecorded = taken.slice(0, -1).filter(({ life }) => !harness.killed.has(life));
    expect(unrecorded, told).toEqual([]);
  }
}

describe("workers that are killed", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-killed-workers-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    "300 times on SQLite lose nothing, and repeat only what they had not recorded",
    { timeout: 600_000 },
    async () => {
      const path = join(folder, "store");
      await using records = new SqliteRecords({}, { path });
      await records.ensure(webhookCollections, { signal });
      const harness = new Harness(["sqlite", path], join(folder, "cache"));
      await harness.open();
      try {
        await harness.kill(Number(process.env["KILLS"] ?? 300), 1);
        await harness.settle(records);
        await check(harness, records);
      } finally {
        await harness.close();
      }
    },
  );
});

const url = await postgresUrl();

describe(serverTitle("pairs of workers that are killed", url), () => {
  it.skipIf(url === undefined)(
    "100 times on Postgres lose nothing",
    { timeout: 600_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "dragline-killed-pairs-"));
      await using schema = new PostgresSchema();
      const records = await createPostgresRecords({ pool: schema.pool }, { schema: schema.name });
      await records.ensure(webhookCollections, { signal });
      const harness = new Harness(["postgres", url ?? "", schema.name], join(folder, "cache"));
      await harness.open();
      try {
        await harness.kill(Number(process.env["KILLS"] ?? 100), 2);
        await harness.settle(records);
        await check(harness, records);
      } finally {
        await harness.close();
        await records.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
