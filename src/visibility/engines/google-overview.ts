import type { EngineOptions, EngineQuestion, NamedSource, Reading } from "./engine-dialect.ts";
import { engineSettings } from "./engine-settings.ts";
import { engineVendors } from "./engine-vendors.ts";
import { fieldsOf, objectsOf, textOf, type Fields } from "./reply-fields.ts";
import {
  createVendorEngine,
  type EngineCollaborators,
  type VendorEngine,
} from "./vendor-engine.ts";

/** An account at SerpApi, and in which language Google is asked. */
export interface GoogleOverviewOptions extends Omit<EngineOptions, "model"> {
  /**
   * The language of the overview (`de`, `pt-br`).
   * @default "en"
   */
  readonly language?: string | undefined;
}

/** Blocks within blocks that are read. */
const DEEPEST = 4;

/**
 * The AI overview that Google shows above its results, as SerpApi gives it
 * (https://serpapi.com/ai-overview). Google shows none for many questions: that is `NO_ANSWER`.
 *
 * Request: `GET /search.json?engine=google&q&gl&hl&api_key`, and with `engine=google_ai_overview
 * &page_token` a second one where Google loads the overview later. Answer: `{ ai_overview: {
 * text_blocks: [{ type, snippet, list, text_blocks }], references: [{ link, title, source }] } }`.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @see {@link createOpenAiEngine} for an example
 */
export function createGoogleOverviewEngine(
  options: GoogleOverviewOptions,
  collaborators: EngineCollaborators = {},
): VendorEngine {
  const vendor = engineVendors["google-overview"];
  const { language, ...settings } = engineSettings(vendor, options, { language: "en" });
  const path = "/search.json";
  const key = { api_key: settings.apiKey };
  const dialect = {
    vendor,
    settings,
    headers: {},
    request: ({ query, country }: EngineQuestion) => ({
      path,
      query: {
        engine: "google",
        q: query,
        hl: language,
        ...(country !== undefined && { gl: country }),
        ...key,
      },
    }),
    read: (reply: unknown): Reading => {
      const { ai_overview: overview } = fieldsOf(reply);
      const { page_token: token, text_blocks: blocks } = fieldsOf(overview);
      if (typeof token === "string" && blocks === undefined) {
        const query = { engine: "google_ai_overview", page_token: token, ...key };
        return { kind: "next", request: { path, query } };
      }
      return readOverview(fieldsOf(reply));
    },
  };
  return createVendorEngine(dialect, collaborators);
}

function readOverview({ ai_overview: overview, search_metadata: about }: Fields): Reading {
  if (about === undefined) return { kind: "malformed", what: "it has no 'search_metadata'" };
  if (fieldsOf(about)["status"] === "Error") return { kind: "failed", why: "reported a failure" };
  const { text_blocks: blocks, references } = fieldsOf(overview);
  const content = objectsOf(blocks)
    .map((block) => writeBlock(block, 0))
    .filter((text) => text !== "")
    .join("\n\n");
  if (content === "") {
    const why = "found no AI overview of Google for this question";
    return { kind: "failed", why, code: "NO_ANSWER" };
  }
  const sources = objectsOf(references).map(sourceOf);
  return { kind: "answered", said: { content, sources, model: "", isRefusal: false } };
}

function sourceOf({ link, title }: Fields): NamedSource {
  return { url: link, title };
}

/** A block in Markdown. */
function writeBlock(block: Fields, depth: number): string {
  if (depth > DEEPEST) return "";
  const { type, title, snippet, list, text_blocks: inner } = block;
  const said = [textOf(title), textOf(snippet)].filter((text) => text !== "").join(" ");
  const head = type === "heading" && said !== "" ? `### ${said}` : said;
  const items = objectsOf(list).map((item) => writeItem(item, depth));
  const blocks = objectsOf(inner).map((each) => writeBlock(each, depth + 1));
  return [head, items.join("\n"), ...blocks].filter((text) => text !== "").join("\n\n");
}

function writeItem(item: Fields, depth: number): string {
  const text = writeBlock(item, depth + 1).replaceAll(/\n+/g, "\n  ");
  return `- ${text}`;
}
