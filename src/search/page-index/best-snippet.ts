import { splitSentences } from "../../ai/index.ts";
import { stemmingOf, termsOf } from "./terms-of.ts";

/** Characters of a snippet. */
const LONGEST = 300;

/** What a snippet is taken from. */
interface SnippetSource {
  readonly text: string;
  readonly language: string | undefined;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<number>;
}

/**
 * The sentences of a passage, following each other, that have most of what is asked for; verbatim and
 * at most 300 characters.
 */
export function bestSnippet(
  { text, language }: SnippetSource,
  terms: ReadonlyMap<string, number>,
  weights: readonly number[],
): string {
  const stemming = stemmingOf(language);
  const read = ({ start, end }: Pick<Sentence, "start" | "end">): Sentence => {
    const found = termsOf(text.slice(start, end), stemming).map((term) => terms.get(term));
    return { start, end, terms: new Set(found.filter((term) => term !== undefined)) };
  };
  const sentences = spansOf(text, language).map(read);
  let best = { score: -1, start: 0, end: 0 };
  for (const [first, { start }] of sentences.entries()) {
    const has = new Set<number>();
    for (const { end, terms: own } of sentences.slice(first)) {
      if (end - start > LONGEST) break;
      for (const term of own) has.add(term);
      const weight = [...has].reduce((sum, term) => sum + (weights[term] ?? 0), 0);
      // Of two with the same words the one that begins with one of them, then the longer.
      const score = weight + (sentences[first]?.terms.size ? 0.01 : 0) + (end - start) / 1e6;
      if (score > best.score) best = { score, start, end };
    }
  }
  return text.slice(best.start, best.end).trim();
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
