import type { Clock } from "../../core/index.ts";

/** So many requests in so much time. */
export interface Pace {
  readonly requests: number;
  readonly perMs: number;
}

/** Milliseconds after which a host without requests may be forgotten. */
const LONGEST_REST = 60_000;

/** Hosts that are remembered; those at rest go first. */
const MOST_HOSTS = 10_000;

/** The pace of requests to each host, all runs together; who comes first goes first. */
export class Paces {
  readonly #clock: Clock;
  readonly #hosts = new Map<string, HostPace>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for the turn of a request; undefined when it is now.
   * @throws the signal's reason
   */
  take(host: string, pace: Pace, signal: AbortSignal): Promise<void> | undefined {
    let entry = this.#hosts.get(host);
    if (entry === undefined) {
      if (this.#hosts.size >= MOST_HOSTS) this.#forgetResting();
      entry = new HostPace(this.#clock);
      this.#hosts.set(host, entry);
    }
    return entry.take(pace, signal);
  }

  #forgetResting(): void {
    for (const [host, entry] of this.#hosts) if (entry.atRest) this.#hosts.delete(host);
  }
}

interface Waiter {
  readonly pace: Pace;
  readonly go: () => void;
}

class HostPace {
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  /** When the last requests went, in order. */
  #gone: number[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get atRest(): boolean {
    const last = this.#gone.at(-1) ?? -Infinity;
    return this.#queue.length === 0 && last + LONGEST_REST < this.#clock.monotonic();
  }

  take(pace: Pace, signal: AbortSignal): Promise<void> | undefined {
    if (this.#queue.length === 0 && this.#waitOf(pace) <= 0) {
      this.#use(pace);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        this.#arm();
        reject(signal.reason);
      };
      const go = (): void => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      const waiter: Waiter = { pace, go };
      this.#queue.push(waiter);
      signal.addEventListener("abort", onAbort, { once: true });
      if (this.#queue.length === 1) this.#arm();
    });
  }

  /** Milliseconds until the request of `requests` ago is `perMs` old. */
  #waitOf({ requests, perMs }: Pace): number {
    const before = this.#gone.at(-requests) ?? -Infinity;
    return before + perMs - this.#clock.monotonic();
  }

  #use({ requests }: Pace): void {
    this.#gone.push(this.#clock.monotonic());
    if (this.#gone.length >= 2 * requests + 16) this.#gone = this.#gone.slice(-requests);
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [first] = this.#queue;
    if (first === undefined) return;
    this.#cancelTimer = this.#clock.timer(Math.ceil(Math.max(0, this.#waitOf(first.pace))), () =>
      this.#serve(),
    );
  }

  #serve(): void {
    for (let [first] = this.#queue; first !== undefined; [first] = this.#queue) {
      // A part of a millisecond is less than timers can tell.
      if (this.#waitOf(first.pace) >= 1) break;
      this.#queue.shift();
      this.#use(first.pace);
      first.go();
    }
    this.#arm();
  }
}
