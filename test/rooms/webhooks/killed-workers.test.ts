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
import { type Child, Children, KILLED, Program } from "../../rigs/child.ts";

/** Ten of each of the eleven points; four in pairs. */
const [KILLS, KILLS_IN_PAIRS] = [110, 44];
const MINUTE = 60_000;
/** How far time moves on between lives: over any lease, and in the end over the ladder. */
const STEP = 7 * MINUTE;
/** Events of a life; each goes to four receivers. */
const EVENTS = 2;
/** Milliseconds after which a life that did not come to its point is killed all the same. */
const LONGEST_LIFE = 1000;
const { signal } = new AbortController();

/** Lives of workers on one store, and what came of them. */
class Harness {
  readonly receiver = new KillReceiver();
  /** Deliveries whose `send` resolved. */
  readonly sent = new Set<string>();
  readonly killed = new Set<number>();
  readonly #children: Children;
  readonly #ids = new FakeIds(11);
  #urls: readonly string[] = [];
  #lives = 0;
  #offset = 0;
  /** Of two workers one may find little to do. */
  #haste = 1;

  constructor(start: () => Child) {
    this.#children = new Children(start, 4);
  }

  async open(): Promise<void> {
    this.#urls = await this.receiver.listen();
  }

  /** Kills so many workers, `together` at a time; each dies at another point. */
  async kill(kills: number, together: number): Promise<void> {
    this.#haste = 1 / together;
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
    const pending = { status: "pending" };
    for (let round = 0; (await records.count(deliveryRows, { where: pending }, { signal })) > 0;) {
      round += 1;
      expect(round).toBeLessThan(20);
      this.#offset += 7 * 60 * MINUTE;
      const child = this.#children.next();
      child.send(this.#life(undefined, 0));
      const due = { ...pending, dueAt: { lte: Date.now() + this.#offset } };
      while (child.isAlive && (await records.count(deliveryRows, { where: due }, { signal })) > 0) {
        // The child's exit is heard between two looks, also where a store answers at once.
        await new Promise(setImmediate);
      }
      if (child.isAlive) child.send("stop");
      expect(await child.exit).toEqual([0, null]);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#children[Symbol.asyncDispose](), this.receiver.close()]);
  }

  #begin(events: number) {
    const child = this.#children.next();
    const life = this.#life(killPoint(this.#lives, this.#ids.random() * this.#haste), events);
    let left = life.after;
    const kill = (): void => void child.kill();
    const longest = life.point === "any-time" ? 300 * this.#ids.random() : LONGEST_LIFE;
    // Its first message says that it is there.
    child.process.once("message", () => {
      child.process.on("message", (id: string) => this.sent.add(id));
    });
    const end = child.life(longest);
    child.send(life);
    const ended = end.then((how) => {
      expect(how).toEqual(KILLED);
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
}

/** What must hold of deliveries, whatever happened to the workers. */
async function check(harness: Harness, records: Records): Promise<number> {
  const rows = await records.find(deliveryRows, {}, { signal });
  const stored = new Set(rows.map(({ id }) => id));
  expect([...harness.sent].filter((id) => !stored.has(id))).toEqual([]);
  const attempts = Map.groupBy(harness.receiver.seen, ({ delivery }) => delivery);
  expect([...attempts.keys()].filter((id) => !stored.has(id))).toEqual([]);
  let repeats = 0;
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
    repeats += taken.length - Math.min(1, taken.length);
    const unrecorded = taken.slice(0, -1).filter(({ life }) => !harness.killed.has(life));
    expect(unrecorded, told).toEqual([]);
  }
  return repeats;
}

const url = await postgresUrl();

describe("workers that are killed", () => {
  let program: Program;

  beforeAll(async () => {
    program = await Program.bundle("webhooks-kill-child.ts");
  });

  afterAll(() => program[Symbol.asyncDispose]());

  /** Kills workers, lets the others end the work, and checks it; gives how much came twice. */
  async function survive(
    records: Records,
    parts: readonly string[],
    kills: { readonly all: number; readonly together: number },
  ): Promise<number> {
    await records.ensure(webhookCollections, { signal });
    const harness = new Harness(() => program.start(parts));
    await harness.open();
    try {
      await harness.kill(kills.all, kills.together);
      await harness.settle(records);
      return await check(harness, records);
    } finally {
      await harness.close();
    }
  }

  it(
    `${KILLS} times on SQLite lose nothing, and repeat only what they had not recorded`,
    {
      timeout: 600_000,
    },
    async () => {
      const path = join(program.folder, "store");
      await using records = new SqliteRecords({}, { path });
      const repeats = await survive(records, ["sqlite", path], { all: KILLS, together: 1 });
      // Or they were not killed where it hurts.
      expect(repeats).toBeGreaterThan(0);
    },
  );

  it.skipIf(url === undefined)(
    `${KILLS_IN_PAIRS} times in pairs on ${serverTitle("Postgres", url)} lose nothing either`,
    { timeout: 600_000 },
    async () => {
      await using schema = new PostgresSchema();
      const { pool, name } = schema;
      await using records = await createPostgresRecords({ pool }, { schema: name });
      const parts = ["postgres", url ?? "", name];
      expect(await survive(records, parts, { all: KILLS_IN_PAIRS, together: 2 })).toBeGreaterThan(
        0,
      );
    },
  );
});
