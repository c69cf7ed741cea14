import { checkArgument } from "../core/index.ts";
import { checkSupport } from "./check-support.ts";
import { foldText } from "./fold-text.ts";
import { isDemand } from "./words/is-demand.ts";
import { isOrder } from "./words/is-order.ts";
import { segmenterOf, splitSentences } from "./words/split-sentences.ts";
import { isStopWord } from "./words/stop-words.ts";
import { isRefusal, type SupportFault } from "./support/support-fault.ts";

/** A text, and what is known of it. */
export interface ProvingText {
  readonly text: string;
  /** What the text is about: names and dates of a sentence may come from there as well. */
  readonly title?: string | undefined;
  /** BCP 47; told by the text's own words when absent. */
  readonly language?: string | undefined;
}

/** What rules say of a sentence, and by which words of the text. */
export interface TextVerdict {
  /**
   * `quoted`: it is a whole sentence of the text; `unchecked`: rules find nothing against it, though maybe
   * not all of its words; `refused`: the words that come nearest say something else, or it has a number, a
   * name or an address that the text has not, or it gives orders.
   */
  readonly support: "quoted" | "unchecked" | "refused";
  /** Whole sentences of the text, a line each: those that come nearest; empty where none does. */
  readonly words: string;
}

/** Sentences of a text that are looked at. */
const MOST_SENTENCES = 5000;
/** Characters of one: a longer one is cut. */
const LONGEST_SENTENCE = 1200;
/** Distinct terms of a sentence that are looked for. */
const MOST_TERMS = 80;
/** Sentences of the text that have the most of them and that are chosen from. */
const MOST_NEAR = 100;
/** Sentences of the text that may together say what a sentence says. */
const MOST_TOGETHER = 5;
/** Share of its words, by letters, that a text has at least of what tells its reader what to do. */
const LEAST_KNOWN = 0.5;
/** Share of a sentence's terms, rare ones counting more, from which another is about the same. */
const ABOUT = 0.6;
/** What one sentence that is about the same says of it, others do not take back. */
const FINAL: ReadonlySet<SupportFault["kind"]> = new Set(["negation", "opposite"]);

/** Compares sentences that name no source with the words of a text that come nearest to each. */
export class TextProof {
  /** Empty without one. */
  readonly title: string;
  readonly #language: string | undefined;
  readonly #text: string;
  readonly #sentences: readonly string[];
  readonly #wholes: ReadonlyMap<string, string>;
  /** Where terms stand, by the sentences' places. */
  readonly #places = new Map<string, number[]>();

  constructor(given: ProvingText) {
    checkArgument("text of new TextProof({ text })", given?.text, "string");
    const { text, title = "", language } = given;
    this.title = title;
    this.#language = language;
    this.#sentences = text
      .split("\n")
      .flatMap((line) => splitSentences(line, language))
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && !isOrder(sentence))
      .slice(0, MOST_SENTENCES)
      .map((sentence) => sentence.slice(0, LONGEST_SENTENCE).toWellFormed());
    this.#text = this.#sentences.join("\n").toLowerCase();
    this.#wholes = new Map(this.#sentences.map((sentence) => [bare(sentence), sentence]));
    for (const [at, sentence] of this.#sentences.entries()) {
      for (const term of termsOf(sentence, language)) {
        const places = this.#places.get(term);
        if (places === undefined) this.#places.set(term, [at]);
        else places.push(at);
      }
    }
  }

  prove(given: string): TextVerdict {
    const sentence = given.replace(STYLE, "");
    const whole = this.#wholes.get(bare(sentence));
    if (whole !== undefined) return { support: "quoted", words: whole };
    if (this.#isInstruction(sentence) || !this.#hasAddressesOf(sentence)) return refused;
    const near = this.#nearest(sentence);
    const run = this.#unrefusedBy(sentence, near);
    if (run === undefined) return { support: "refused", words: this.#words(near.together) };
    return { support: "unchecked", words: this.#words(run) };
  }

  /** Sentences that do not speak against another one, by their places; undefined where the nearest do. */
  #unrefusedBy(
    sentence: string,
    { best, share, together }: Nearest,
  ): readonly number[] | undefined {
    if (best === undefined) return this.#isRefusedBy(sentence, []) ? undefined : [];
    const isAbout = share >= ABOUT;
    const faults = this.#faults(sentence, [best]);
    if (faults.length === 0) return [best];
    if (isAbout && faults.some(({ kind }) => FINAL.has(kind))) return undefined;
    if (!this.#isRefusedBy(sentence, together)) return together;
    if (isAbout && !faults.some(isRefusal)) return [best];
    const pairs = [
      [best, best + 1],
      [best - 1, best],
    ];
    return pairs.find(
      (pair) =>
        pair.every((at) => this.#sentences[at] !== undefined) && !this.#isRefusedBy(sentence, pair),
    );
  }

  #nearest(sentence: string): Nearest {
    const terms = [...termsOf(sentence, this.#language)].slice(0, MOST_TERMS);
    const weights = new Map<string, number>();
    const shared = new Map<number, string[]>();
    for (const term of terms) {
      const places = this.#places.get(term) ?? [];
      weights.set(term, Math.log(1 + this.#sentences.length / Math.max(0.5, places.length)));
      for (const at of places) {
        const own = shared.get(at);
        if (own === undefined) shared.set(at, [term]);
        else own.push(term);
      }
    }
    const sum = (of: readonly string[]): number =>
      of.reduce((total, term) => total + (weights.get(term) ?? 0), 0);
    const ranked = [...shared]
      .map(([at, own]) => ({ at, own, weight: sum(own) }))
      .toSorted((a, b) => b.weight - a.weight || a.at - b.at);
    const [first] = ranked;
    const share = first === undefined ? 0 : first.weight / sum(terms);
    const together = togetherOf(ranked.slice(0, MOST_NEAR), sum);
    return { best: first?.at, share, together };
  }

  #isRefusedBy(sentence: string, run: readonly number[]): boolean {
    return this.#faults(sentence, run).some(isRefusal);
  }

  #faults(sentence: string, run: readonly number[]): readonly SupportFault[] {
    const passage = this.#words(run);
    return checkSupport({ sentence, passage, context: this.title, language: this.#language });
  }

  #words(run: readonly number[]): string {
    return run.map((at) => this.#sentences[at] ?? "").join("\n");
  }

  #isInstruction(sentence: string): boolean {
    return isOrder(sentence) || (isDemand(sentence) && this.#knownOf(sentence) < LEAST_KNOWN);
  }

  /** Which part of a sentence's words the text has, by letters. */
  #knownOf(sentence: string): number {
    const letters = { known: 0, all: 0 };
    for (const term of termsOf(sentence, this.#language)) {
      letters.all += term.length;
      if (this.#places.has(term)) letters.known += term.length;
    }
    return letters.all === 0 ? 0 : letters.known / letters.all;
  }

  /** Whether what a sentence sends its reader to stands in the text. */
  #hasAddressesOf(sentence: string): boolean {
    const found = sentence.toLowerCase().match(ADDRESS) ?? [];
    return found.every((address) => this.#text.includes(address.replace(/\p{P}+$/u, "")));
  }
}

/** What colours a terminal. */
// oxlint-disable-next-line no-control-regex
const STYLE = /\u001b\[[\d;]*m/g;

const refused: TextVerdict = Object.freeze({ support: "refused", words: "" });

/** The sentences of a text that come nearest to another one. */
interface Nearest {
  /** The place of the one that has the most of its terms, and which share these are. */
  readonly best: number | undefined;
  readonly share: number;
  /** The places of those that have the most of them together, in the text's order. */
  readonly together: readonly number[];
}

/** Sentences each of which adds the most to the terms of those before. */
function togetherOf(
  ranked: readonly { readonly at: number; readonly own: readonly string[] }[],
  sum: (terms: readonly string[]) => number,
): readonly number[] {
  const chosen: number[] = [];
  const covered = new Set<string>();
  for (let round = 0; round < MOST_TOGETHER; round += 1) {
    let most = { at: -1, own: [] as readonly string[], gain: 0 };
    for (const { at, own } of ranked) {
      const gain = sum(own.filter((term) => !covered.has(term)));
      if (gain > most.gain) most = { at, own, gain };
    }
    if (most.gain === 0) break;
    chosen.push(most.at);
    for (const term of most.own) covered.add(term);
  }
  return chosen.toSorted((a, b) => a - b);
}

/** Addresses on the web and of mail. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>()"'”’]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|info|example|test|[a-z]{2,}\/[^\s<>()"'”’]+)(?![\w-])/gu;

/** Letters of a word that its forms share. */
const STEM = 5;

/** The words of a sentence that say something, by their beginnings. */
function termsOf(text: string, language = "en"): Set<string> {
  const terms = new Set<string>();
  for (const { segment, isWordLike } of segmenterOf(language, "word").segment(text)) {
    const word = segment.toLowerCase();
    if (isWordLike !== true || isStopWord(word)) continue;
    terms.add(/\d/.test(word) ? word.replace(/[.,'’](?=\d)/g, "") : word.slice(0, STEM));
  }
  return terms;
}

function bare(text: string): string {
  return foldText(text).replace(/^[^\p{L}\p{N}\p{Sc}-]+|[^\p{L}\p{N}%)°²³]+$/gu, "");
}
