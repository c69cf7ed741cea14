import {
  collection,
  inserting,
  StorageError,
  type Call,
  type Operation,
  type Records,
  EnsuredRecords,
} from "../../../../storage/index.ts";

/** Tasks that write and were begun. */
export const begunRows = collection({
  name: "service_wire_begun",
  fields: { job: "string" },
  key: ["job"],
});

/** Keeps writes from being done twice: a task that was begun once is never begun again. */
export class BegunWrites {
  readonly #records: EnsuredRecords;

  constructor(records: Records) {
    this.#records = new EnsuredRecords(records, [begunRows]);
  }

  /**
   * Says that a task is begun; false when it was before.
   * @param fence of the run
   * @throws StorageError `CONFLICT` when another run has the job by now
   */
  async begin(job: string, fence: Operation, call: Call): Promise<boolean> {
    const records = await this.#records.ready(call);
    const outcome = await records.atomic([fence, inserting(begunRows, [{ job }])], call);
    if (outcome.applied) return true;
    if (outcome.reason === "conflict") return false;
    throw new StorageError("CONFLICT", { message: "Another run holds the task." });
  }

  async forget(job: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    await records.remove(begunRows, { where: { job } }, call);
  }
}
