import type { Clock, Ids } from "../../core/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import { ledgerRows } from "./credits/collections.ts";
import { uncancelled } from "../../storage/internal.ts";
import type { AccountCall } from "./accounts.ts";
import { accountRows, keyRows, removedRows } from "./collections.ts";

/** The dependencies of accounts and keys. */
export interface AccountParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Every collection of accounts, keys and credits, for `Records.ensure`. */
export const accountCollections = Object.freeze([accountRows, keyRows, ledgerRows, removedRows]);

/** What a call of the records carries for a call of ours; without a signal nothing ends it. */
export function accountCall(call?: AccountCall): Call {
  return call?.signal === undefined ? uncancelled : { signal: call.signal };
}

/** Tells rows of one millisecond apart: each number is larger than those before it. */
export class Places {
  readonly #clock: Clock;
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, this.#clock.now() * 1000);
    return this.#last;
  }
}
