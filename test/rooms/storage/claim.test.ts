import type { Call, Records } from "dragline/storage";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { CLAIM_LIMIT, claims, type WorkerOrder, type WorkerReport } from "./claims.ts";
import { engines, startProcess, type Engine } from "./engines.ts";
import { openRecords } from "./open-records.ts";

const RECORDS = 20_000;
const WORKERS = 4;
/** The claim in which the first worker is killed. */
const LAST_CLAIM = 10;
const call: Call = { signal: new AbortController().signal };

/** A process that claims, and what it said. */
class Worker {
  readonly claimed: number[] = [];
  settled = 0;
  #process: ChildProcess;
  #listeners = new Set<() => void>();
  #reports = new Set<WorkerReport["kind"]>();

  constructor(engine: Engine, name: string) {
    this.#process = startProcess("claim-worker.ts", engine, name);
    this.#process.on("message", (report: WorkerReport) => this.#hear(report));
  }

  #order(order: WorkerOrder): void {
    this.#process.send(order);
  }

  #hear(report: WorkerReport): void {
    if (report.kind === "claimed") this.claimed.push(report.count);
    else if (report.kind === "settled") this.settled += report.count;
    this.#reports.add(report.kind);
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when `condition` holds after a report, now or later. */
  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error("The worker ended by itself"));
      const check = (): void => {
        if (!condition()) return;
        this.#listeners.delete(check);
        this.#process.off("exit", ended);
        resolve();
      };
      this.#process.once("exit", ended);
      this.#listeners.add(check);
      check();
    });
  }

  ready(): Promise<void> {
    return this.#until(() => this.#reports.has("ready"));
  }

  /** Works until nothing is due at a time. */
  async workAt(now: number): Promise<void> {
    this.#reports.delete("empty");
    this.#order({ now });
    await this.#until(() => this.#reports.has("empty"));
  }

  /** Works until it is killed in the middle of a claim. */
  async workAndDie(now: number): Promise<void> {
    this.#order({ now, lastClaim: LAST_CLAIM });
    await this.#until(() => this.claimed.length === LAST_CLAIM);
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.#process.signalCode !== null || this.#process.exitCode !== null) return;
    const ended = once(this.#process, "close");
    this.#process.kill("SIGKILL");
    await ended;
  }
}

/** All workers of a race, the first of which dies in it. */
class Crew implements AsyncDisposable {
  readonly workers: readonly Worker[];

  constructor(engine: Engine) {
    this.workers = Array.from({ length: WORKERS }, (_, index) => new Worker(engine, `w${index}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.kill()));
  }
}

async function fill(records: Records): Promise<void> {
  await records.ensure([claims], call);
  const rows = Array.from({ length: RECORDS }, (_, id) => {
    const dueAt = (id * 7919) % 1000;
    return { id, settled: false, dueAt, leasedUntil: 0, runs: 0 };
  });
  await records.insert(claims, rows, call);
}

/** All work until nothing is due; the first one is killed in between. */
async function raceOnce(workers: readonly Worker[], now: number): Promise<void> {
  const [victim, ...living] = workers;
  await Promise.all(workers.map((worker) => worker.ready()));
  await Promise.all([victim?.workAndDie(now), ...living.map((worker) => worker.workAt(now))]);
}

describe.each(engines)("$name that four processes claim from", ({ open, skipped }) => {
  it.skipIf(skipped)(
    "settles every record, twice only what the killed one had leased, and starves no process",
    { timeout: 180_000 },
    async () => {
      await using engine = await open();
      await using records = await openRecords(engine.kind, engine.target);
      await fill(records);
      await using crew = new Crew(engine);
      const { workers } = crew;
      const living = workers.slice(1);
      await raceOnce(workers, 1000);
      const order = [["id", "asc"]] as const;
      const left = await records.find(claims, { where: { settled: false }, order }, call);
      expect(new Set(left.map(({ owner }) => owner))).toEqual(new Set(["w0"]));

      // The leases of the killed one are over.
      await Promise.all(living.map((worker) => worker.workAt(2000)));
      const twice = await records.find(claims, { where: { runs: { ne: 1 } }, order }, call);
      expect(twice.map(({ id, runs }) => [id, runs])).toEqual(left.map(({ id }) => [id, 2]));
      expect(await records.count(claims, { where: { settled: true } }, call)).toBe(RECORDS);
      const sizes = workers.flatMap(({ claimed }) => claimed);
      expect(Math.max(...sizes)).toBe(CLAIM_LIMIT);
      const shares = living.map(({ settled }) => settled);
      expect(Math.min(...shares), `of ${shares.join()}`).toBeGreaterThanOrEqual(RECORDS / 20);
    },
  );
});
