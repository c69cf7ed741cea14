import type { EngineOptions, EngineQuestion, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { readerIn } from "./reader-country.ts";
import { fieldsOf, objectsOf, textOf, type Fields } from "./reply-fields.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/**
 * Mistral's models with its web search (https://docs.mistral.ai/agents/tools/built-in/websearch).
 *
 * Request: `POST /conversations` with `{ model, inputs, tools: [{ type: "web_search" }], store: false
 * }`, the key as a bearer token. Answer: `{ outputs: [{ type: "message.output", model, content }] }`,
 * whose content is a text or a list of `{ type: "text", text }` and `{ type: "tool_reference", url,
 * title }`: those are the sources. The tool takes no country: `instructions` says it in words.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createMistralEngine(
  options: EngineOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors.mistral;
  const settings = engineSettings(vendor, options, {});
  const dialect = {
    vendor,
    settings,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    request: ({ query, country }: EngineQuestion) => ({
      path: "/conversations",
      body: {
        model: settings.model,
        inputs: query,
        tools: [{ type: "web_search" }],
        store: false,
        ...(country !== undefined && { instructions: readerIn(country) }),
      },
    }),
    read,
  };
  return createVendorEngine(dialect, collaborators);
}

function read(reply: unknown): Reading {
  const { outputs } = fieldsOf(reply);
  if (!Array.isArray(outputs)) return { kind: "malformed", what: "'outputs' is not a list" };
  const messages = objectsOf(outputs).filter(({ type }) => type === "message.output");
  const chunks = messages.flatMap(chunksOf);
  const said = {
    content: chunks.map(({ text }) => textOf(text)).join(""),
    sources: chunks
      .filter(({ type, url }) => type === "tool_reference" && typeof url === "string")
      .map(({ url, title }) => ({ url, title })),
    model: messages.at(-1)?.["model"],
    isRefusal: false,
  };
  return { kind: "answered", said };
}

function chunksOf({ content }: Fields): readonly Fields[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return objectsOf(content).filter(({ type }) => type === "text" || type === "tool_reference");
}
