import { unlessAborted } from "../core/index.ts";
import type { Call, Collection, Records } from "../storage/index.ts";

/** Of calls that nobody cancels. */
export const uncancelled: Call = Object.freeze({ signal: new AbortController().signal });

/** Borrowed records that are given out once they have the collections that its users declare. */
export class EnsuredRecords {
  readonly #records: Records;
  readonly #collections: readonly Collection[];
  #ensured: Promise<void> | undefined;

  constructor(records: Records, collections: readonly Collection[]) {
    this.#records = records;
    this.#collections = collections;
  }

  /**
   * The records, when they have the collections; one wait for all callers, which none of their
   * signals ends. After a failure the next caller tries again.
   * @throws StorageError
   */
  async ready({ signal }: Call): Promise<Records> {
    this.#ensured ??= this.#records
      .ensure(this.#collections, uncancelled)
      .catch((failure: unknown) => {
        this.#ensured = undefined;
        throw failure;
      });
    await unlessAborted(this.#ensured, signal);
    return this.#records;
  }
}
