import type { HostState } from "../../../../src/crawler/frontier.ts";
import type {
  PaceSettings,
  Politeness,
  RequestEnd,
} from "../../../../src/crawler/politeness/pace.ts";
import { paced } from "./paced.ts";

/** What a host says to a request, and after how long. */
export type Answer = Partial<RequestEnd> & { readonly afterMs: number };

export interface SimulatedHost {
  readonly pages: number;
  /** The answer to its n-th request, from 0, at that time, with so many others under way. */
  readonly answer: (n: number, ms: number, running: number) => Answer;
  readonly crawlDelayMs?: number;
}

export interface HostRecord {
  readonly starts: number[];
  /** When pages were had: answers below 400. */
  readonly served: number[];
  mostRunning: number;
}

interface Ending {
  readonly at: number;
  readonly host: string;
  readonly end: RequestEnd;
}

/** A crawl whose frontier is counters and whose requests are entries of a list. */
export class SimulatedCrawl {
  readonly records = new Map<string, HostRecord>();
  readonly #hosts: ReadonlyMap<string, SimulatedHost>;
  readonly #politeness: Politeness;
  readonly #time: { ms: number };
  readonly #epoch: number;
  readonly #waiting = new Map<string, number>();
  readonly #running = new Map<string, number>();
  readonly #pausedUntil = new Map<string, number>();
  #endings: Ending[] = [];
  mostRunning = 0;

  constructor(hosts: Readonly<Record<string, SimulatedHost>>, settings?: Partial<PaceSettings>) {
    this.#hosts = new Map(Object.entries(hosts));
    const { politeness, time, epoch } = paced(settings);
    this.#politeness = politeness;
    this.#time = time;
    this.#epoch = epoch;
    for (const [host, { pages, crawlDelayMs }] of this.#hosts) {
      this.#waiting.set(host, pages);
      this.records.set(host, { starts: [], served: [], mostRunning: 0 });
      if (crawlDelayMs !== undefined) politeness.crawlDelay(host, crawlDelayMs);
    }
    politeness.learn(Array.from(this.#hosts.keys(), (host) => this.#state(host)));
  }

  /** Runs until nothing is left, or until that time; `watch` is called after each step. */
  run(untilMs = Number.POSITIVE_INFINITY, watch: () => void = () => {}): this {
    for (;;) {
      this.#claim();
      watch();
      const next = Math.min(this.#endings[0]?.at ?? Infinity, this.#wakeAt());
      if (next === Infinity || next > untilMs) return this;
      this.#time.ms = Math.max(this.#time.ms, next);
      while ((this.#endings[0]?.at ?? Infinity) <= this.#time.ms) this.#end();
    }
  }

  record(host: string): HostRecord {
    const record = this.records.get(host);
    if (record === undefined) throw new Error(`no host ${host}`);
    return record;
  }

  /** Hosts that politeness still knows of. */
  get remembered(): number {
    return this.#politeness.hosts(Infinity).length;
  }

  /** Pages had per second of the hosts named, from the start to the last of theirs. */
  pace(hosts: readonly string[]): number {
    const served = hosts.flatMap((host) => this.record(host).served);
    return (served.length / Math.max(...served)) * 1000;
  }

  #wakeAt(): number {
    const wait = this.#politeness.waitMs();
    return wait === undefined ? Infinity : this.#time.ms + Math.max(1, wait);
  }

  #state(host: string): HostState {
    const nextAt = this.#pausedUntil.get(host) ?? 0;
    return { host, waiting: this.#waiting.get(host) ?? 0, nextAt };
  }

  #claim(): void {
    const wishes = this.#politeness.wishes();
    if (wishes.length === 0) return;
    const claims: string[] = [];
    for (const { host, count, cap } of wishes) {
      const waiting = this.#waiting.get(host) ?? 0;
      const paused = (this.#pausedUntil.get(host) ?? 0) > this.#epoch + this.#time.ms;
      const open = cap - (this.#running.get(host) ?? 0);
      const given = paused ? 0 : Math.max(0, Math.min(waiting, count, open));
      this.#waiting.set(host, waiting - given);
      for (let n = 0; n < given; n += 1) claims.push(host);
    }
    this.#politeness.learn(wishes.map(({ host }) => this.#state(host)));
    for (const host of claims) this.#start(host);
  }

  #start(host: string): void {
    this.#politeness.started(host);
    const record = this.record(host);
    const running = this.#running.get(host) ?? 0;
    const answer = this.#hosts.get(host)?.answer(record.starts.length, this.#time.ms, running);
    if (answer === undefined) throw new Error(`no host ${host}`);
    const { afterMs, ...end } = answer;
    record.starts.push(this.#time.ms);
    this.#running.set(host, running + 1);
    record.mostRunning = Math.max(record.mostRunning, running + 1);
    this.#endings.push({
      at: this.#time.ms + afterMs,
      host,
      end: { status: 200, latencyMs: afterMs, retryAfterMs: undefined, ...end },
    });
    this.#endings.sort((one, other) => one.at - other.at);
    this.mostRunning = Math.max(this.mostRunning, this.#endings.length);
  }

  #end(): void {
    const ending = this.#endings.shift();
    if (ending === undefined) return;
    const { host, end } = ending;
    this.#running.set(host, (this.#running.get(host) ?? 0) - 1);
    const until = this.#politeness.ended(host, end);
    if (until !== undefined) this.#pausedUntil.set(host, until);
    if ((end.status ?? 500) < 400) this.record(host).served.push(this.#time.ms);
    else this.#waiting.set(host, (this.#waiting.get(host) ?? 0) + 1);
    this.#politeness.learn([this.#state(host)]);
  }
}

/** So many hosts alike, by name. */
export function alike(
  count: number,
  host: SimulatedHost,
  prefix = "h",
): Record<string, SimulatedHost> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}.test`, host]));
}
