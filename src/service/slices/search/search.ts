import { jobTimes } from "../../base/job-times.ts";
import { searchPrompt } from "../../../search/index.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Job, JobKind, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { isForHost, NO_SEARCH, requireSearch, searchFailure } from "../../base/search-failure.ts";
import { searchAnswer, searchHead, searchRequest, searchResult, storedSearch } from "./codec.ts";
import type { SearchBody } from "./schema.ts";

/** Milliseconds that a search may take (decisions, 4.2). */
const TIMEOUT = 60_000;

/**
 * Searches, and answers what was found; the search goes on when the client leaves.
 * @throws ServiceError `CONFIGURATION_ERROR`, `INSUFFICIENT_CREDITS`, `SEARCH_ERROR`
 */
export async function search(
  parts: ResourceParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, SearchBody>,
): Promise<Answer> {
  const { account } = caller;
  requireSearch(parts, account);
  const job = await parts.jobs.submit(
    {
      account,
      type: "search",
      url: "",
      country: null,
      request: storedSearch(body),
      baseUrl,
      webhookUrl: null,
      cost: parts.settings.prices.search,
    },
    { signal },
  );
  const settled = await parts.jobs.settled(job, { signal, timeoutMs: TIMEOUT + jobTimes.settling });
  if (settled.status !== "completed") throw failed(settled);
  const document = await parts.jobs.document(settled, { signal });
  return { status: 200, json: searchAnswer(await new Response(document).text()) };
}

function failed({ id, status, error }: Job): ServiceError {
  if (status !== "failed") {
    const message = `The search has not ended yet; get its result from GET /request/${id}.`;
    return new ServiceError("SEARCH_ERROR", { message });
  }
  const message = `The search failed: ${error ?? "internal error"}.`;
  return new ServiceError(isForHost(error) ? "CONFIGURATION_ERROR" : "SEARCH_ERROR", { message });
}

/** How searches run and are shown. */
export function searchKind(parts: KindParts): JobKind {
  return {
    type: "search",
    resultPath: "/request",
    timeoutMs: TIMEOUT,
    concurrency: parts.settings.concurrency,
    start: "at-once",
    run: (job, run) => runSearch(parts, job, run),
    title: (job) => searchRequest(job).prompt,
    head: searchHead,
    forget: async () => {},
  };
}

async function runSearch(
  { searchOf, model, clock, ids, judge }: KindParts,
  job: Job,
  { signal }: JobRun,
): Promise<JobOutcome> {
  const provider = searchOf(job.account);
  if (provider === undefined) return { status: "failed", error: NO_SEARCH };
  const { prompt, limit } = searchRequest(job);
  try {
    const parts = { provider, judge, clock, ids, ...(model && { model }) };
    const answer = await searchPrompt(parts, { prompt, limit }, { signal });
    return { status: "completed", result: searchResult(answer), credits: job.reserved };
  } catch (error) {
    signal.throwIfAborted();
    const text = searchFailure(error);
    if (text === undefined) throw error;
    tellFailure(error, { jobId: job.id });
    return { status: "failed", error: text };
  }
}
