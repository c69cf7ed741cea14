import type { Clock, Ids } from "../../../core/index.ts";
import {
  isStorageError,
  StorageError,
  updating,
  type Blobs,
  type Call,
  type Operation,
  EnsuredRecords,
} from "../../../storage/index.ts";
import type { Job, JobRun } from "../../jobs/job.ts";
import { Results } from "../../jobs/results.ts";
import { throughOutages } from "../../base/outages.ts";
import type { KindParts } from "../../base/parts.ts";
import { aiSearchRequest, type ReadSource } from "./codec.ts";
import { sourceRows, synthesisRows, type SourceRow, type SynthesisRow } from "./source-rows.ts";

/** A run's fence, and its end. */
type Writer = Pick<JobRun, "fence" | "signal">;

/** What the sources of searches have come to, and the syntheses over them, as durable as records and blobs. */
export class SourceStore {
  readonly #records: EnsuredRecords;
  readonly #blobs: Blobs;
  readonly #results: Results;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor(parts: Pick<KindParts, "records" | "blobs" | "settings" | "clock" | "ids">) {
    this.#records = new EnsuredRecords(parts.records, [sourceRows, synthesisRows]);
    this.#blobs = parts.blobs;
    this.#results = new Results(parts.blobs, parts.settings.inlineBytes);
    this.#clock = parts.clock;
    this.#ids = parts.ids;
  }

  /** The sources of searches, in the order in which they were asked for. */
  async of(searches: readonly string[], call: Call): Promise<SourceRow[]> {
    if (searches.length === 0) return [];
    const records = await this.#records.ready(call);
    const query = { where: { search: { in: searches } }, order: [["place", "asc"]] } as const;
    return records.find(sourceRows, query, call);
  }

  /** One of them; undefined when it is gone. */
  async find(search: string, source: string, call: Call): Promise<SourceRow | undefined> {
    const records = await this.#records.ready(call);
    const [row] = await records.find(sourceRows, { where: { search, source } }, call);
    return row;
  }

  /** The short answer over all of a search; undefined without one. */
  async synthesisOf(search: string, call: Call): Promise<SynthesisRow | undefined> {
    const records = await this.#records.ready(call);
    const [row] = await records.find(synthesisRows, { where: { search } }, call);
    return row;
  }

  /** The rows with their answers. */
  async read(rows: readonly SourceRow[], call: Call): Promise<ReadSource[]> {
    const read = async (row: SourceRow): Promise<ReadSource> => {
      const { text, blob } = row;
      const has = text !== null || blob !== null;
      return { row, text: has ? await this.#results.text({ text, blob }, call) : null };
    };
    return Promise.all(rows.map(read));
  }

  /** The rows of a search for a run of it: made where they lack, each with an attempt more. */
  async begin(job: Job, writer: Writer): Promise<SourceRow[]> {
    await this.ensure(job, writer);
    const change = { where: { search: job.id, status: "open" }, add: { attempts: 1 } };
    await this.write([updating(sourceRows, change)], writer);
    return this.of([job.id], writer);
  }

  /** Makes the rows of a search that lack. */
  async ensure(job: Job, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const known = new Set((await this.of([job.id], call)).map(({ source }) => source));
    const rows = aiSearchRequest(job)
      .sources.map((source, place) => newRow(job, source, place))
      .filter(({ source }) => !known.has(source));
    if (rows.length === 0) return;
    try {
      await records.insert(sourceRows, rows, call);
    } catch (error) {
      // Somebody else has made them meanwhile.
      if (!isStorageError(error, "CONFLICT")) throw error;
    }
  }

  /** Changes a source, whether somebody retries it or not. */
  async update(
    where: Pick<SourceRow, "search" | "source"> & Partial<Pick<SourceRow, "retries" | "status">>,
    change: { readonly set?: Partial<SourceRow>; readonly add?: { readonly retries: number } },
    call: Call,
  ): Promise<void> {
    const records = await this.#records.ready(call);
    await records.update(sourceRows, { where, ...change }, call);
  }

  /** Keeps the text of an answer, under the attempt of its row. */
  async keep(row: SourceRow, text: string, call: Call): Promise<Pick<SourceRow, "text" | "blob">> {
    const kept = await this.#results.keep(answerKey(row, row.attempts), text, call);
    return { text: kept.text, blob: kept.blob };
  }

  /**
   * Writes what a run has come to, again and again while the store fails: it was paid for.
   * @throws StorageError, `CONFLICT` when another run has the job by now; the signal's reason
   */
  async write(operations: readonly Operation[], { fence, signal }: Writer): Promise<void> {
    const [clock, ids] = [this.#clock, this.#ids];
    await throughOutages({ clock, ids }, signal, async () => {
      const records = await this.#records.ready({ signal });
      const outcome = await records.atomic([fence, ...operations], { signal });
      if (outcome.applied) return;
      throw new StorageError("CONFLICT", { message: "Another run holds the search." });
    });
  }

  /** Removes the sources of a search with their answers. */
  async forget(search: string, call: Call): Promise<void> {
    await this.#remove({ search }, call);
  }

  /** Removes all of an account's. */
  async removeOf(account: string, call: Call): Promise<void> {
    await this.#remove({ account }, call);
  }

  async #remove(where: Partial<Pick<SourceRow, "search" | "account">>, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    await records.remove(synthesisRows, { where }, call);
    for (const row of await records.find(sourceRows, { where }, call)) {
      // The rows go last, so that what is interrupted is begun again.
      for (let attempt = 1; attempt <= row.attempts; attempt += 1) {
        await this.#blobs.remove(answerKey(row, attempt), call);
      }
      const { search, source } = row;
      await records.remove(sourceRows, { where: { search, source } }, call);
    }
  }
}

/** Where an attempt keeps its answer: none that was given up writes over that of another. */
function answerKey({ search, place }: SourceRow, attempt: number): string {
  return `ai-visibility/${search}/${place}/${attempt}`;
}

function newRow({ id, account }: Job, source: string, place: number): SourceRow {
  return {
    search: id,
    source,
    account,
    place,
    status: "open",
    summary: "",
    text: null,
    blob: null,
    error: null,
    latencyMs: 0,
    credits: 0,
    spent: 0,
    verdict: null,
    comparison: null,
    handle: null,
    asked: null,
    attempts: 0,
    retries: 0,
  };
}

/** An update of one source, for {@link SourceStore.write} and the end of a retry. */
export function changing(
  { search, source }: Pick<SourceRow, "search" | "source">,
  set: Partial<SourceRow>,
  add?: { readonly attempts?: number; readonly retries?: number; readonly spent?: number },
): Operation {
  return updating(sourceRows, { where: { search, source }, set, ...(add && { add }) });
}
