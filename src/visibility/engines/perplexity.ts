import { systemIds } from "../../core/index.ts";
import type { BackgroundOptions, EngineQuestion, NamedSource, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { codeOf, fieldsOf, objectsOf, textOf, type Fields } from "./reply-fields.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/** Bytes of the key by which a request that is sent twice is one job. */
const IDEMPOTENCY_BYTES = 16;

/**
 * Perplexity's Sonar (https://docs.perplexity.ai/api-reference/sonar-post).
 *
 * Request: `POST /v1/async/sonar` with `{ request: { model, messages, web_search_options: {
 * user_location } }, idempotency_key }`, looked at by `GET /v1/async/sonar/{id}`; without background
 * the `request` alone to `POST /v1/sonar`; the key as a bearer token. Sources: `citations`, to which
 * `[1]` in the text refers, with titles and dates of `search_results`.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createPerplexityEngine(
  options: BackgroundOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.perplexity;
  const { background, ...settings } = engineSettings(vendor, options, { background: true });
  const { ids = systemIds } = collaborators;
  const asked = ({ query, country }: EngineQuestion): object => ({
    model: settings.model,
    messages: [{ role: "user", content: query }],
    ...(country !== undefined && {
      web_search_options: { user_location: { country: country.toUpperCase() } },
    }),
  });
  const headers = { authorization: `Bearer ${settings.apiKey}` };
  if (!background) {
    const request = (question: EngineQuestion): { path: string; body: object } => ({
      path: "/v1/sonar",
      body: asked(question),
    });
    return createVendorEngine(
      { vendor, settings, headers, request, read: readCompletion },
      collaborators,
    );
  }
  const dialect = {
    vendor,
    settings,
    headers,
    request: (question: EngineQuestion) => ({
      path: "/v1/async/sonar",
      body: { request: asked(question), idempotency_key: ids.token(IDEMPOTENCY_BYTES) },
    }),
    read: readJob,
    poll: (handle: string) => ({ path: `/v1/async/sonar/${encodeURIComponent(handle)}` }),
  };
  return createVendorEngine(dialect, collaborators);
}

function readJob(reply: unknown): Reading {
  const { id, status, response } = fieldsOf(reply);
  const handle = textOf(id);
  if (handle === "") return { kind: "malformed", what: "a job without an id" };
  if (status === "CREATED" || status === "IN_PROGRESS") return { kind: "running", handle };
  if (status === "FAILED") return { kind: "failed", why: "reported a failure" };
  const reading = readCompletion(response);
  return reading.kind === "answered" ? { ...reading, handle } : reading;
}

function readCompletion(reply: unknown): Reading {
  const { choices, citations, search_results: results, model } = fieldsOf(reply);
  const [choice] = objectsOf(choices);
  if (choice === undefined) return { kind: "malformed", what: "'choices' has no entry" };
  const { message, finish_reason: end } = choice;
  if (end === "length") return { kind: "failed", why: `cut its answer off (${codeOf(end)})` };
  const text = textOf(fieldsOf(message)["content"]);
  const said = {
    // Models that reason show it first.
    content: text.replace(/^\s*<think>[^]*?<\/think>/, ""),
    sources: sourcesOf(citations, objectsOf(results)),
    model,
    isRefusal: end === "content_filter",
  };
  return { kind: "answered", said };
}

function sourcesOf(citations: unknown, results: readonly Fields[]): NamedSource[] {
  const known = new Map(results.map((result) => [result["url"], result]));
  const cited: unknown[] = Array.isArray(citations) ? citations : results.map(({ url }) => url);
  return cited.map((url) => ({
    url,
    title: known.get(url)?.["title"],
    date: known.get(url)?.["date"],
  }));
}
