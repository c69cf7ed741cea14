import { jobTimes } from "../../base/job-times.ts";
import { isStorageError } from "../../../storage/index.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import { isSettled } from "../../jobs/job-view.ts";
import type { Job, JobKind } from "../../jobs/job.ts";
import type { KindParts } from "../../base/parts.ts";
import { isServiceError, ServiceError } from "../../base/service-error.ts";
import { unknown } from "../../base/owned.ts";
import { findAiSearch, slugOf, type AiVisibilityParts } from "./ai-visibility.ts";
import { aiSearchRequest } from "./codec.ts";
import { LONGEST_RETRY, aiRetryRequest, runRetry, storedAiRetry } from "./run-retry.ts";
import type { AiRetryBody } from "./schema.ts";
import { NO_ENGINE, OUT_OF_TIME } from "./source-failure.ts";
import type { SourceRow } from "./source-rows.ts";
import type { SourceStore } from "./source-store.ts";

/** Looks for the end of others that retry the same source. */
const MOST_TRIES = 5;

interface Call {
  readonly signal: AbortSignal;
}

/**
 * Retries a source of a search that is settled, and answers its new result; the retry goes on when the
 * client leaves.
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `CONFLICT`, `INSUFFICIENT_CREDITS`,
 *   `CONFIGURATION_ERROR`, `INTERNAL_ERROR`
 */
export async function retryAiSource(
  parts: AiVisibilityParts,
  call: KeyedCall<unknown, AiRetryBody>,
): Promise<Answer> {
  const { body, baseUrl, signal } = call;
  const search = await findAiSearch(parts, call);
  const source = slugOf(parts.answerEngines, body.source);
  const { sources, query } = aiSearchRequest(search);
  if (!sources.includes(source)) {
    const message = `source: the search has no source '${source.slice(0, 100)}'.`;
    throw new ServiceError("INVALID_REQUEST", { message });
  }
  if (!isSettled(search)) throw conflict("The search is still running.");
  if (!parts.answerEngines.has(source)) {
    throw new ServiceError("CONFIGURATION_ERROR", { message: `${source}: ${NO_ENGINE}.` });
  }
  const begun = await begin(parts, { search, source, query, baseUrl }, { signal });
  const timeoutMs = LONGEST_RETRY + jobTimes.settling;
  const settled = await parts.jobs.settled(begun.job, { signal, timeoutMs });
  if (settled.status !== "completed") throw failed(settled, begun.refusal);
  const text = await new Response(await parts.jobs.document(settled, { signal })).text();
  const { result } = JSON.parse(text) as { readonly result: object };
  return { status: 200, json: result };
}

interface Retry {
  readonly search: Job;
  readonly source: string;
  readonly query: string;
  readonly baseUrl: string;
}

interface Begun {
  readonly job: Job;
  /** Why the engine is not asked anew: the balance is too low. */
  readonly refusal: unknown;
}

/** Begins the one retry of a source that there may be: they are numbered. */
async function begin(parts: AiVisibilityParts, retry: Retry, call: Call): Promise<Begun> {
  for (let left = MOST_TRIES; left > 0; left -= 1) {
    const row = await settledRow(parts.aiSources, retry, call);
    const id = `${retry.search.id}_${row.place}_${row.retries}`;
    if (!(await isFree(parts, { id, row }, call))) continue;
    try {
      return await submit(parts, { ...retry, id, row }, call);
    } catch (error) {
      if (!isStorageError(error, "CONFLICT")) throw error;
    }
  }
  throw conflict("The source is being retried.");
}

/** A source's row; what the end of the search left open has timed out. */
async function settledRow(
  sources: SourceStore,
  { search, source }: Retry,
  call: Call,
): Promise<SourceRow> {
  await sources.ensure(search, call);
  const row = await sources.find(search.id, source, call);
  if (row === undefined) {
    throw unknown("search");
  }
  if (row.status !== "open") return row;
  const set = { status: "timed_out", error: OUT_OF_TIME, handle: row.asked, asked: null };
  await sources.update({ search: search.id, source, status: "open" }, { set }, call);
  return { ...row, ...set };
}

/**
 * Whether a number can be taken. One whose retry ended without a result is used up.
 * @throws ServiceError `CONFLICT` when that retry is under way
 */
async function isFree(
  { jobs, aiSources: sources }: AiVisibilityParts,
  { id, row }: { readonly id: string; readonly row: SourceRow },
  call: Call,
): Promise<boolean> {
  const { account, search, source, retries } = row;
  try {
    const job = await jobs.get(account, id, call);
    if (!isSettled(job)) throw conflict("The source is being retried.");
  } catch (error) {
    if (isServiceError(error, "NOT_FOUND")) return true;
    throw error;
  }
  await sources.update({ search, source, retries }, { add: { retries: 1 } }, call);
  return false;
}

async function submit(
  { jobs, settings }: AiVisibilityParts,
  {
    search,
    source,
    query,
    baseUrl,
    id,
    row,
  }: Retry & { readonly id: string; readonly row: SourceRow },
  call: Call,
): Promise<Begun> {
  const { account, country } = search;
  const named = { id, account, type: "ai_search_retry", url: "", country, baseUrl } as const;
  const jobOf = (cost: number) => ({
    ...named,
    webhookUrl: null,
    request: storedAiRetry({ search: search.id, source, query, isFree: cost === 0 }),
    cost,
  });
  const price = settings.prices.visibilitySource;
  try {
    return { job: await jobs.submit(jobOf(price), call), refusal: undefined };
  } catch (refusal) {
    // A late answer takes no credits.
    if (!isServiceError(refusal, "INSUFFICIENT_CREDITS") || row.handle === null) throw refusal;
    return { job: await jobs.submit(jobOf(0), call), refusal };
  }
}

function failed({ status, error, errorCode }: Job, refusal: unknown): unknown {
  if (errorCode === "INSUFFICIENT_CREDITS") return refusal;
  if (status === "failed") {
    const message = `The retry failed and was refunded: ${error ?? "internal error"}.`;
    const code = errorCode === "CONFIGURATION_ERROR" ? errorCode : "INTERNAL_ERROR";
    return new ServiceError(code, { message });
  }
  const message =
    "The result of the retry could not be stored in time; get it later with the search.";
  return new ServiceError("INTERNAL_ERROR", { message });
}

function conflict(message: string): ServiceError {
  return new ServiceError("CONFLICT", { message });
}

/** How retries run. */
export function aiRetryKind(parts: KindParts & { readonly aiSources: SourceStore }): JobKind {
  return {
    type: "ai_search_retry",
    resultPath: "/ai-visibility/search",
    timeoutMs: LONGEST_RETRY + jobTimes.settling,
    concurrency: parts.settings.concurrency,
    start: "at-once",
    events: "none",
    run: (job, run) => runRetry(parts, job, run),
    title: (job) => `${aiRetryRequest(job).source}: ${aiRetryRequest(job).query}`,
    shownAs: (job) => aiRetryRequest(job).search,
    head: (job) => ({ source: aiRetryRequest(job).source }),
    document: "none",
    forget: async () => {},
  };
}
