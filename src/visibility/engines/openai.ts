import type { BackgroundOptions, EngineQuestion } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { readResponse } from "./responses-reply.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/**
 * ChatGPT's models with OpenAI's web search (https://platform.openai.com/docs/guides/tools-web-search).
 *
 * Request: `POST /responses` with `{ model, input, tools: [{ type: "web_search", user_location }],
 * background, store }`, the key as a bearer token; a job is looked at by `GET /responses/{id}`, and
 * kept beyond ten minutes because `store` is set. Citations: `url_citation` annotations.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * await using engine = createOpenAiEngine({ apiKey });
 * const { answer } = await engine.ask({ query: "best hiking boots", signal });
 * ```
 */
export function createOpenAiEngine(
  options: BackgroundOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.openai;
  const { background, ...settings } = engineSettings(vendor, options, { background: true });
  const dialect = {
    vendor,
    settings,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    request: ({ query, country }: EngineQuestion) => ({
      path: "/responses",
      body: {
        model: settings.model,
        input: query,
        tools: [{ type: "web_search", ...(country !== undefined && located(country)) }],
        ...(background && { background: true, store: true }),
      },
    }),
    read: readResponse,
    poll: (handle: string) => ({ path: `/responses/${encodeURIComponent(handle)}` }),
  };
  const { poll, ...atOnce } = dialect;
  return createVendorEngine(background ? { ...atOnce, poll } : atOnce, collaborators);
}

function located(country: string): object {
  return { user_location: { type: "approximate", country: country.toUpperCase() } };
}
