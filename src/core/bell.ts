import type { Clock } from "./clock.ts";

/** A wait that can be ended early; a ring that nobody waited for ends the next wait at once. */
export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait under way, or the next one. */
  readonly ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  /** Waits for a ring, but no longer than `ms` milliseconds; Infinity sets no timer. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung && ms > 0) {
      await new Promise<void>((resolve) => {
        const cancel = Number.isFinite(ms) ? this.#clock.timer(ms, resolve) : undefined;
        this.#wake = () => {
          cancel?.();
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}
