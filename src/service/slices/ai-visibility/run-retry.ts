import { retrySource, type SourceRetry } from "../../../visibility/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import { isOutage } from "../../base/outages.ts";
import type { KindParts } from "../../base/parts.ts";
import { isServiceError, ServiceError } from "../../base/service-error.ts";
import { sourceResult } from "./codec.ts";
import { settledSource, type SettledSource } from "./settled-source.ts";
import { NO_ENGINE, UNCHECKED } from "./source-failure.ts";
import type { SourceRow } from "./source-rows.ts";
import { changing, type SourceStore } from "./source-store.ts";

/** Milliseconds that a retry waits (decisions, 4.7). */
export const LONGEST_RETRY = 300_000;
/** Those in which the room looks for a late answer first. */
const LOOKING = 30_000;

/** What a retry remembers of its request. */
interface AiRetryRequest {
  readonly search: string;
  readonly source: string;
  readonly query: string;
  /** Whether the balance is too low for another answer: only a late one is taken. */
  readonly isFree: boolean;
}

/** The request as it is stored with the job. */
export function storedAiRetry({ search, source, query, isFree }: AiRetryRequest): Json {
  return { search, source, query, isFree };
}

/** The request of a retry, as {@link storedAiRetry} wrote it. */
export function aiRetryRequest({ request }: Pick<Job, "request">): AiRetryRequest {
  return request as unknown as AiRetryRequest;
}

/** What retries are run with. */
interface RunRetryParts extends Pick<KindParts, "answerEngines" | "clock" | "ids"> {
  readonly aiSources: SourceStore;
}

/**
 * Asks an engine again, unless its first job has an answer by now. The result, its price and the end of
 * the retry are stored in one step, so that an answer is adopted and paid once, whatever dies.
 * @throws StorageError; the run's reason
 */
export async function runRetry(parts: RunRetryParts, job: Job, run: JobRun): Promise<JobOutcome> {
  const { aiSources: sources } = parts;
  const { search, source, isFree } = aiRetryRequest(job);
  await sources.write([changing({ search, source }, {}, { attempts: 1 })], run);
  const row = await sources.find(search, source, run);
  if (row === undefined) return { status: "failed", error: "the search no longer exists" };
  try {
    const { how, result } = await ask(parts, { job, row, isFree }, run);
    const price = how === "asked" ? job.reserved : 0;
    const settled =
      how === "unchecked"
        ? unchecked(row, result.latencyMs)
        : await settledSource({ sources, row }, { result, price }, run);
    return await outcomeOf(sources, { job, row, settled }, run);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isServiceError(error) || isOutage(error)) throw error;
    return { status: "failed", error: error.message, code: error.code };
  }
}

interface Asked {
  readonly job: Job;
  readonly row: SourceRow;
  readonly isFree: boolean;
}

function ask(
  { answerEngines, clock, ids, aiSources: sources }: RunRetryParts,
  { job, row, isFree }: Asked,
  run: JobRun,
): Promise<SourceRetry> {
  const { source } = row;
  const engine = answerEngines.get(source);
  if (engine === undefined) throw new ServiceError("CONFIGURATION_ERROR", { message: NO_ENGINE });
  // What a run of this retry that was lost had begun comes before the late answer.
  const handle = row.asked === null ? (row.handle ?? undefined) : undefined;
  const beforeAsking = (): void => {
    if (!isFree) return;
    throw new ServiceError("INSUFFICIENT_CREDITS", { message: "there is no late answer" });
  };
  const onHandle = async (_: string, asked: string): Promise<void> => {
    await sources.write([changing(row, { asked })], run);
  };
  const { query } = aiRetryRequest(job);
  const country = job.country ?? undefined;
  const handles = row.asked === null ? {} : { [source]: row.asked };
  const timeoutMs = handle === undefined ? LONGEST_RETRY : LONGEST_RETRY - LOOKING;
  return retrySource(
    // It is adopted by the step that ends this job, which no other retry runs beside.
    { engine, clock, ids, beforeAsking, adopt: () => Promise.resolve(true) },
    { query, country, handle, handles, onHandle },
    { timeoutMs, signal: run.signal },
  );
}

/** Nothing was begun: the source stays as it was, and its late answer can still be fetched. */
function unchecked({ handle }: SourceRow, latencyMs: number): SettledSource {
  const none = { summary: "", text: null, blob: null, credits: 0, verdict: null, comparison: null };
  return { ...none, status: "timed_out", error: UNCHECKED, latencyMs, handle, asked: null };
}

/** The result as it is answered; it is stored with the row, and once more for who waits for the retry. */
async function outcomeOf(
  sources: SourceStore,
  {
    job,
    row,
    settled,
  }: { readonly job: Job; readonly row: SourceRow; readonly settled: SettledSource },
  run: JobRun,
): Promise<JobOutcome> {
  const { credits } = settled;
  const after = { ...row, ...settled, retries: row.retries + 1 };
  const [read = { row: after, text: null }] = await sources.read([after], run);
  const result = JSON.stringify({ result: sourceResult(read, { job, rows: [after] }) });
  const also = [changing(row, settled, { retries: 1, spent: credits })];
  return { status: "completed", credits, result, also };
}
