import { setImmediate as turn } from "node:timers/promises";
import { Faults } from "../rooms/cdp-proxy/sessions-faults.ts";
import type { SaveHalt } from "./save-plan.ts";

/** The steps of a save: the reading, then each call of a store. It stops for ever at one of them. */
export class SaveSteps extends Faults {
  /** Resolves when it has stopped. */
  readonly reached: Promise<void>;
  readonly #halt: SaveHalt;
  readonly #reach: () => void;
  /** Undefined before the save. */
  #step: number | undefined;

  constructor(halt: SaveHalt) {
    super();
    this.#halt = halt;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.reached = promise;
    this.#reach = resolve;
  }

  async reading<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await this.#at(0, work);
    this.#step = 0;
    return result;
  }

  override async around<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#step === undefined) return await work();
    this.#step += 1;

    return await this.#at(this.#step, work);
  }

  async #at<Result>(step: number, work: () => Promise<Result>): Promise<Result> {
    const { side } = this.#halt;
    if (step !== this.#halt.step || side === "never") return await work();
    if (side === "before") await this.#stop();
    const working = work();
    if (side === "during") {
      await turn();
      await this.#stop();
    }
    const result = await working;
    if (side === "after") await this.#stop();
    return result;
  }

  #stop(): Promise<never> {
    this.#reach();
    return new Promise(() => {});
  }
}
