import { toText } from "../html/index.ts";
import { extractSummary, type ExtractedSummary, type SummaryPage } from "./extract-summary.ts";
import { generateObject, type GenerateCollaborators } from "./generate-object.ts";
import type { GenerateWarning } from "./generation.ts";
import type { TokenUsage } from "./token-usage.ts";

/** A model's own words about a page. */
export interface ModelSummary {
  readonly text: string;
  readonly source: "model";
  /** Whether the page has more text than the model was given. */
  readonly cutOff: boolean;
  readonly usage: TokenUsage;
  readonly warnings: readonly GenerateWarning[];
}

/** What a page is about, in short; `source` says in whose words. */
export type Summary = ExtractedSummary | ModelSummary;

/** Characters of a page that a model is given. */
const LONGEST_TEXT = 48_000;
/** Tokens of its answer. */
const MOST_TOKENS = 1024;

const schema = Object.freeze({
  type: "object",
  properties: { summary: { type: "string", minLength: 1, maxLength: 2000 } },
  required: ["summary"],
  additionalProperties: false,
});

/**
 * Summarizes a page: by the model when there is one, whose failure is thrown; else by sentences of
 * the page itself ({@link extractSummary}), as also for a page without text, which no model is asked
 * about.
 * @throws AiError as `generateObject` does; HtmlError `INVALID_INPUT`; the signal's reason
 * @example
 * ```ts
 * import { summarize } from "dragline/ai";
 * import { mainContent, parse } from "dragline/html";
 *
 * const tree = parse("<main><h1>Tides</h1><p>High water is at 06:12. Low water is at 12:25.</main>");
 * const { text } = await summarize({}, { view: mainContent(tree) });
 * console.log(text);
 * ```
 */
export async function summarize(
  { model, ...parts }: Partial<GenerateCollaborators>,
  page: SummaryPage,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Summary> {
  signal?.throwIfAborted();
  if (model === undefined) return extractSummary(page);
  const text = toText(page.view);
  if (text.trim() === "") return extractSummary(page);
  const { object, usage, warnings } = await generateObject(
    { ...parts, model },
    {
      schema,
      instructions: instructionsFor(page.language),
      data: [
        { label: "title", text: page.title ?? "" },
        { label: "page text", text: text.slice(0, LONGEST_TEXT) },
      ],
      maxOutputTokens: MOST_TOKENS,
    },
    { signal },
  );
  const cutOff = text.length > LONGEST_TEXT;
  const { summary } = object as { readonly summary: string };
  return { text: summary.trim(), source: "model", cutOff, usage, warnings };
}

function instructionsFor(language: string | undefined): string {
  const tongue =
    language === undefined ? "" : ` (${language.replaceAll(/[^\w-]/g, "").slice(0, 35)})`;
  return `Summarize the page in at most five sentences and 600 characters, in the language of its text${tongue}. Say what it says, plainly, without mentioning the page itself.`;
}
