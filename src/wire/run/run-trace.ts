import type { Clock } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { TraceStep } from "./login.ts";
import type { Secrets } from "./secrets.ts";

/** Steps that a trace holds; later ones are counted only. */
const MOST_STEPS = 1_000;

/** Facts of a step, filled in while it runs. */
export type Details = Record<string, Json>;

/** What the steps of a run did. */
export class RunTrace {
  readonly #clock: Clock;
  readonly #started: number;
  readonly #steps: TraceStep[] = [];
  #left = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#started = clock.monotonic();
  }

  /** Milliseconds since the run began. */
  get elapsedMs(): number {
    return this.#clock.monotonic() - this.#started;
  }

  /** Carries out a step and keeps what it did. */
  async record<Result>(step: string, work: (details: Details) => Promise<Result>): Promise<Result> {
    const startMs = this.elapsedMs;
    const details: Details = {};
    const place = this.#steps.length;
    const add = (error?: unknown): void => {
      if (this.#steps.length >= MOST_STEPS) {
        this.#left += 1;
        return;
      }
      const durationMs = this.elapsedMs - startMs;
      const reason = error instanceof Error ? error.message : String(error);
      const entry = { step, startMs, durationMs, details };
      // In the order in which they began.
      this.#steps.splice(place, 0, error === undefined ? entry : { ...entry, error: reason });
    };
    try {
      const result = await work(details);
      add();
      return result;
    } catch (error) {
      add(error ?? "aborted");
      throw error;
    }
  }

  /** All of it, without secrets. */
  taken(secrets: Secrets): readonly TraceStep[] {
    const steps = this.#steps.map((step) => secrets.maskAll(step));
    if (this.#left === 0) return steps;
    const end = { step: "more", startMs: this.elapsedMs, durationMs: 0 };
    return [...steps, { ...end, details: { steps: this.#left } }];
  }
}
