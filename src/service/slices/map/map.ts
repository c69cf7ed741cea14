import { jobTimes } from "../../base/job-times.ts";
import { maskingTexts, sentSecrets } from "../../../core/index.ts";
import { createMapper } from "../../../mapper/index.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Job, JobKind, JobOutcome, JobRun } from "../../jobs/job.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { submitted } from "../../base/job-answer.ts";
import { checkSiteBody, SESSION_GONE, sessionState, sitePlaces } from "../../base/site-job.ts";
import { seedFailure } from "../../base/site-failure.ts";
import { SiteSource } from "../../base/site-source.ts";
import { mapHead, mapRequest, mapResult, storedMap } from "./codec.ts";
import type { MapBody } from "./schema.ts";

/**
 * Submits a map.
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `SESSION_NOT_SAVED`,
 *   `INSUFFICIENT_CREDITS`, `QUEUE_ERROR`
 */
export async function submitMap(
  parts: ResourceParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, MapBody>,
): Promise<Answer> {
  const { account } = caller;
  const sessionId = await checkSiteBody(parts, body, { account, signal });
  const job = await parts.jobs.submit(
    {
      account,
      type: "map",
      url: body.url,
      // A map's document and events have no country (decisions, 2.3).
      country: null,
      request: storedMap(body, sessionId),
      baseUrl,
      webhookUrl: body.webhook_url ?? null,
      cost: parts.settings.prices.map,
    },
    { signal },
  );
  return submitted(job);
}

/** How maps run and are shown. */
export function mapKind(parts: KindParts): JobKind {
  return {
    type: "map",
    resultPath: "/map",
    timeoutMs: jobTimes.site,
    ...sitePlaces(parts.settings),
    run: (job, run) => runMap(parts, job, run),
    head: mapHead,
    forget: async () => {},
  };
}

async function runMap(parts: KindParts, job: Job, { signal }: JobRun): Promise<JobOutcome> {
  const { sessionId, useBrowser, ...wishes } = mapRequest(job);
  const state = await sessionState(parts, sessionId, signal);
  if (state === null) return { status: "failed", error: SESSION_GONE };
  const { clock, ids, engines } = parts;
  const source = new SiteSource(parts, { job, useBrowser, state });
  const mapper = createMapper({
    fetcher: engines.fetcher,
    source,
    robots: source.robots,
    clock,
    ids,
  });
  try {
    const map = await mapper.map(job.url, { ...wishes, signal });
    const masked = maskingTexts(sentSecrets({ state }));
    return { status: "completed", result: mapResult(masked(map)), credits: job.reserved };
  } catch (error) {
    signal.throwIfAborted();
    const text = seedFailure(error, source.robotsFailure);
    if (text === undefined) throw error;
    return { status: "failed", error: maskingTexts(sentSecrets({ state }))(text) };
  }
}
