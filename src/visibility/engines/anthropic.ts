import { checkNumber } from "../../core/index.ts";
import type { EngineOptions, EngineQuestion, NamedSource, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { codeOf, fieldsOf, objectsOf, textOf, type Fields } from "./reply-fields.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/** An account at Anthropic, and how it is asked. */
export interface AnthropicOptions extends EngineOptions {
  /**
   * The most tokens of an answer, from 1; one that needs more has failed.
   * @default 4096
   */
  readonly maxTokens?: number | undefined;
}

/** Searches of one answer. */
const MOST_SEARCHES = 5;

/**
 * Claude with Anthropic's web search
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool).
 *
 * Request: `POST /messages` with `{ model, max_tokens, messages, tools: [{ type:
 * "web_search_20250305", name, max_uses, user_location }] }`, the key as `x-api-key`; an answer with
 * `stop_reason` `pause_turn` is sent back and goes on. Citations: `web_search_result_location` at the
 * texts, dated by `page_age` of the results.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createAnthropicEngine(
  options: AnthropicOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.anthropic;
  const { maxTokens, ...settings } = engineSettings(vendor, options, { maxTokens: 4096 });
  checkNumber("maxTokens", maxTokens, { min: 1 });
  const body = ({ query, country }: EngineQuestion, said: readonly Fields[]): object => ({
    model: settings.model,
    max_tokens: maxTokens,
    messages: [
      { role: "user", content: query },
      ...(said.length === 0 ? [] : [{ role: "assistant", content: said }]),
    ],
    tools: [
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: MOST_SEARCHES,
        ...(country !== undefined && {
          user_location: { type: "approximate", country: country.toUpperCase() },
        }),
      },
    ],
  });
  const path = "/messages";
  // What was said before a pause belongs to the question that is asked, one at a time each.
  const paused = new WeakMap<EngineQuestion, readonly Fields[]>();
  const dialect = {
    vendor,
    settings,
    headers: { "x-api-key": settings.apiKey, "anthropic-version": "2023-06-01" },
    request: (question: EngineQuestion) => ({ path, body: body(question, []) }),
    read: (reply: unknown, question: EngineQuestion): Reading => {
      const { content, stop_reason: end } = fieldsOf(reply);
      if (!Array.isArray(content)) return { kind: "malformed", what: "'content' is not a list" };
      const said = [...(paused.get(question) ?? []), ...objectsOf(content)];
      if (end !== "pause_turn") return readMessage(fieldsOf(reply), said);
      paused.set(question, said);
      return { kind: "next", request: { path, body: body(question, said) } };
    },
  };
  return createVendorEngine(dialect, collaborators);
}

function readMessage({ stop_reason: end, model }: Fields, said: readonly Fields[]): Reading {
  if (end === "max_tokens" || end === "model_context_window_exceeded") {
    return { kind: "failed", why: `cut its answer off (${codeOf(end)})` };
  }
  // What stands before the last search says what is going to be searched for.
  const lastSearch = said.findLastIndex(({ type }) => type === "web_search_tool_result");
  const texts = said.slice(lastSearch + 1).filter(({ type }) => type === "text");
  const content = texts.map(({ text }) => textOf(text)).join("");
  const ages = new Map(
    said
      .filter(({ type }) => type === "web_search_tool_result")
      .flatMap((block) => objectsOf(block["content"]))
      .map((result) => [result["url"], result["page_age"]]),
  );
  const sources = texts.flatMap(({ citations }) => sourcesOf(citations, ages));
  return { kind: "answered", said: { content, sources, model, isRefusal: end === "refusal" } };
}

function sourcesOf(citations: unknown, ages: ReadonlyMap<unknown, unknown>): NamedSource[] {
  return objectsOf(citations)
    .filter(({ type }) => type === "web_search_result_location")
    .map(({ url, title }) => ({ url, title, date: ages.get(url) }));
}
