import { pageStemmingOf, splitSentences } from "../../evidence/index.ts";
import type { AnswerTest } from "./asked-kind.ts";
import type { TermFinder } from "./term-finder.ts";

/** Characters of each part of a snippet. */
const LONGEST = 300;
/** Passages of a page that are looked at. */
const MOST_PASSAGES = 6;
/** What an answer of the kind that is asked for is worth, of the question's weight. */
const KIND = 0.45;
/** What words are worth that the first part has already. */
const AGAIN = 0.4;
/** What the second part must be worth, of the first. */
const ENOUGH = 0.3;
/** What words of the sentence before are worth. */
const BEFORE = 0.3;

/** What a snippet is taken from. */
interface SnippetSource {
  readonly text: string;
  readonly language: string | undefined;
}

/** What a snippet is to say. */
interface SnippetWish {
  readonly finder: TermFinder;
  /** By term of the question. */
  readonly weights: readonly number[];
  readonly isAnswer: AnswerTest | undefined;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<number>;
  readonly kind: number;
}

/** Sentences that follow each other. */
interface Part {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<number>;
  readonly score: number;
}

/**
 * The sentences of a page's passages that have most of what is asked for, verbatim: those that follow
 * each other in at most 300 characters, and where others of the page say more, as many of those behind
 * an ellipsis.
 */
export function pageSnippet(sources: readonly SnippetSource[], wish: SnippetWish): string {
  const few = sources.slice(0, MOST_PASSAGES);
  const passages = few.map((source) => sentencesOf(source, wish));
  const weights = localWeights(passages.flat(), wish.weights);
  const all = passages.flatMap((sentences, passage) => partsOf(sentences, passage, weights));
  const first = best(all, (part) => part.score);
  if (first === undefined) return "";
  const more = (part: Part): number => moreThan(first, part, weights);
  const second = best(
    all.filter((part) => isApart(first, part)),
    more,
  );
  const text = ({ passage, start, end }: Part): string =>
    few[passage]?.text.slice(start, end).trim() ?? "";
  if (second === undefined || more(second) < first.score * ENOUGH) return text(first);
  const isBefore = second.passage === first.passage && second.start < first.start;
  const [one, two] = isBefore ? [second, first] : [first, second];
  return `${text(one)} … ${text(two)}`;
}

function sentencesOf({ text, language }: SnippetSource, wish: SnippetWish): Sentence[] {
  const stemming = pageStemmingOf(language);
  return spansOf(text, language).map(({ start, end }) => {
    const sentence = text.slice(start, end);
    const { places } = wish.finder.find(sentence, stemming);
    const kind = wish.isAnswer?.(sentence) ?? 0;
    return { start, end, terms: new Set(places.map(({ term }) => term)), kind };
  });
}

/** What words are worth to tell these sentences apart: less where most have them. */
function localWeights(sentences: readonly Sentence[], weights: readonly number[]): number[] {
  const most = Math.log(1 + sentences.length);
  return weights.map((weight, term) => {
    const count = sentences.filter(({ terms }) => terms.has(term)).length;
    return count === 0 ? weight : (weight * Math.log(1 + sentences.length / count)) / most;
  });
}

function partsOf(
  sentences: readonly Sentence[],
  passage: number,
  weights: readonly number[],
): Part[] {
  const kindWeight = KIND * weights.reduce((sum, weight) => sum + weight, 0);
  const parts: Part[] = [];
  for (const [index, { start }] of sentences.entries()) {
    const terms = new Set<number>();
    const before = sentences[index - 1]?.terms ?? new Set<number>();
    let kind = 0;
    for (const { end, terms: own, kind: is } of sentences.slice(index)) {
      if (end - start > LONGEST) break;
      for (const term of own) terms.add(term);
      // A number says something of the words that stand with it.
      kind = Math.max(kind, own.size > 0 || before.size > 0 ? is : is / 2);
      const context = [...before].filter((term) => !terms.has(term));
      // Of two with the same words the one that begins with one of them, then the longer.
      const score =
        weightOf(terms, weights) +
        weightOf(context, weights) * BEFORE +
        kind * kindWeight +
        (sentences[index]?.terms.size ? 0.01 : 0) +
        (end - start) / 1e6;
      parts.push({ passage, start, end, terms: new Set(terms), score });
    }
  }
  return parts;
}

function weightOf(terms: Iterable<number>, weights: readonly number[]): number {
  let sum = 0;
  for (const term of terms) sum += weights[term] ?? 0;
  return sum;
}

/** What a part is worth beside the first. */
function moreThan(first: Part, part: Part, weights: readonly number[]): number {
  const again = [...part.terms].filter((term) => first.terms.has(term));
  return part.score - weightOf(again, weights) * (1 - AGAIN);
}

function isApart(one: Part, two: Part): boolean {
  return one.passage !== two.passage || two.start >= one.end || two.end <= one.start;
}

function best(parts: readonly Part[], score: (part: Part) => number): Part | undefined {
  let found: Part | undefined;
  let most = -1;
  for (const part of parts) {
    const own = score(part);
    if (own > most) [found, most] = [part, own];
  }
  return found;
}

/** Sentences of every line, and parts of those that are too long. */
function spansOf(text: string, language = "en"): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let at = 0;
  for (const sentence of text.split("\n").flatMap((line) => splitSentences(line, language))) {
    const start = text.indexOf(sentence, at);
    at = start + sentence.length;
    for (let from = start; from < at;) {
      const end = endOfPart(text, from, at);
      spans.push({ start: from, end });
      from = end;
    }
  }
  return spans;
}

function endOfPart(text: string, start: number, end: number): number {
  if (end - start <= LONGEST) return end;
  const space = text.lastIndexOf(" ", start + LONGEST);
  if (space > start) return space + 1;
  return /[\udc00-\udfff]/.test(text.charAt(start + LONGEST))
    ? start + LONGEST - 1
    : start + LONGEST;
}
