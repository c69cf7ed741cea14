import type { SchemaJudge } from "../../../ai/index.ts";
import { askEngines, type AnswerEngine, type SourceResult } from "../../../visibility/index.ts";
import { inserting, type Json } from "../../../storage/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts } from "../../base/parts.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { aiSearchRequest } from "./codec.ts";
import { compareSources } from "./compare-sources.ts";
import { settledSource } from "./settled-source.ts";
import { NO_ENGINE, OUT_OF_TIME } from "./source-failure.ts";
import { synthesisRows, type SourceRow } from "./source-rows.ts";
import { changing, type SourceStore } from "./source-store.ts";
import { writeSynthesis } from "./write-synthesis.ts";

/** Milliseconds from its creation in which a search is settled (decisions, 3.1). */
export const LONGEST_SEARCH = 600_000;
/** The last of them, in which a model compares the answers and writes the synthesis. */
const COMPARING = 30_000;

const NO_ANSWERS = "No source has answered.";

/** What searches are run with. */
interface RunSearchParts extends Pick<
  KindParts,
  "answerEngines" | "model" | "clock" | "ids" | "settings"
> {
  readonly aiSources: SourceStore;
  readonly judge: SchemaJudge;
}

/**
 * Asks the engines of a search, or goes on where a process was lost: what has come is kept, what was
 * begun at an engine is waited for.
 * @throws StorageError; the run's reason
 */
export function runSearch(parts: RunSearchParts, job: Job, run: JobRun): Promise<JobOutcome> {
  return new SearchRun(parts, job, run).run();
}

class SearchRun {
  readonly #parts: RunSearchParts;
  readonly #job: Job;
  readonly #run: JobRun;
  /** Of a completed source. */
  readonly #price: number;

  constructor(parts: RunSearchParts, job: Job, run: JobRun) {
    this.#parts = parts;
    this.#job = job;
    this.#run = run;
    this.#price = job.reserved / aiSearchRequest(job).sources.length;
  }

  async run(): Promise<JobOutcome> {
    const { aiSources: sources } = this.#parts;
    const rows = await sources.begin(this.#job, this.#run);
    await this.#ask(rows.filter(({ status }) => status === "open"));
    const settled = await sources.of([this.#job.id], this.#run);
    const completed = settled.filter(({ status }) => status === "completed");
    if (completed.length === 0) return { status: "failed", error: NO_ANSWERS };
    await this.#compare(completed);
    return { status: "completed", result: "{}", credits: completed.length * this.#price };
  }

  async #ask(rows: readonly SourceRow[]): Promise<void> {
    const { answerEngines, clock, ids, model } = this.#parts;
    const waited = Math.max(0, Math.round(clock.now() - this.#job.createdAt));
    const timeoutMs = LONGEST_SEARCH - (model === undefined ? 0 : COMPARING) - waited;
    const bySource = new Map(rows.map((row) => [row.source, row]));
    const engines: AnswerEngine[] = [];
    for (const row of rows) {
      const engine = answerEngines.get(row.source);
      if (engine === undefined) await this.#end(row, { status: "failed", error: NO_ENGINE });
      else if (timeoutMs <= 0) await this.#end(row, { status: "timed_out", error: OUT_OF_TIME });
      else engines.push(engine);
    }
    if (engines.length === 0) return;
    const { query } = aiSearchRequest(this.#job);
    const handles = Object.fromEntries(
      rows.flatMap(({ source, asked }) => (asked === null ? [] : [[source, asked]])),
    );
    const country = this.#job.country ?? undefined;
    const question = { query, country, handles, onHandle: this.#keepHandle };
    const options = { timeoutMs, signal: this.#run.signal };
    for await (const result of askEngines({ engines, clock, ids }, question, options)) {
      const row = bySource.get(result.source);
      if (row !== undefined) await this.#settle(row, result, waited);
    }
  }

  readonly #keepHandle = async (source: string, asked: string): Promise<void> => {
    const { id: search } = this.#job;
    await this.#parts.aiSources.write([changing({ search, source }, { asked })], this.#run);
  };

  async #settle(row: SourceRow, result: SourceResult, waited: number): Promise<void> {
    const { aiSources: sources } = this.#parts;
    const latencyMs = result.latencyMs + waited;
    const whole = { ...result, latencyMs };
    this.#tell(result);
    const settling = { result: whole, price: this.#price };
    const set = await settledSource({ sources, row }, settling, this.#run);
    await sources.write([changing(row, set)], this.#run);
  }

  /** Ends a source that is not asked; a job that was begun for it may still have a late answer. */
  async #end(row: SourceRow, end: Pick<SourceRow, "status" | "error">): Promise<void> {
    const { clock, aiSources: sources } = this.#parts;
    const latencyMs = Math.max(0, Math.round(clock.now() - this.#job.createdAt));
    const handle = end.status === "timed_out" ? row.asked : null;
    const set = { ...end, latencyMs, handle, asked: null };
    await sources.write([changing(row, set)], this.#run);
  }

  async #compare(rows: readonly SourceRow[]): Promise<void> {
    if (rows.length < 2 || rows.every(({ comparison }) => comparison !== null)) return;
    const { aiSources: sources, clock } = this.#parts;
    const { id, account, createdAt } = this.#job;
    const { query } = aiSearchRequest(this.#job);
    const read = await sources.read(rows, this.#run);
    const timeoutMs = createdAt + LONGEST_SEARCH - clock.now();
    const question = { id, query, sources: read, timeoutMs };
    const [compared, synthesis] = await Promise.all([
      compareSources(this.#parts, question, this.#run.signal),
      writeSynthesis(this.#parts, question, this.#run.signal),
    ]);
    const changes = rows.flatMap((row) => {
      const found = compared.get(row.source);
      if (found === undefined) return [];
      const { verdict, comparison } = found;
      return [changing(row, { verdict, comparison: comparison as unknown as Json })];
    });
    if (synthesis !== undefined) {
      changes.push(inserting(synthesisRows, [{ search: id, account, ...synthesis }]));
    }
    await sources.write(changes, this.#run);
  }

  /** What an engine says of its failure is for the host. */
  #tell({ status, error }: SourceResult): void {
    if (status === "failed") tellFailure(new Error(error), { jobId: this.#job.id });
  }
}
