import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
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
const LONGEST_LIFE = 1000;
const { signal } = new AbortController();

/** Where children are loaded from. */
interface Place {
  readonly folder: string;
  readonly file: string;
}

/** The child and all that it imports as one file, which loads in a third of the time. */
async function bundled(folder: string): Promise<Place> {
  const input = join(import.meta.dirname, "../../webhooks-kill-child.ts");
  const resolve = { conditionNames: ["dragline-source", "node", "import"] };
  const bundle = await rolldown({ input, platform: "node", external: ["pg"], resolve });
  // Within the package, so that packages which are not part of it are found.
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "child.mjs" });
  await bundle.close();
  return { folder, file: join(folder, "child.mjs") };
}

/** A process that waits for its life, and how it will have ended. */
interface Child {
  readonly process: ChildProcess;
  readonly exit: Promise<readonly [code: number | null, signal: string | null]>;
}

function isAlive({ process }: Child): boolean {
  return process.exitCode === null && process.signalCode === null;
}

/** Lives of workers on one store, and what came of them. */
class Harness {
  readonly receiver = new KillReceiver();
  /** Deliveries whose `send` resolved. */
  readonly sent = new Set<string>();
  readonly killed = new Set<number>();
  readonly #parts: readonly string[];
  readonly #place: Place;
  readonly #ids = new FakeIds(11);
  readonly #ready: Child[] = [];
  #urls: readonly string[] = [];
  #lives = 0;
  #offset = 0;
  /** Of two workers one may find little to do. */
  #haste = 1;

  constructor(parts: readonly string[], place: Place) {
    this.#parts = parts;
    this.#place = place;
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
      const child = this.#next();
      child.process.send(this.#life(undefined, 0));
      const due = { ...pending, dueAt: { lte: Date.now() + this.#offset } };
      while (
        isAlive(child) &&
        (await records.count(deliveryRows, { where: due }, { signal })) > 0
      ) {
        // The child's exit is heard between two looks, also where a store answers at once.
        await new Promise(setImmediate);
      }
      if (isAlive(child)) child.process.send("stop");
      expect(await child.exit).toEqual([0, null]);
    }
  }

  async close(): Promise<void> {
    for (const { process } of this.#ready) process.kill("SIGKILL");
    await Promise.all([...this.#ready.map(({ exit }) => exit), this.receiver.close()]);
  }

  #begin(events: number) {
    const { process: child, exit } = this.#next();
    const life = this.#life(killPoint(this.#lives, this.#ids.random() * this.#haste), events);
    let left = life.after;
    const kill = (): void => void child.kill("SIGKILL");
    const longest = life.point === "any-time" ? 300 * this.#ids.random() : LONGEST_LIFE;
    let timer: NodeJS.Timeout | undefined;
    // Its first message says that it is there; however long it took to load, its life begins then.
    child.once("message", () => {
      timer = setTimeout(kill, longest);
      child.on("message", (id: string) => this.sent.add(id));
    });
    child.send(life);
    const ended = exit.then((how) => {
      clearTimeout(timer);
      expect(how).toEqual([null, "SIGKILL"]);
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
  #next(): Child {
    while (this.#ready.length < 4) {
      const child = fork(this.#place.file, this.#parts, {
        execArgv: ["--conditions=dragline-source"],
        // Each life would compile the same files.
        env: { ...process.env, NODE_COMPILE_CACHE: join(this.#place.folder, "cache") },
        stdio: "inherit",
      });
      const exit = once(child, "exit") as Promise<[number | null, string | null]>;
      this.#ready.push({ process: child, exit });
    }
    return this.#ready.shift() as Child;
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
  let place: Place;

  beforeAll(async () => {
    place = await bundled(
      await mkdtemp(join(import.meta.dirname, "../../../node_modules/.killed-")),
    );
  });

  afterAll(() => rm(place.folder, { recursive: true, force: true }));

  /** Kills workers, lets the others end the work, and checks it; gives how much came twice. */
  async function survive(
    records: Records,
    parts: readonly string[],
    kills: { readonly all: number; readonly together: number },
  ): Promise<number> {
    await records.ensure(webhookCollections, { signal });
    const harness = new Harness(parts, place);
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
    "300 times on SQLite lose nothing, and repeat only what they had not recorded",
    {
      timeout: 600_000,
    },
    async () => {
      const path = join(place.folder, "store");
      await using records = new SqliteRecords({}, { path });
      const repeats = await survive(records, ["sqlite", path], { all: 300, together: 1 });
      // Or they were not killed where it hurts.
      expect(repeats).toBeGreaterThan(0);
    },
  );

  it.skipIf(url === undefined)(
    `100 times in pairs on ${serverTitle("Postgres", url)} lose nothing either`,
    { timeout: 600_000 },
    async () => {
      await using schema = new PostgresSchema();
      const { pool, name } = schema;
      await using records = await createPostgresRecords({ pool }, { schema: name });
      const parts = ["postgres", url ?? "", name];
      expect(await survive(records, parts, { all: 100, together: 2 })).toBeGreaterThan(0);
    },
  );
});
