import { jobTimes } from "../../base/job-times.ts";
import { engineVendors } from "../../../visibility/index.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Job, JobKind } from "../../jobs/job.ts";
import type { KindParts, ResourceParts } from "../../base/parts.ts";
import { ServiceError } from "../../base/service-error.ts";
import { unknown } from "../../base/owned.ts";
import {
  aiSearchEntry,
  aiSearchEvent,
  aiSearchRecord,
  aiSearchRequest,
  storedAiSearch,
} from "./codec.ts";
import { LONGEST_SEARCH, runSearch } from "./run-search.ts";
import type { AiSearchBody } from "./schema.ts";
import type { SourceStore } from "./source-store.ts";

/** Searches of the list (decisions, 0.5). */
const LISTED = 20;

/** What searches are taken in and shown with. */
export interface AiVisibilityParts extends ResourceParts {
  readonly aiSources: SourceStore;
}

type Call = KeyedCall<unknown, unknown>;

/**
 * Takes a search in and begins it.
 * @throws ServiceError `CONFIGURATION_ERROR`, `INVALID_REQUEST`, `INSUFFICIENT_CREDITS`
 */
export async function submitAiSearch(
  parts: AiVisibilityParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, AiSearchBody>,
): Promise<Answer> {
  const { query, country } = body;
  const sources = sourcesOf(parts, body.sources);
  const job = await parts.jobs.submit(
    {
      account: caller.account,
      type: "ai_search",
      url: "",
      country,
      request: storedAiSearch({ query, sources }),
      baseUrl,
      webhookUrl: null,
      cost: sources.length * parts.settings.prices.visibilitySource,
    },
    { signal },
  );
  return { status: 202, json: aiSearchRecord(job, []) };
}

/** A search, in any state. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showAiSearch(parts: AiVisibilityParts, call: Call): Promise<Answer> {
  const job = await findAiSearch(parts, call);
  const { aiSources } = parts;
  const rows = await aiSources.of([job.id], call);
  const synthesis = await aiSources.synthesisOf(job.id, call);
  return { status: 200, json: aiSearchRecord(job, await aiSources.read(rows, call), synthesis) };
}

/** An account's last searches, newest first. */
export async function listAiSearches(parts: AiVisibilityParts, call: Call): Promise<Answer> {
  const query = { account: call.caller.account, type: "ai_search", skip: 0, take: LISTED } as const;
  const jobs = (await parts.jobs.list(query, call)).jobs.map(({ job }) => job);
  const ids = jobs.map(({ id }) => id);
  const rows = Map.groupBy(await parts.aiSources.of(ids, call), ({ search }) => search);
  const searches = jobs.map((job) => aiSearchEntry(job, rows.get(job.id) ?? []));
  return { status: 200, json: { searches } };
}

/** The engines that this host has. */
export function listAiSources({ answerEngines }: Pick<KindParts, "answerEngines">): Answer {
  const sources = [...answerEngines.values()].map(({ slug, label }) => ({ slug, label }));
  return { status: 200, json: sources };
}

/** The search that the path names. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function findAiSearch(
  { jobs }: Pick<ResourceParts, "jobs">,
  { caller, params, signal }: Pick<Call, "caller" | "params" | "signal">,
): Promise<Job> {
  const job = await jobs.get(caller.account, params["id"] ?? "", { signal });
  if (job.type === "ai_search") return job;
  throw unknown("search");
}

/** How searches run and are shown. */
export function aiSearchKind(parts: KindParts & { readonly aiSources: SourceStore }): JobKind {
  const { aiSources: sources } = parts;
  return {
    type: "ai_search",
    resultPath: "/ai-visibility/search",
    timeoutMs: LONGEST_SEARCH + jobTimes.settling,
    concurrency: parts.settings.concurrency,
    start: "at-once",
    run: (job, run) => runSearch(parts, job, run),
    title: (job) => aiSearchRequest(job).query,
    head: (job) => ({ search_id: job.id, query: aiSearchRequest(job).query }),
    event: async (job, call) => {
      const synthesis = await sources.synthesisOf(job.id, call);
      const data = aiSearchEvent(job, await sources.of([job.id], call), synthesis);
      return { family: "ai.search", data };
    },
    events: "bare",
    forget: ({ id }, signal) => sources.forget(id, { signal }),
  };
}

function sourcesOf(
  { answerEngines }: Pick<KindParts, "answerEngines">,
  asked: readonly string[] = [],
): string[] {
  const known = [...answerEngines.keys()];
  if (known.length === 0) throw noEngines();
  const named = asked.map((name) => slugOf(answerEngines, name));
  const unknown = named.find((slug) => !answerEngines.has(slug));
  if (unknown === undefined) return named.length === 0 ? known : [...new Set(named)];
  const message = `sources: unknown answer engine '${unknown.slice(0, 100)}'; expected one of ${known.join(", ")}.`;
  throw new ServiceError("INVALID_REQUEST", { message });
}

/** What public clients call engines that have other slugs here (decisions, 4.7). */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["chatgpt", engineVendors.openai.slug],
  ["claude", engineVendors.anthropic.slug],
  ["grok", engineVendors.xai.slug],
  ["google", engineVendors["google-overview"].slug],
  ["google-ai-overview", engineVendors["google-overview"].slug],
]);

/** The slug of an engine that is called by its slug, its label or what public clients call it. */
export function slugOf(engines: KindParts["answerEngines"], name: string): string {
  if (engines.has(name)) return name;
  const called = name.trim().toLowerCase();
  const other = OTHER_NAMES.get(called);
  if (other !== undefined && engines.has(other)) return other;
  const labelled = [...engines.values()].find(({ label }) => label.toLowerCase() === called);
  return labelled?.slug ?? name;
}

function noEngines(): ServiceError {
  return new ServiceError("CONFIGURATION_ERROR", {
    message:
      "No answer engine is configured: pass answer engines to the service (the collaborator " +
      "'answerEngines'; DRAGLINE_OPENAI_KEY and the like for dragline serve).",
  });
}
