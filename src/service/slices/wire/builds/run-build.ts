import {
  buildActions,
  type BuildFailure,
  type BuildResult,
  type BuiltAction,
} from "../../../../builder/index.ts";
import type { TaskStep } from "../../../../agent/index.ts";
import type { SchemaJudge } from "../../../../ai/index.ts";
import { isBrowserError } from "../../../../browser/index.ts";
import type { Json } from "../../../../storage/index.ts";
import type { Job, JobOutcome, JobRun } from "../../../jobs/job.ts";
import type { LiveRuns } from "../../../base/live-runs.ts";
import { throughOutages } from "../../../base/outages.ts";
import type { KindParts } from "../../../base/parts.ts";
import { isServiceError } from "../../../base/service-error.ts";
import { tellFailure } from "../../../base/tell-failure.ts";
import type { OwnWire } from "../own-wire.ts";
import type { BuildRow } from "./build-rows.ts";
import { lostEnd, type BuildEnd, type BuildStore } from "./build-store.ts";
import type { LiveBuild } from "./live-build.ts";

/** What builds are run with. */
export interface BuildRunParts extends KindParts {
  readonly wire: OwnWire;
  readonly builds: BuildStore;
  readonly liveBuilds: LiveRuns<LiveBuild>;
  readonly judge: SchemaJudge;
}

/** Milliseconds of the exploration; the rest of the job's time is for the proofs. */
const EXPLORING_MS = 600_000;

const errorTypes: Readonly<Record<BuildFailure, string>> = {
  site_unreachable: "site_unreachable",
  no_action_found: "no_action_found",
  out_of_time: "timeout",
  model_failed: "model_failed",
};

/**
 * Builds, and stores what holds as private actions of the account.
 * @throws the run's reason; what is an internal error
 */
export async function runBuild(parts: BuildRunParts, job: Job, run: JobRun): Promise<JobOutcome> {
  const live = parts.liveBuilds.take(job.id);
  // What only this process knows is lost with the run: it waits for a store that is away.
  const patiently: Patience = (work) => throughOutages(parts, run.signal, work);
  const row = await patiently(() => parts.builds.find(job.id, run));
  if (row === undefined) return { status: "failed", error: "The build request no longer exists." };
  const end =
    live === undefined ? lostEnd(undefined) : await build(parts, { row, live, run, patiently });
  await patiently(() => parts.builds.end(row, end, run));
  if (end.status === "failed") return { status: "failed", error: end.error, code: end.errorType };
  return { status: "completed", result: "{}", credits: end.creditsCharged };
}

/** Carries out what may be repeated, through outages. */
type Patience = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface BuildCall {
  readonly row: BuildRow;
  readonly live: LiveBuild;
  readonly run: JobRun;
  readonly patiently: Patience;
}

async function build(parts: BuildRunParts, call: BuildCall): Promise<BuildEnd> {
  const { row, run, patiently } = call;
  const { signal } = run;
  await patiently(() => parts.builds.begin(row.id, run));
  try {
    await run.tell("The site is being opened.");
    const built = await buildFor(parts, call);
    const { failure, error = "", actions, skipped } = built;
    if (failure !== undefined) return failed(error, errorTypes[failure]);
    await run.tell("The actions are being kept.");
    await store(parts, call, actions);
    const [{ action }] = actions as readonly [BuiltAction, ...BuiltAction[]];
    const { info, site: of } = action;
    const creditsCharged = parts.settings.prices.buildRequest;
    return {
      status: "success",
      actionId: info.action_id,
      builtSlug: of.slug,
      skipped,
      creditsCharged,
    };
  } catch (error) {
    signal.throwIfAborted();
    tellFailure(error, { jobId: row.id });
    return endOf(error);
  }
}

async function buildFor(
  parts: BuildRunParts,
  { row, live, run, patiently }: BuildCall,
): Promise<BuildResult> {
  const { engines, model, wire, judge, clock, ids } = parts;
  const { websiteUrl, goal, catalogSlug } = row;
  const lease = engines.browser.lease?.bind(engines.browser);
  const browser = lease === undefined ? undefined : { lease };
  const country = row.country ?? "us";
  const place = new URL(websiteUrl);
  const proxy = await engines.proxies?.proxyFor({ url: place, country, session: row.id });
  const catalog = await patiently(() => wire.catalogOf(row.account, run));
  const site = catalogSlug === null ? undefined : (catalog.site(catalogSlug) as Json | undefined);
  return await buildActions(
    { model, browser, fetcher: engines.fetcher, catalog, judge, clock, ids },
    {
      websiteUrl,
      goal,
      actions: row.actions as readonly string[],
      credential: live.credential,
      ...(catalogSlug !== null && { slug: catalogSlug, site }),
      lease: { tenant: row.account, proxy, country },
      timeoutMs: EXPLORING_MS,
      onStep: (step) => void run.tell(stepText(step)),
    },
    { signal: run.signal },
  );
}

/** A step in words; not what it was given or came to, which may have secrets of the site in it. */
function stepText({ index, tool, isFailure }: TaskStep): string {
  const outcome = isFailure ? "it failed" : "done";
  return `Step ${index + 1}, ${tool.replaceAll("_", " ")}: ${outcome}.`;
}

/** What a client sees of the end of a build. */
function endOf(error: unknown): BuildEnd {
  if (isServiceError(error)) return failed(error.message, "conflict");
  if (isBrowserError(error)) return failed("The browser was lost.", "browser_lost");
  return failed("The build failed with an internal error.", "internal_error");
}

function failed(error: string, errorType: string): BuildEnd {
  return { status: "failed", error, errorType };
}

async function store(
  { wire }: BuildRunParts,
  { row, run, patiently }: BuildCall,
  actions: readonly BuiltAction[],
): Promise<void> {
  const { account, catalogSlug, visibility } = row;
  for (const { recipe, site, cases } of actions) {
    const awaitsReview = visibility === "public";
    const own = { recipe, site: catalogSlug === null ? site : undefined, cases, awaitsReview };
    await patiently(() => wire.privateActions.put(account, own, run));
  }
}
