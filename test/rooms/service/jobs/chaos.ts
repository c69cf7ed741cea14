import type { Clock, Ids } from "dragline";
import { QueueError, type Queue, type Run, type Worker } from "dragline/queue";
import { StorageError, type Records } from "dragline/storage";

/** How often things go wrong, each from 0 to 1. */
export interface Odds {
  /** A write fails before it is made, or after. */
  readonly write: number;
  /** A push fails, is forgotten, or comes twice. */
  readonly push: number;
}

/**
 * Records whose writes fail now and then, half of them after they were made: as an outage, which is
 * tried again, or in a way that ends whoever wrote, as the loss of a process does.
 */
export function flakyRecords(records: Records, ids: Ids, odds: Odds): Records {
  const flaky = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const fails = ids.random() < odds.write;
    if (fails && ids.random() < 0.5) throw gone(ids);
    const result = await write();
    if (fails) throw gone(ids);
    return result;
  };
  return {
    ensure: (...args) => records.ensure(...args),
    insert: (...args) => flaky(() => records.insert(...args)),
    find: (...args) => records.find(...args),
    count: (...args) => records.count(...args),
    tally: (...args) => records.tally(...args),
    update: (...args) => flaky(() => records.update(...args)),
    remove: (...args) => flaky(() => records.remove(...args)),
    atomic: (...args) => flaky(() => records.atomic(...args)),
    close: () => records.close(),
  };
}

function gone(ids: Ids): Error {
  const message = "The power is cut.";
  const isOutage = ids.random() < 0.5;
  if (isOutage) return new StorageError("UNAVAILABLE", { message });
  return Object.assign(new Error(message), { code: "UNAVAILABLE" });
}

/** A queue of several workers that forgets jobs and brings them twice, at the same time even. */
export class ChaosQueue implements Queue {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #odds: Odds;
  readonly #runs: Run[] = [];
  readonly #waiting = new Set<string>();
  readonly #deliveries = new Set<Promise<void>>();

  constructor(clock: Clock, ids: Ids, odds: Odds) {
    this.#clock = clock;
    this.#ids = ids;
    this.#odds = odds;
  }

  async push(topic: string, body: string): Promise<boolean> {
    const chance = this.#ids.random() / this.#odds.push;
    if (chance < 1) throw new QueueError("UNAVAILABLE", { message: "Not pushed." });
    if (chance < 2) return true;
    if (this.#waiting.has(body)) return false;
    this.#waiting.add(body);
    this.#bring(topic, body, 0);
    if (chance < 3) this.#bring(topic, body, 0);
    if (chance < 4) throw new QueueError("UNAVAILABLE", { message: "Pushed, perhaps." });
    return true;
  }

  work(topic: string, _options: object, run: Run): Worker {
    this.#runs.push(run);
    return { topic, [Symbol.asyncDispose]: () => this.#end() };
  }

  async drop(): Promise<boolean> {
    return false;
  }

  async depth(): Promise<number> {
    return this.#waiting.size;
  }

  async close(): Promise<void> {}

  #bring(topic: string, body: string, after: number): void {
    this.#clock.timer(after, () => {
      const run = this.#runs[Math.floor(this.#ids.random() * this.#runs.length)];
      if (run === undefined) return;
      const job = { id: body, topic, body, attempt: 1 };
      const delivery = run(job, new AbortController().signal).then(
        () => void this.#waiting.delete(body),
        () => this.#bring(topic, body, 1000),
      );
      this.#deliveries.add(delivery);
      void delivery.then(() => this.#deliveries.delete(delivery));
    });
  }

  async #end(): Promise<void> {
    await Promise.all(this.#deliveries);
  }
}
