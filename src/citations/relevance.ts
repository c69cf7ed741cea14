import { isDemand, isStopWord, splitSentences, stemmingOf, termsOf } from "../evidence/index.ts";
import type { CitedSource } from "./cited-source.ts";

/** A passage, and how well it fits a question. */
export interface RankedPassage {
  readonly source: CitedSource;
  /** Its place among the source's passages. */
  readonly index: number;
  readonly score: number;
  /** Which part of the question's words it has, rare ones counting more; from 0 to 1. */
  readonly coverage: number;
}

/** A run of a passage, verbatim. */
interface Excerpt extends RankedPassage {
  readonly text: string;
}

/** A word of a question, by its forms. */
interface QuestionTerm {
  readonly word: string;
  readonly forms: readonly string[];
}

/** A passage, read. */
interface ReadPassage {
  readonly source: CitedSource;
  /** What the source counts by its place. */
  readonly prior: number;
  readonly index: number;
  readonly counts: ReadonlyMap<string, number>;
  /** Terms of heading and title. */
  readonly above: ReadonlySet<string>;
}

/** From how often a term stands in a passage on it counts little more. */
const SATURATION = 1.2;
/** What a term in a heading or the title counts. */
const ABOVE = 0.6;
/** How much it counts that a passage has all the words. */
const COVERAGE = 0.7;
/** What a word counts at least: among pages on one subject its own words are in most passages. */
const LEAST_WEIGHT = 0.7;
/** What each source loses to the one that was found before it. */
const LATER = 0.15;

/** Ranks the passages of sources by questions. */
export class Relevance {
  readonly #passages: readonly ReadPassage[];

  constructor(sources: readonly CitedSource[]) {
    this.#passages = sources.flatMap((source, place) => {
      const prior = 1 / (1 + LATER * place);
      const stemming = stemmingOf(source.language);
      const title = termsOf(source.title, stemming);
      return source.passages.map(({ heading, text }, index) => {
        const counts = new Map<string, number>();
        for (const term of termsOf(text, stemming)) counts.set(term, (counts.get(term) ?? 0) + 1);
        const above = new Set([...title, ...termsOf(heading, stemming)]);
        return { source, prior, index, counts, above };
      });
    });
  }

  /** Every passage that has a word of the question, the best first. */
  rank(question: string): RankedPassage[] {
    const terms = this.#weighed(question);
    const sum = terms.reduce((total, { weight }) => total + weight, 0) || 1;
    return this.#passages
      .map(({ source, prior, index, counts, above }) => {
        let score = 0;
        let covered = 0;
        for (const { forms, weight } of terms) {
          const count = forms.reduce((most, form) => Math.max(most, counts.get(form) ?? 0), 0);
          const isAbove = forms.some((form) => above.has(form));
          const found = count + (isAbove ? ABOVE : 0);
          if (found === 0) continue;
          covered += weight;
          score += (weight * found * (SATURATION + 1)) / (found + SATURATION);
        }
        const coverage = covered / sum;
        return { source, index, score: prior * score * coverage ** COVERAGE, coverage };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
  }

  /** The runs of sentences that fit a question best, verbatim: at most one of a passage. */
  excerpts(question: string, most: number): Excerpt[] {
    const terms = this.#weighed(question);
    return this.rank(question)
      .slice(0, most)
      .map((ranked) => {
        const { source, index } = ranked;
        const text = source.passages[index]?.text ?? "";
        return { ...ranked, text: bestRun(text, source.language, terms) };
      });
  }

  /** The words of a question that no passage of those given has, or few: what to search for next. */
  missing(question: string): string[] {
    const [best] = this.rank(question);
    const terms = questionTerms(question);
    if (best === undefined) return terms.map(({ word }) => word);
    const passage = this.#passages.find(
      ({ source, index }) => source === best.source && index === best.index,
    );
    return terms
      .filter(
        ({ forms }) => !forms.some((form) => passage?.counts.has(form) || passage?.above.has(form)),
      )
      .map(({ word }) => word);
  }

  #weighed(question: string): WeighedTerm[] {
    const total = this.#passages.length;
    return questionTerms(question).map((term) => {
      const count = this.#passages.filter(({ counts, above }) =>
        term.forms.some((form) => counts.has(form) || above.has(form)),
      ).length;
      const rarity = Math.log(1 + (total - count + 0.5) / (count + 0.5));
      return { ...term, weight: Math.max(LEAST_WEIGHT, rarity) };
    });
  }
}

interface WeighedTerm extends QuestionTerm {
  readonly weight: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a question that say something, none twice; all when none does. */
export function questionTerms(question: string): QuestionTerm[] {
  const words = question.match(WORD) ?? [];
  const telling = words.filter((word) => !isStopWord(word.toLowerCase()));
  const terms = new Map<string, QuestionTerm>();
  for (const word of telling.length > 0 ? telling : words) {
    const stems = termsOf(word, "english");
    for (const [index, term] of termsOf(word, "none").entries()) {
      const forms = [...new Set([stems[index] ?? term, term])];
      terms.set(forms.join(" "), { word, forms });
    }
  }
  return [...terms.values()];
}

/** Characters of a run. */
const LONGEST = 700;
/** What a word counts each time that it stands in a run. */
const AGAIN = 0.1;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface ReadSpan extends Span {
  readonly has: readonly WeighedTerm[];
  /** Whether it tells its reader to do something that was not asked about. */
  readonly isLeftOut: boolean;
}

/** The sentences of a passage, following each other, that have most of the words. */
function bestRun(
  text: string,
  language: string | undefined,
  terms: readonly WeighedTerm[],
): string {
  const stemming = stemmingOf(language);
  const spans = sentenceSpans(text, language).map(({ start, end }): ReadSpan => {
    const own = new Set(termsOf(text.slice(start, end), stemming));
    const has = terms.filter(({ forms }) => forms.some((form) => own.has(form)));
    return { start, end, has, isLeftOut: has.length === 0 && isDemand(text.slice(start, end)) };
  });
  let best = { score: -1, first: 0, last: 0 };
  for (const first of spans.keys()) {
    const found = bestFrom(spans, first);
    if (found.score > best.score) best = { ...found, first };
  }
  return extended(text, spans, best);
}

/** The best run that begins with a sentence. */
function bestFrom(spans: readonly ReadSpan[], first: number): { score: number; last: number } {
  const has = new Set<WeighedTerm>();
  let best = { score: -1, last: first };
  let score = 0;
  for (let last = first; last < spans.length; last += 1) {
    const span = spans[last];
    if (span === undefined || span.isLeftOut) break;
    if (span.end - (spans[first]?.start ?? 0) > LONGEST) break;
    for (const term of span.has) {
      score += has.has(term) ? AGAIN : term.weight + AGAIN;
      has.add(term);
    }
    if (score > best.score) best = { score, last };
  }
  return best;
}

/** A run with what follows it and what stands before it, as far as there is room. */
function extended(
  text: string,
  spans: readonly ReadSpan[],
  { first, last }: { readonly first: number; readonly last: number },
): string {
  let start = spans[first]?.start ?? 0;
  let end = Math.min(spans[last]?.end ?? text.length, start + LONGEST);
  for (const next of spans.slice(last + 1)) {
    if (next.isLeftOut || next.end - start > LONGEST) break;
    end = next.end;
  }
  for (const before of spans.slice(0, first).toReversed()) {
    if (before.isLeftOut || end - before.start > LONGEST) break;
    start = before.start;
  }
  return text.slice(start, end).trim().toWellFormed();
}

/** Where no sentence goes on: at the end of a line, and at both ends of a comment. */
const PARTS = /\n|(?=<!--)|(?<=-->)/;

/** The sentences of every line of a text. */
export function sentenceSpans(text: string, language = "en"): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const sentence of text.split(PARTS).flatMap((line) => splitSentences(line, language))) {
    const start = text.indexOf(sentence, at);
    at = start + sentence.length;
    spans.push({ start, end: at });
  }
  return spans;
}
