import { jobTimes } from "../../base/job-times.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Job, JobKind, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { PageScraper, Scraper } from "../../../scraper/index.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkWebhookUrl } from "../../base/check-webhook-url.ts";
import { submitted } from "../../base/job-answer.ts";
import { engineFailure } from "../../base/site-failure.ts";
import { storedRequest, webScraperHead, webScraperRequest, webScraperResult } from "./codec.ts";
import type { ScraperContext, WebScraper } from "./define-scraper.ts";
import { checkScrapers, findScraper } from "./find-scraper.ts";
import type { WebScraperBody } from "./schema.ts";

/**
 * Submits a web-scraper.
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `INSUFFICIENT_CREDITS`,
 *   `QUEUE_ERROR`
 */
export async function submitWebScraper(
  parts: ResourceParts & { readonly scrapers: readonly WebScraper[] },
  { body, caller, baseUrl, signal }: KeyedCall<unknown, WebScraperBody>,
): Promise<Answer> {
  const { account } = caller;
  parts.checkTarget("url", body.url);
  checkWebhookUrl(parts.webhooks, body.webhook_url);
  const { scraper_code: code, scraper_scope: scope } = body;
  const scraper = findScraper(parts.scrapers, { code, scope, account });
  if (!Object.hasOwn(scraper.actions, body.action_type)) {
    throw refused(`action_type: must be one of ${Object.keys(scraper.actions).join(", ")}`);
  }
  checkedParams(scraper, body.scraper_params);
  const job = await parts.jobs.submit(
    {
      account,
      type: "web_scraper",
      url: body.url,
      country: "us",
      request: storedRequest(body),
      baseUrl,
      webhookUrl: body.webhook_url ?? null,
      cost: scraper.price ?? parts.settings.prices.webScraper,
    },
    { signal },
  );
  return submitted(job);
}

/** How web-scrapers run and are shown. */
export function webScraperKind(parts: KindParts, scrapers: readonly WebScraper[]): JobKind {
  checkScrapers(scrapers);
  return {
    type: "web_scraper",
    resultPath: "/web-scraper",
    timeoutMs: jobTimes.scrape,
    concurrency: parts.settings.concurrency,
    run: (job, run) => runScraper({ ...parts, scrapers }, job, run),
    head: webScraperHead,
    forget: async () => {},
  };
}

async function runScraper(
  parts: KindParts & { readonly scrapers: readonly WebScraper[] },
  job: Job,
  { signal }: JobRun,
): Promise<JobOutcome> {
  const task = taskOf(parts.scrapers, job);
  if (task === undefined) return { status: "failed", error: GONE };
  try {
    const output = await task.act({ ...contextOf(parts, job, signal), ...task.given });
    signal.throwIfAborted();
    if ("error" in output) return { status: "failed", error: output.error };
    return { status: "completed", result: webScraperResult(output), credits: job.reserved };
  } catch (error) {
    signal.throwIfAborted();
    const text = engineFailure(error);
    if (text === undefined) throw error;
    return { status: "failed", error: text };
  }
}

const GONE = "the scraper no longer exists or no longer accepts these parameters";

/** What a job is to do; undefined when the host's scrapers are others than at its submission. */
function taskOf(scrapers: readonly WebScraper[], job: Job) {
  const { code, scope, action, params } = webScraperRequest(job);
  try {
    const scraper = findScraper(scrapers, { code, scope, account: job.account });
    const act = Object.hasOwn(scraper.actions, action) ? scraper.actions[action] : undefined;
    const given = { action, params: checkedParams(scraper, params) as never };
    return act && { act, given };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function contextOf(
  { engines, settings }: Pick<KindParts, "engines" | "settings">,
  { id, url, account }: Job,
  signal: AbortSignal,
): Omit<ScraperContext, "action" | "params"> {
  const { fetcher, scraper } = engines;
  const { engine } = settings;
  const both = (given: AbortSignal | undefined): AbortSignal =>
    given === undefined ? signal : AbortSignal.any([given, signal]);
  // What a browser keeps of one account's job is nobody else's.
  const scrape: PageScraper["scrape"] = (target, call) =>
    scraper.scrape(target, {
      engine,
      ...call,
      tenant: account,
      job: id,
      signal: both(call?.signal),
    });
  return {
    url,
    jobId: id,
    signal,
    fetch: (target, call) =>
      fetcher.fetch(target, { refresh: "follow", ...call, signal: both(call?.signal) }),
    // It gives what the call names, as the scraper does.
    scrape: scrape as Scraper["scrape"],
  };
}

/**
 * The parameters as the scraper takes them.
 * @throws ServiceError `INVALID_REQUEST`
 */
function checkedParams(scraper: WebScraper, params: unknown): unknown {
  const parsed = scraper.params.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ["scraper_params", ...(issue?.path ?? [])].map(String).join(".");
  throw refused(`${path.slice(0, 200)}: ${issue?.message ?? "the scraper does not accept it"}`);
}

function refused(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}
