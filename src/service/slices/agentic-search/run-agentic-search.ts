import { DeadlineExceeded, neverAborts } from "../../../core/index.ts";
import { createResearch, isResearchError } from "../../../research/index.ts";
import type { PageScraper } from "../../../scraper/index.ts";
import type { Job, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts } from "../../base/parts.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { publicFailure } from "../../base/public-failure.ts";
import { NO_SEARCH, searchFailure } from "../../base/search-failure.ts";
import { agenticSearchRequest, agenticSearchResult } from "./codec.ts";
import type { Journals } from "./journal.ts";

/** Milliseconds of a research; the rest of its job's time is for the report. */
const BUDGET = 870_000;

/** What a research says of itself where there is no model. */
const VERBATIM =
  "No language model is configured: the report quotes sentences of the sources word for word.";

/** A message for people, with what they should know of the report to come. */
export function toldBy({ model }: Pick<KindParts, "model">, message: string): string {
  return model === undefined ? `${message} ${VERBATIM}` : message;
}

/** Researches, or goes on with a research whose worker was lost. */
export async function runAgenticSearch(
  parts: KindParts & { readonly journals: Journals },
  job: Job,
  run: JobRun,
): Promise<JobOutcome> {
  const search = parts.searchOf(job.account);
  if (search === undefined) return { status: "failed", error: NO_SEARCH };
  const { clock, ids, model, journals, judge, engines } = parts;
  const { prompt, useBrowser, schema } = agenticSearchRequest(job);
  const scraper = accountScraper(parts, job);
  const { robots } = engines.fetcher;
  const research = createResearch(
    { search, scraper, robots, model, judge, clock, ids },
    { maxTimeMs: BUDGET },
  );
  const { signal } = run;
  const journal = journals.of(job.id, run.fence);
  const call = { useBrowser, schema: schema ?? undefined, tenant: job.account, journal, signal };
  try {
    const researching = research.research(prompt, call);
    for await (const { message } of researching) await run.tell(toldBy(parts, message));
    const report = await researching.report;
    return { status: "completed", result: agenticSearchResult(report), credits: job.reserved };
  } catch (error) {
    signal.throwIfAborted();
    const text = failureOf(error);
    if (text === undefined) throw error;
    tellFailure(error, { jobId: job.id });
    return { status: "failed", error: text };
  }
}

/** Why there is no report, for clients. */
function failureOf(error: unknown): string | undefined {
  if (isResearchError(error, "INVALID_SCHEMA")) return `schema: ${error.message}`;
  if (!isResearchError(error, "SEARCH_FAILED")) return searchFailure(error);
  if (error.cause instanceof DeadlineExceeded) return "timeout: the searches took too long";
  return searchFailure(error.cause) ?? "the search failed";
}

/** The service's scraper for one account, whose pages can be searched from then on. */
function accountScraper(
  { engines, ownPages }: Pick<KindParts, "engines" | "ownPages">,
  { id, account, createdAt: since }: Job,
): PageScraper {
  return {
    scrape: async (asked, call) => {
      const formats = [...new Set(["html", ...(call?.formats ?? [])] as const)];
      const page = await engines.scraper.scrape(asked, {
        ...call,
        formats,
        tenant: account,
        job: id,
      });
      if (page.status === "failed") return { ...page, error: publicFailure(page) };
      const { finalUrl: url, html, kind } = page;
      const { signal = neverAborts() } = call ?? {};
      await ownPages.keep({ account, url, html, kind, sessionId: undefined, since }, { signal });
      return page;
    },
  };
}
