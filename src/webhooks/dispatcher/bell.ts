import type { Clock } from "../../core/index.ts";

/** A wait that can be ended early; a ring that nobody waited for ends the next wait at once. */
export class Bell {
  readonly #clock: Clock;
  #isRung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait under way, or the next one. */
  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake?.();
  };

  /** Waits for a ring, but no longer than `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRung && ms > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.timer(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}
