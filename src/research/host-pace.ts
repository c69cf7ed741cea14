import { wait, type Clock } from "../core/index.ts";

/** What is known of a host. */
interface Host {
  running: number;
  /** Least milliseconds between the beginnings of two requests. */
  gapMs: number;
  /** When the next may begin, as `Clock.monotonic` counts. */
  nextAt: number;
  readonly waiting: (() => void)[];
}

/** Keeps requests to one host apart: few at once, and as far from each other as its robots.txt asks. */
export class HostPace {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #hosts = new Map<string, Host>();

  /** @param most requests at once to one host */
  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** What a host's robots.txt asks for. */
  slowDown(host: string, gapMs: number): void {
    const known = this.#host(host);
    known.gapMs = Math.max(known.gapMs, gapMs);
  }

  /**
   * Runs when the host may be asked.
   * @throws what `run` throws; the signal's reason
   */
  async run<Result>(
    host: string,
    signal: AbortSignal,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const known = this.#host(host);
    while (known.running >= (known.gapMs > 0 ? 1 : this.#most)) {
      await new Promise<void>((resolve) => known.waiting.push(resolve));
    }
    known.running += 1;
    try {
      const pause = known.nextAt - this.#clock.monotonic();
      if (pause > 0) await wait(this.#clock, pause, signal);
      signal.throwIfAborted();
      known.nextAt = this.#clock.monotonic() + known.gapMs;
      return await run();
    } finally {
      known.running -= 1;
      known.waiting.shift()?.();
    }
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name) ?? { running: 0, gapMs: 0, nextAt: 0, waiting: [] };
    this.#hosts.set(name, known);
    return known;
  }
}
