import type { ResearchJournal } from "../../../research/index.ts";
import {
  inserting,
  StorageError,
  updating,
  type Blobs,
  type Call,
  type Json,
  type Operation,
  type Records,
  type Row,
  EnsuredRecords,
} from "../../../storage/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { journalRows } from "./journal-collection.ts";

/** What journals are kept with. */
type JournalsParts = Pick<KindParts, "records" | "blobs" | "settings">;

type JournalRow = Row<typeof journalRows>;

/** The journals of researches, as durable as records and blobs. */
export class Journals {
  readonly #records: EnsuredRecords;
  readonly #blobs: Blobs;
  readonly #inlineBytes: number;

  constructor({ records, blobs, settings }: JournalsParts) {
    this.#records = new EnsuredRecords(records, [journalRows]);
    this.#blobs = blobs;
    this.#inlineBytes = settings.inlineBytes;
  }

  /**
   * The journal of a job, for one run.
   * @param fence keeps a run that has lost the job from writing on
   */
  of(job: string, fence: Operation): ResearchJournal {
    let last: Promise<unknown> = Promise.resolve();
    return {
      read: (call) => this.#read(job, call),
      // One after another: pages come at the same time.
      append: (entry, call) => {
        const text = JSON.stringify(entry);
        const written = last.then(() => this.#append({ job, fence, text }, call));
        last = written.catch(() => {});
        return written;
      },
    };
  }

  /** Removes the entries of a job. @throws StorageError; the signal's reason */
  async forget(job: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    for (const { blob } of await this.#rows(records, job, call)) {
      if (blob !== null) await this.#blobs.remove(blob, call);
    }
    await records.remove(journalRows, { where: { job } }, call);
  }

  async #read(job: string, call: Call): Promise<readonly Json[]> {
    const records = await this.#records.ready(call);
    const rows = await this.#rows(records, job, call);
    const entries: Json[] = [];
    for (const row of rows) {
      if (row.isWhole)
        entries.push(JSON.parse(row.text ?? (await this.#stored(row, call))) as Json);
    }
    return entries;
  }

  async #append(
    {
      job,
      fence,
      text,
    }: { readonly job: string; readonly fence: Operation; readonly text: string },
    call: Call,
  ): Promise<void> {
    const records = await this.#records.ready(call);
    const place = await this.#nextPlace(records, job, call);
    if (Buffer.byteLength(text) <= this.#inlineBytes) {
      const row = { job, place, text, blob: null, isWhole: true };
      return apply(records, [fence, inserting(journalRows, [row])], call);
    }
    // The row comes first, so that no blob is without a row that names it.
    const blob = `research/${job}/${place}`;
    const row = { job, place, text: null, blob, isWhole: false };
    await apply(records, [fence, inserting(journalRows, [row])], call);
    await this.#blobs.put(blob, Buffer.from(text), { ...call, contentType: "application/json" });
    const whole = updating(journalRows, { where: { job, place }, set: { isWhole: true } }, 1);
    await apply(records, [fence, whole], call);
  }

  #rows(records: Records, job: string, call: Call): Promise<JournalRow[]> {
    return records.find(journalRows, { where: { job }, order: [["place", "asc"]] }, call);
  }

  async #stored({ blob }: JournalRow, call: Call): Promise<string> {
    const stored = await this.#blobs.get(blob ?? "", call);
    if (stored !== undefined) {
      return new Response(stored.body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
    }
    throw new StorageError("UNAVAILABLE", {
      message: "A stored entry of the research is missing.",
    });
  }

  async #nextPlace(records: Records, job: string, call: Call): Promise<number> {
    const query = { where: { job }, order: [["place", "desc"]], limit: 1 } as const;
    const [last] = await records.find(journalRows, query, call);
    return last === undefined ? 0 : last.place + 1;
  }
}

/** @throws StorageError `CONFLICT` when another run has the job by now */
async function apply(
  records: Records,
  operations: readonly Operation[],
  call: Call,
): Promise<void> {
  const outcome = await records.atomic(operations, call);
  if (outcome.applied) return;
  throw new StorageError("CONFLICT", { message: "Another run holds the research." });
}
