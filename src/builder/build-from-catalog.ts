import {
  createCatalog,
  readAction,
  type Action,
  type Catalog,
  type Recipe,
  type Runner,
} from "../wire/index.ts";
import { fitsIntent } from "../wire/internal.ts";
import type { Json } from "../storage/index.ts";
import type { BuiltAction } from "./action-drafter.ts";
import type { CaseRecorder } from "./case-recorder.ts";
import { SEARCHING } from "./propose-list.ts";

/** What an action of a platform is looked for with. */
interface CatalogBuild {
  readonly catalog: Catalog;
  readonly runner: Runner;
  /** Keeps what the runner is answered. */
  readonly recorder: CaseRecorder;
  readonly websiteUrl: string;
  readonly goal: string;
  /** The name that is wanted; that of the catalog's action when absent. */
  readonly name: string | undefined;
  readonly slug: string;
  readonly day: string;
}

/** Platforms that are tried, and milliseconds of one try. */
const MOST = 8;
const TRY_MS = 30_000;

/**
 * Makes an action of a site that is of one of the catalog's platforms, or has a feed: the action of the
 * catalog that does what the goal says, with the site's address as a default. It is run before it is given;
 * undefined when there is none.
 * @throws the signal's reason
 */
export async function buildFromCatalog(
  parts: CatalogBuild,
  signal: AbortSignal,
): Promise<BuiltAction | undefined> {
  const { catalog, goal, websiteUrl } = parts;
  const ofPlatforms = catalog.actions().filter((action) => siteParameter(action) !== undefined);
  const fitting = createCatalog([], ofPlatforms)
    .resolve({ text: goal, type: "read" })
    .filter((action) => action.info.auth_mode !== "required" && fitsIntent(action, goal));
  const best = [...Map.groupBy(fitting, ({ site }) => site.slug).values()].flatMap(
    ([one]) => one ?? [],
  );
  for (const action of best.slice(0, MOST)) {
    for (const address of addressesOf(websiteUrl)) {
      const own = siteParameter(action) ?? "";
      const built = await tryAction(action, { ...parts, own, address }, signal);
      if (built !== undefined) return built;
    }
  }
  return await ofFeed(parts, signal);
}

/** Words for what is in a feed. */
const NEWS = /\b(?:feed|rss|atom|news|posts?|articles?|episodes?|entries|stories|blog)\b/i;

interface Feeds {
  readonly feeds: readonly { readonly url: string; readonly type: string }[];
}

/** What reads a feed that the page names, where what is new is asked for. */
async function ofFeed(parts: CatalogBuild, signal: AbortSignal): Promise<BuiltAction | undefined> {
  const { catalog, runner, websiteUrl, goal } = parts;
  const finding = catalog.action("feed.find_feeds");
  if (finding === undefined || !NEWS.test(goal) || SEARCHING.test(goal)) return undefined;
  const params = { url: websiteUrl };
  const found = await runner.run(finding, { params, signal, timeoutMs: TRY_MS });
  signal.throwIfAborted();
  if (found.status === "failed") return undefined;
  for (const { url, type } of (found.data as unknown as Feeds).feeds) {
    const action = catalog.action(/json/.test(type) ? "feed.read_json_feed" : "feed.read_feed");
    const own = { ...parts, own: "url", address: url };
    const built = action === undefined ? undefined : await tryAction(action, own, signal);
    if (built !== undefined) return built;
  }
  return undefined;
}

/** The parameter that says which site of a platform is meant. */
function siteParameter({ info, body }: Action): string | undefined {
  if ("run" in body) return undefined;
  return info.parameters.find(({ format, required }) => format === "site" && required)?.name;
}

/** The address as it was given, and the site's first page. */
function addressesOf(websiteUrl: string): string[] {
  const { origin, pathname } = new URL(websiteUrl);
  return [...new Set([`${origin}${pathname}`.replace(/\/$/, ""), origin])];
}

/** Where an action of the catalog finds the site. */
interface Address {
  /** The parameter. */
  readonly own: string;
  readonly address: string;
}

async function tryAction(
  action: Action,
  { runner, recorder, ...parts }: CatalogBuild & Address,
  signal: AbortSignal,
): Promise<BuiltAction | undefined> {
  const copy = copyOf(action, parts);
  const { parameters } = copy.action.info;
  const asked = parameters.filter(({ required }) => required);
  const params = Object.fromEntries(asked.map(({ name, examples }) => [name, examples[0] as Json]));
  recorder.take();
  const result = await runner.run(copy.action, { params, signal, timeoutMs: TRY_MS });
  const exchanges = recorder.take();
  signal.throwIfAborted();
  if (result.status === "failed") return undefined;
  const { action_id } = copy.action.info;
  const expect = { data: result.data };
  const head = { format: 1, action_id, kind: "good", title: "as it was built", params };
  const cases = exchanges === undefined ? [] : [{ ...head, exchanges, expect } as unknown as Json];
  return { ...copy, cases, platform: action.site.name };
}

/** The platform's action as one of the site. */
function copyOf(
  action: Action,
  {
    websiteUrl,
    slug,
    name,
    day,
    own,
    address,
  }: Omit<CatalogBuild, "runner" | "recorder"> & Address,
): Pick<BuiltAction, "action" | "recipe" | "site"> {
  const body = action.body as Recipe;
  const { origin, hostname } = new URL(websiteUrl);
  const domain = hostname.replace(/^www\./, "");
  const action_id = `${slug}.${name ?? action.info.action_id.slice(action.site.slug.length + 1)}`;
  const parameters = body.parameters.map((one) =>
    one.name === own ? { ...one, required: false, default: address, examples: [address] } : one,
  );
  const dates = { created: day, updated: day };
  const recipe = { ...body, action_id, built: true, parameters, ...dates } as unknown as Json;
  const site = {
    ...action.site,
    slug,
    name: domain,
    url: origin,
    domain,
    ...dates,
  } as unknown as Json;
  return { action: readAction(recipe, site), recipe, site };
}
