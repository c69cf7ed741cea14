import {
  checkSupport,
  findQuote,
  FoldedText,
  foldText,
  isDemand,
  isOrder,
  isRefusal,
  isStopWord,
  stemmingOf,
  type SupportFault,
  termsOf,
} from "../evidence/index.ts";
import { readCitationMarks } from "./citation-marks.ts";
import type { CitedSentence, CitedSource } from "./cited-source.ts";
import { questionTerms, Relevance, sentenceSpans } from "./relevance.ts";

/** What became of a sentence. */
export interface ProvenSentence {
  /** Undefined: the sources are not shown to say it. */
  readonly sentence: CitedSentence | undefined;
  /**
   * With the citations that it came with, where words alone tell neither that these say it nor that they do
   * not: only who understands both can; undefined where it is shown, or shown not to be said.
   */
  readonly open: CitedSentence | undefined;
  /** Of one that is open, whether its citations have a third of its words at least. */
  readonly isNear: boolean;
  /** The citations that support it each by itself; those of `sentence` where none does. */
  readonly supporting: CitedSentence["citations"];
  /** Whether it has other citations than it came with. */
  readonly isRecited: boolean;
  /** Citations of sources that there are not. */
  readonly unknown: number;
  /** Quotes that do not stand in the source that they are said to be of. */
  readonly misquoted: number;
  /** URLs and links that were taken out. */
  readonly links: number;
}

/** Whole sentences of a passage. */
interface Evidence {
  readonly source: CitedSource;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Passages that are looked through for a better citation, and runs of sentences of them. */
const MOST_PASSAGES = 8;
const MOST_RUNS = 60;
/** Sentences of a run. */
const LONGEST_RUN = 2;
/** Characters of a run. */
const MOST_CHARACTERS = 1200;
/** Share of a sentence's terms, in all their forms, that a run has which may say it. */
const LEAST_SHARED = 0.4;
/** Share of its words that a sentence's citations may lack, by letters. */
const MOST_MISSING = 2 / 3;
/** Characters before it that tell whom it speaks of. */
const BEFORE = 300;

/** Proves sentences by the sources that they cite, or by others. */
export class SentenceProof {
  readonly #sources: ReadonlyMap<string, CitedSource>;
  readonly #relevance: Relevance;
  readonly #folded = new Map<string, FoldedText>();
  readonly #asked: ReadonlySet<string>;

  /** @param asked what the sentences are to be about */
  constructor(sources: readonly CitedSource[], asked: readonly string[]) {
    this.#sources = new Map(sources.map((source) => [source.id, source]));
    this.#relevance = new Relevance(sources);
    this.#asked = new Set(
      asked.flatMap((each) => questionTerms(each).flatMap(({ forms }) => forms)),
    );
  }

  prove(given: CitedSentence): ProvenSentence {
    const { text, sources: marked, links } = readCitationMarks(given.text);
    const citations = given.citations.map(({ source, quote }) => ({ source: idOf(source), quote }));
    const ids = [...new Set([...citations.map(({ source }) => source), ...marked])];
    const known = citations.filter(({ source }) => this.#sources.has(source));
    const placed = known.flatMap((citation) => this.#place(citation) ?? []);
    const unknown = ids.filter((id) => !this.#sources.has(id)).length;
    const counts = { unknown, misquoted: known.length - placed.length, links };
    const lost = {
      sentence: undefined,
      open: undefined,
      isNear: false,
      supporting: [],
      isRecited: false,
      ...counts,
    };
    if (!/[\p{L}\p{N}]/u.test(text) || this.#isInstruction(text)) return lost;
    const alone = placed.filter((each) => this.#supports(text, [each]));
    const cited = alone.length > 0 ? alone.slice(0, 1) : this.#together(text, placed);
    if (cited !== undefined && !isOrdered(cited)) {
      const { citations: supporting } = sentenceOf(text, alone.length > 0 ? alone : cited);
      return { ...lost, sentence: sentenceOf(text, cited), supporting };
    }
    const other = this.#recite(text, ids);
    if (other !== undefined && !isOrdered([other])) {
      const sentence = sentenceOf(text, [other]);
      return { ...lost, sentence, supporting: sentence.citations, isRecited: true };
    }
    const left = this.#leftOpen(text, placed);
    if (left === undefined || isOrdered(left)) return lost;
    return { ...lost, open: sentenceOf(text, left), isNear: this.#isNear(text, left) };
  }

  /** Where a quote stands in the source that it is said to be of: the sentences around it. */
  #place({ source: id, quote }: CitedSentence["citations"][number]): Evidence | undefined {
    const source = this.#sources.get(id);
    if (source === undefined) return undefined;
    for (const [index, { text }] of source.passages.entries()) {
      const place = findQuote(this.#fold(source, index), quote);
      if (place === undefined) continue;
      const spans = sentenceSpans(text, source.language);
      const own = spans.filter(({ start, end }) => start < place.end && end > place.start);
      const start = Math.min(place.start, own[0]?.start ?? place.start);
      const end = Math.max(place.end, own.at(-1)?.end ?? place.end);
      return end - start > MOST_CHARACTERS
        ? { source, index, ...place }
        : { source, index, start, end };
    }
    return undefined;
  }

  #fold(source: CitedSource, index: number): FoldedText {
    const key = `${source.id}.${index}`;
    const known = this.#folded.get(key) ?? new FoldedText(source.passages[index]?.text ?? "");
    this.#folded.set(key, known);
    return known;
  }

  /** The fewest of the citations that support the sentence together. */
  #together(text: string, placed: readonly Evidence[]): readonly Evidence[] | undefined {
    if (placed.length < 2 || !this.#supports(text, placed)) return undefined;
    let kept = placed;
    for (const each of placed) {
      const rest = kept.filter((other) => other !== each);
      if (rest.length > 0 && this.#supports(text, rest)) kept = rest;
    }
    return kept;
  }

  /** The citations that words alone neither show to say the sentence nor not to: each by itself, or all. */
  #leftOpen(text: string, placed: readonly Evidence[]): readonly Evidence[] | undefined {
    const isOpen = (evidence: readonly Evidence[]): boolean =>
      evidence.length > 0 && !this.#faults(text, evidence).some(isRefusal);
    if (isOpen(placed)) return placed;
    const alone = placed.find((each) => isOpen([each]));
    return alone === undefined ? undefined : [alone];
  }

  #isNear(text: string, evidence: readonly Evidence[]): boolean {
    const missing = this.#faults(text, evidence).map((fault) => fault.text);
    return lettersIn(missing.join(" ")) <= MOST_MISSING * lettersIn(text);
  }

  #supports(text: string, evidence: readonly Evidence[]): boolean {
    return this.#faults(text, evidence).length === 0;
  }

  #faults(text: string, evidence: readonly Evidence[]): readonly SupportFault[] {
    const passage = evidence.map(wordsOf).join("\n");
    const around = evidence.flatMap(({ source, index }) => [
      source.title,
      source.passages[index]?.heading ?? "",
      source.date ?? "",
    ]);
    const before = evidence.map(({ source, index, start }) =>
      (source.passages[index]?.text ?? "").slice(Math.max(0, start - BEFORE), start),
    );
    const language = evidence[0]?.source.language;
    const question = {
      sentence: text,
      passage,
      context: [...new Set(around)].join("\n"),
      before: before.join("\n"),
      language,
    };
    return checkSupport(question);
  }

  /** Sentences of the sources that say what the sentence says; those that it cited first. */
  #recite(text: string, ids: readonly string[]): Evidence | undefined {
    const ranked = this.#relevance.rank(text).slice(0, 4 * MOST_PASSAGES);
    const first = ranked.filter(({ source }) => ids.includes(source.id));
    const rest = ranked.filter(({ source }) => !ids.includes(source.id));
    const runs = [...first.slice(0, MOST_PASSAGES), ...rest.slice(0, MOST_PASSAGES)].flatMap(
      ({ source, index }) => runsOf(source, index),
    );
    const wanted = new Set(questionTerms(text).flatMap(({ forms }) => forms));
    const least = LEAST_SHARED * wanted.size;
    const worth = (run: Evidence): number => {
      const own = new Set(termsOf(wordsOf(run), stemmingOf(run.source.language)));
      return [...wanted].filter((term) => own.has(term)).length;
    };
    return runs
      .map((run) => ({ run, worth: worth(run) }))
      .filter((each) => each.worth >= least)
      .toSorted((a, b) => b.worth - a.worth || a.run.end - a.run.start - (b.run.end - b.run.start))
      .slice(0, MOST_RUNS)
      .find(({ run }) => this.#supports(text, [run]))?.run;
  }

  #isInstruction(text: string): boolean {
    return isOrder(text) || (isDemand(text) && !this.#sharesAsked(text));
  }

  #sharesAsked(text: string): boolean {
    return [...termsOf(text, "english"), ...termsOf(text, "none")].some((term) =>
      this.#asked.has(term),
    );
  }
}

/** Letters and digits of words that are no stop words: languages without spaces have them as well. */
function lettersIn(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.reduce((sum, word) => sum + (isStopWord(word) ? 0 : word.length), 0);
}

/** Whether what a sentence rests on gives orders to who reads it for somebody. */
function isOrdered(evidence: readonly Evidence[]): boolean {
  return evidence.some((each) => isOrder(wordsOf(each)));
}

/** An id as models write it: `S1`, `[S1]`, `【1】`, `S1.3` of a passage. */
function idOf(given: string): string {
  const [, number] = /^[^\p{L}\p{N}]*S?\s?(\d{1,4})(?!\d)/iu.exec(given.normalize("NFKC")) ?? [];
  return number === undefined ? given.trim() : `S${Number(number)}`;
}

function wordsOf({ source, index, start, end }: Evidence): string {
  return (source.passages[index]?.text ?? "").slice(start, end);
}

function sentenceOf(text: string, evidence: readonly Evidence[]): CitedSentence {
  const citations = evidence.map((each) => ({ source: each.source.id, quote: wordsOf(each) }));
  const distinct = new Map(
    citations.map((each) => [`${each.source} ${foldText(each.quote)}`, each]),
  );
  return { text, citations: [...distinct.values()] };
}

/** Every run of one or two sentences of a passage. */
function runsOf(source: CitedSource, index: number): Evidence[] {
  const spans = sentenceSpans(source.passages[index]?.text ?? "", source.language);
  return spans.flatMap(({ start }, first) =>
    spans
      .slice(first, first + LONGEST_RUN)
      .map(({ end }) => ({ source, index, start, end }))
      .filter((run) => run.end - run.start <= MOST_CHARACTERS),
  );
}
