import { isStorageError, type Records } from "../../storage/index.ts";
import { QueueError } from "../queue-error.ts";
import { neverAborts } from "../../core/index.ts";
import { jobRows } from "./job-rows.ts";

/** Of calls that nobody cancels: what a worker holds is settled or released to the end. */
export const uncancelled: AbortSignal = neverAborts();

/** The records of a queue: made ready at the first call, with failures as the queue's. */
export class QueueRecords {
  readonly #records: Records;
  #ensured: Promise<void> | undefined;

  constructor(records: Records) {
    this.#records = records;
  }

  /**
   * Makes a call.
   * @throws QueueError `UNAVAILABLE` when the store fails; a conflict as it is
   */
  async call<Result>(call: (records: Records) => Promise<Result>): Promise<Result> {
    try {
      await this.#ensure();
      return await call(this.#records);
    } catch (failure) {
      if (!isStorageError(failure) || failure.code === "CONFLICT") throw failure;
      throw new QueueError("UNAVAILABLE", {
        message: `The queue's store failed: ${failure.message}`,
        details: { storageCode: failure.code },
        cause: failure,
      });
    }
  }

  #ensure(): Promise<void> {
    this.#ensured ??= this.#records
      .ensure([jobRows], { signal: uncancelled })
      .catch((failure: unknown) => {
        this.#ensured = undefined;
        throw failure;
      });
    return this.#ensured;
  }
}
