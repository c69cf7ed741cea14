import type { Action, Catalog } from "../../../../wire/index.ts";
import { catalogUuid } from "../../../../wire/internal.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import { isSettled } from "../../../jobs/job-view.ts";
import type { Job } from "../../../jobs/job.ts";
import type { LiveRuns } from "../../../base/live-runs.ts";
import type { ResourceParts } from "../../../base/parts.ts";
import { isServiceError, ServiceError } from "../../../base/service-error.ts";
import { owned } from "../../../base/owned.ts";
import { neverAborts } from "../../../../core/index.ts";
import type { BuildRow } from "./build-rows.ts";
import { lostEnd, type BuildStore } from "./build-store.ts";
import { buildDocument, domainOf } from "./codec.ts";
import type { LiveBuild } from "./live-build.ts";
import type { BuildBody, BuildsQuery } from "./schema.ts";

/** What builds are taken in and shown with. */
export interface BuildParts extends ResourceParts {
  readonly builds: BuildStore;
  readonly liveBuilds: LiveRuns<LiveBuild>;
}

interface Call {
  readonly signal: AbortSignal;
}

/** Builds of a page where the client does not say. */
const PAGE = 20;

/**
 * Takes a build in and begins it.
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `ACTION_EXISTS`, `BUILD_LIMIT_REACHED`,
 *   `INSUFFICIENT_CREDITS`, `SERVICE_UNAVAILABLE`
 */
export async function submitBuild(
  parts: BuildParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, BuildBody>,
): Promise<Answer> {
  const { account } = caller;
  const { website_url: websiteUrl, goal, actions = [], country = null, credential = {} } = body;
  parts.checkTarget("website_url", websiteUrl);
  requireBuilder(parts);
  const catalog = await parts.wire.catalogOf(account, { signal });
  const catalogSlug = slugOf(catalog, body.catalog_id);
  if (!body.force) checkNew(catalog, { websiteUrl, goal, actions, catalogSlug });
  await settleLost(parts, account, { signal });
  const id = parts.ids.uuid();
  const creditsCharged = parts.settings.prices.buildRequest;
  const { visibility } = body;
  const row = await parts.builds.add(
    { id, account, websiteUrl, goal, catalogSlug, visibility, actions, country, creditsCharged },
    { signal },
  );
  if (row === undefined) {
    const message = "Three build requests are running; wait until one of them has ended.";
    throw new ServiceError("BUILD_LIMIT_REACHED", { message });
  }
  parts.liveBuilds.add(id, { credential });
  try {
    await parts.jobs.submit(
      {
        id,
        account,
        type: "build_request",
        url: websiteUrl,
        country,
        request: {},
        baseUrl,
        webhookUrl: null,
        cost: creditsCharged,
      },
      { signal },
    );
  } catch (error) {
    parts.liveBuilds.take(id);
    await parts.builds.remove(row, { signal: neverAborts() });
    throw error;
  }
  return { status: 201, json: { status: "ok", build_request: buildDocument(row) } };
}

/** @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showBuild(
  parts: BuildParts,
  { caller, params, signal }: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const kept = await parts.builds.find(params["id"] ?? "", { signal });
  const found = owned("build request", kept, caller.account);
  await settleIfLost(parts, found, { signal });
  const row = (await parts.builds.find(found.id, { signal })) ?? found;
  return { status: 200, json: { status: "ok", build_request: buildDocument(row) } };
}

/** An account's builds, newest first. */
export async function listBuilds(
  parts: BuildParts,
  { caller, query, signal }: KeyedCall<BuildsQuery, unknown>,
): Promise<Answer> {
  const { account } = caller;
  const { status, page = 1, limit = PAGE } = query;
  await settleLost(parts, account, { signal });
  const asked = { account, status, skip: (page - 1) * limit, take: limit };
  const { rows, total } = await parts.builds.list(asked, { signal });
  const pagination = { page, limit, total };
  const build_requests = rows.map(buildDocument);
  return { status: 200, json: { status: "ok", build_requests, pagination } };
}

async function settleLost(parts: BuildParts, account: string, call: Call): Promise<void> {
  const open = await parts.builds.open(account, call);
  for (const row of open) await settleIfLost(parts, row, call);
}

/** A build whose job has ended without telling, as its process was killed, has failed. */
async function settleIfLost(parts: BuildParts, row: BuildRow, call: Call): Promise<void> {
  if (row.status === "success" || row.status === "failed") return;
  const job = await jobOf(parts, row, call);
  if (job !== undefined && !isSettled(job)) return;
  // It is stored a moment before its job is.
  if (job === undefined && parts.clock.now() - row.createdAt < 60_000) return;
  await parts.builds.end(row, lostEnd(job), call);
}

async function jobOf(parts: BuildParts, row: BuildRow, call: Call): Promise<Job | undefined> {
  try {
    return await parts.jobs.get(row.account, row.id, call);
  } catch (error) {
    if (isServiceError(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

/** Without a model or a browser, actions are built of what the catalog knows. */
function requireBuilder({ wire }: BuildParts): void {
  if (wire.runner !== undefined) return;
  const message = "This service has no Wire runner, which building actions needs.";
  throw new ServiceError("SERVICE_UNAVAILABLE", { message });
}

function slugOf(catalog: Catalog, id: string | undefined): string | null {
  if (id === undefined) return null;
  const site = catalog.sites().find(({ slug }) => catalogUuid(slug) === id);
  if (site !== undefined) return site.slug;
  throw new ServiceError("NOT_FOUND", { message: "There is no catalog with this 'catalog_id'." });
}

interface Wanted {
  readonly websiteUrl: string;
  readonly goal: string;
  readonly actions: readonly string[];
  readonly catalogSlug: string | null;
}

/** @throws ServiceError `ACTION_EXISTS` where the site has actions of the names, or for the goal */
function checkNew(catalog: Catalog, wanted: Wanted): void {
  const { websiteUrl, goal, actions, catalogSlug } = wanted;
  const domain = domainOf(websiteUrl);
  const isOfSite = ({ site }: Action): boolean =>
    site.slug === catalogSlug || site.domain === domain;
  const own = catalog.actions().filter(isOfSite);
  const named = own.filter(({ info }) => actions.includes(info.action_id.split(".")[1] ?? ""));
  const known = new Set(own.map(({ info }) => info.action_id));
  const fitting = catalog
    .resolve({ text: goal, limit: 10 })
    .filter(({ info }) => known.has(info.action_id));
  const existing = actions.length > 0 ? named : fitting;
  if (existing.length === 0) return;
  const existing_actions = existing.map(({ info }) => {
    const { action_id, name, description } = info;
    return { action_id, name, description };
  });
  throw new ServiceError("ACTION_EXISTS", {
    message: "The site already has such actions; set 'force' to build them nevertheless.",
    details: { extra: { existing_actions } },
  });
}
