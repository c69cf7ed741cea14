import type { EngineOptions, EngineQuestion, NamedSource, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { readerIn } from "./reader-country.ts";
import { codeOf, fieldsOf, objectsOf, textOf } from "./reply-fields.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/** Ends that are a filter's. */
const FILTERED: ReadonlySet<unknown> = new Set([
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
]);

/**
 * Gemini with grounding by Google Search (https://ai.google.dev/gemini-api/docs/google-search).
 *
 * Request: `POST /models/{model}:generateContent` with `{ contents, tools: [{ google_search: {} }] }`,
 * the key as `x-goog-api-key`. Sources: `groundingMetadata.groundingChunks[].web`, those that
 * `groundingSupports` name where there are supports; their addresses are redirects that expire and
 * are resolved at once. The tool takes no country: the system's instruction says it in words.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createGeminiEngine(
  options: EngineOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.gemini;
  const settings = engineSettings(vendor, options, {});
  const dialect = {
    vendor,
    settings,
    headers: { "x-goog-api-key": settings.apiKey },
    request: ({ query, country }: EngineQuestion) => ({
      path: `/models/${settings.model}:generateContent`,
      body: {
        ...(country !== undefined && {
          systemInstruction: { parts: [{ text: readerIn(country) }] },
        }),
        contents: [{ role: "user", parts: [{ text: query }] }],
        tools: [{ google_search: {} }],
      },
    }),
    read,
  };
  return createVendorEngine(dialect, collaborators);
}

function read(reply: unknown): Reading {
  const { candidates, promptFeedback, modelVersion: model } = fieldsOf(reply);
  if (textOf(fieldsOf(promptFeedback)["blockReason"]) !== "") {
    return { kind: "answered", said: { content: "", sources: [], model, isRefusal: true } };
  }
  if (!Array.isArray(candidates)) return { kind: "malformed", what: "'candidates' is not a list" };
  const { content, finishReason, groundingMetadata } = fieldsOf(candidates[0]);
  const isRefusal = FILTERED.has(finishReason);
  if (!isRefusal && finishReason !== undefined && finishReason !== "STOP") {
    return { kind: "failed", why: `cut its answer off (${codeOf(finishReason)})` };
  }
  const parts = objectsOf(fieldsOf(content)["parts"]).filter(({ thought }) => thought !== true);
  const said = {
    content: parts.map(({ text }) => textOf(text)).join(""),
    sources: sourcesOf(groundingMetadata),
    model,
    isRefusal,
  };
  return { kind: "answered", said };
}

function sourcesOf(metadata: unknown): NamedSource[] {
  const { groundingChunks, groundingSupports } = fieldsOf(metadata);
  const chunks = Array.isArray(groundingChunks) ? groundingChunks : [];
  const supported = objectsOf(groundingSupports).flatMap(({ groundingChunkIndices }) =>
    Array.isArray(groundingChunkIndices) ? groundingChunkIndices : [],
  );
  const named: unknown[] =
    supported.length === 0
      ? chunks
      : [...new Set(supported)].map((index: unknown): unknown => chunks[Number(index)]);
  return named
    .map((chunk) => fieldsOf(fieldsOf(chunk)["web"]))
    .filter(({ uri }) => typeof uri === "string")
    .map(({ uri, title }) => ({ url: uri, title }));
}
