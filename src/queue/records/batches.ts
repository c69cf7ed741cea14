import { setImmediate as turn } from "node:timers/promises";

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** Most items of a batch. */
const LARGEST_BATCH = 1000;

/**
 * Carries out together what is asked for in one turn, or while the batch before is under way; each
 * caller gets the own outcome.
 */
export class Batches<Item, Outcome> {
  readonly #carryOut: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  readonly #turns: number;
  #waiting: Waiting<Item, Outcome>[] = [];
  #going = false;

  /**
   * @param carryOut gives the outcomes in the order of the items
   * @param turns of the event loop that a batch waits for more items
   */
  constructor(carryOut: (items: readonly Item[]) => Promise<readonly Outcome[]>, turns = 1) {
    this.#carryOut = carryOut;
    this.#turns = turns;
  }

  /** Resolves when the batch with the item was carried out. */
  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#going) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#going = true;
    while (this.#waiting.length > 0) {
      for (let left = this.#turns; left > 0; left -= 1) await turn();
      await this.#next();
    }
    this.#going = false;
  }

  async #next(): Promise<void> {
    const batch = this.#waiting.splice(0, LARGEST_BATCH);
    try {
      const outcomes = await this.#carryOut(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (failure) {
      for (const { reject } of batch) reject(failure);
    }
  }
}
