import type { EngineOptions, EngineQuestion, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { readerIn } from "./reader-country.ts";
import { fieldsOf } from "./reply-fields.ts";
import { readResponse } from "./responses-reply.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/**
 * Grok with xAI's web search (https://docs.x.ai/developers/tools/web-search).
 *
 * Request: `POST /responses` with `{ model, input, tools: [{ type: "web_search" }] }`, the key as a
 * bearer token. Citations: `url_citation` annotations; where there are none, `citations`, which lists
 * every page that was looked at. The tool takes no country: the request says it in words.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createXaiEngine(
  options: EngineOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.xai;
  const settings = engineSettings(vendor, options, {});
  const dialect = {
    vendor,
    settings,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    request: ({ query, country }: EngineQuestion) => ({
      path: "/responses",
      body: {
        model: settings.model,
        ...(country !== undefined && { instructions: readerIn(country) }),
        input: [{ role: "user", content: query }],
        tools: [{ type: "web_search" }],
      },
    }),
    read,
  };
  return createVendorEngine(dialect, collaborators);
}

function read(reply: unknown): Reading {
  const reading = readResponse(reply);
  if (reading.kind !== "answered") return reading;
  const { citations } = fieldsOf(reply);
  const { said } = reading;
  if (said.sources.length > 0 || !Array.isArray(citations)) return { kind: "answered", said };
  const sources = citations.map((url: unknown) => ({ url, title: "" }));
  return { kind: "answered", said: { ...said, sources } };
}
