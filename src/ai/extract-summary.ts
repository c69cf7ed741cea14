import { checkArgument, detach } from "../core/index.ts";
import { textBlocks, type View } from "../html/index.ts";
import type { GenerateWarning } from "./generation.ts";
import { findProse } from "./prose.ts";
import type { TokenUsage } from "./token-usage.ts";
import { rankSentences, type RankedSentence } from "./rank-sentences.ts";

/** What is worth knowing about a summary of a model. */
export interface SummaryWarning {
  /**
   * `refused`: sentences that the page does not say were left out; `unchecked`: sentences stand there that
   * no model has compared with the page's words; `not-checked`: the model that was to do so failed;
   * `extractive`: nothing of the model's summary is left, and sentences of the page stand in its place;
   * the others are those of {@link GenerateWarning}.
   */
  readonly kind: GenerateWarning["kind"] | "refused" | "unchecked" | "not-checked" | "extractive";
  readonly message: string;
}

/** A page to summarize. */
export interface SummaryPage {
  /** What of the page counts: its main content. */
  readonly view: View;
  /** The page's title; sentences with its words count more. */
  readonly title?: string | undefined;
  /** The language of the text as a BCP 47 tag; English when absent or unknown. */
  readonly language?: string | undefined;
}

/** Sentences of a page. */
export interface ExtractedSummary {
  /** The sentences as one text; null when the page has no sentences. */
  readonly text: string | null;
  readonly source: "extractive";
  /** Verbatim, in page order: at most 5, and 600 characters with what joins them. */
  readonly sentences: readonly string[];
  /** Whether the page has more text than was looked at. */
  readonly cutOff: boolean;
  /** Of a model whose summary was left out whole; absent where none was asked. */
  readonly usage?: TokenUsage;
  /** Why that summary was left out; absent where no model was asked. */
  readonly warnings?: readonly SummaryWarning[];
}

/** Sentences of a summary. */
const MOST_SENTENCES = 5;
/** Characters of a summary. */
const MOST_CHARACTERS = 600;
/** Share of the words of the shorter of two sentences from which they say the same. */
const SAME = 0.6;
/** A sentence that is worth less than this share of the best one is left out. */
const WEAK = 0.4;

/**
 * Summarizes a page in its own words: the sentences that are closest to what all of them are about,
 * without near repeats, in page order. Nothing is asked of a model and no word is changed.
 * @throws HtmlError `INVALID_INPUT` when there is no view
 * @example
 * ```ts
 * import { extractSummary } from "dragline/ai";
 * import { mainContent, parse } from "dragline/html";
 *
 * const story = "High water in Dover is at a quarter past six. Low water follows six hours later.";
 * const tree = parse(`<main><h1>Tides</h1><p>${story}</main>`);
 * console.log(extractSummary({ view: mainContent(tree), title: "Tides" }).text);
 * ```
 */
export function extractSummary(page: SummaryPage): ExtractedSummary {
  checkArgument("page of extractSummary({ view })", page, "object");
  const { view, title = "", language = "en" } = page;
  const about = { title, language };
  const { sentences, cutOff } = findProse(textBlocks(view), about);
  const chosen = choose(rankSentences(sentences, about)).map(({ text }) => detach(text));
  const text = chosen.length === 0 ? null : chosen.reduce(joinSentences);
  return { text, source: "extractive", sentences: chosen, cutOff };
}

/** The best sentences that fit, in page order. */
function choose(ranked: readonly RankedSentence[]): RankedSentence[] {
  const chosen: RankedSentence[] = [];
  let characters = 0;
  const best = ranked.toSorted((a, b) => b.score - a.score);
  for (const sentence of best) {
    if (chosen.length === MOST_SENTENCES) break;
    if (sentence.score < WEAK * (best[0]?.score ?? 0)) break;
    const length = sentence.text.length + (chosen.length === 0 ? 0 : 1);
    if (characters + length > MOST_CHARACTERS) continue;
    if (chosen.some((other) => saysTheSame(sentence, other))) continue;
    chosen.push(sentence);
    characters += length;
  }
  const order = new Map(ranked.map((sentence, index) => [sentence, index]));
  return chosen.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

function saysTheSame({ words }: RankedSentence, { words: others }: RankedSentence): boolean {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared >= SAME * Math.min(words.size, others.size);
}

/** A full-width end of a sentence takes no space behind it. */
export function joinSentences(text: string, sentence: string): string {
  return /[。！？」』）]$/u.test(text) ? text + sentence : `${text} ${sentence}`;
}
