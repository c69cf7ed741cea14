import { checkArgument } from "../core/index.ts";
import { toText } from "../html/index.ts";
import { extractSummary, type ExtractedSummary, type SummaryPage } from "./extract-summary.ts";
import { generateObject, type GenerateCollaborators } from "./generate-object.ts";
import type { LanguageModel } from "./model.ts";
import type { TextSentence } from "./prove-sentences.ts";
import { proveSummary } from "./prove-summary.ts";
import type { SummaryWarning } from "./extract-summary.ts";
import { addUsage, type TokenUsage } from "./token-usage.ts";

/** What summaries are made with; each is borrowed. */
export interface SummaryCollaborators extends Partial<GenerateCollaborators> {
  /**
   * Is asked, a dozen sentences at a time, whether the page's words say the model's sentences; it may be
   * the same model, or a smaller one. When absent no sentence is checked, and nothing more is paid.
   */
  readonly checker?: LanguageModel | undefined;
}

/** A model's own words about a page, as far as the page does not speak against them. */
export interface ModelSummary {
  /** Without sentences that the page does not say. */
  readonly text: string;
  readonly source: "model";
  /** The sentences of `text`, each with how well the page supports it, and by which of its words. */
  readonly sentences: readonly TextSentence[];
  /** Whether the page has more text than the model was given. */
  readonly cutOff: boolean;
  /** Of writing and checking. */
  readonly usage: TokenUsage;
  readonly warnings: readonly SummaryWarning[];
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
 * about. Each sentence of the model is compared with the words of the page that come nearest to it: by
 * rules, and where there is a `checker` by that. What they refuse is left out, and where nothing is left,
 * sentences of the page stand in its place; warnings say so. What nobody has checked is `unchecked`.
 * @throws AiError as `generateObject` does; HtmlError `INVALID_INPUT`; the signal's reason
 * @example
 * ```ts
 * import { summarize } from "dragline/ai";
 * import { mainContent, parse } from "dragline/html";
 *
 * const story = "High water in Dover is at a quarter past six. Low water follows six hours later.";
 * const tree = parse(`<main><h1>Tides</h1><p>${story}</main>`);
 * const { text } = await summarize({}, { view: mainContent(tree) });
 * console.log(text);
 * ```
 */
export async function summarize(
  collaborators: SummaryCollaborators,
  page: SummaryPage,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Summary> {
  checkArgument("collaborators of summarize({ model }, page)", collaborators, "object");
  checkArgument("page of summarize({ model }, page)", page, "object");
  const { model, checker, ...parts } = collaborators;
  signal?.throwIfAborted();
  if (model === undefined) return extractSummary(page);
  const whole = toText(page.view);
  if (whole.trim() === "") return extractSummary(page);
  const { title, language } = page;
  const text = whole.slice(0, LONGEST_TEXT);
  const { object, ...written } = await generateObject(
    { ...parts, model },
    {
      schema,
      instructions: instructionsFor(language),
      data: [
        { label: "title", text: title ?? "" },
        { label: "page text", text },
      ],
      maxOutputTokens: MOST_TOKENS,
    },
    { signal },
  );
  const { summary } = object as { readonly summary: string };
  const checking = checker && { ...parts, model: checker };
  const question = { summary, page: { text, title, language } };
  const proven = await proveSummary(checking, question, signal);
  const usage = addUsage(written.usage, proven.usage);
  const warnings = [...written.warnings, ...proven.warnings];
  if (proven.sentences.length === 0) {
    return { ...extractSummary(page), usage, warnings: [...warnings, EXTRACTIVE] };
  }
  const { sentences } = proven;
  const cutOff = whole.length > LONGEST_TEXT;
  return { text: proven.text, source: "model", sentences, cutOff, usage, warnings };
}

const EXTRACTIVE: SummaryWarning = Object.freeze({
  kind: "extractive",
  message:
    "The page supports no sentence of the model's summary; sentences of the page replace it.",
});

function instructionsFor(language: string | undefined): string {
  const tongue =
    language === undefined ? "" : ` (${language.replaceAll(/[^\w-]/g, "").slice(0, 35)})`;
  return `Summarize the page in at most five sentences and 600 characters, in the language of its text${tongue}. Say what it says, plainly, without mentioning the page itself.`;
}
