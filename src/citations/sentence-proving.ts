import { findQuote } from "../evidence/index.ts";
import { judgeSupport, type AskModel, type Opinion } from "../ai/internal.ts";
import type { CitedSentence, CitedSource } from "./cited-source.ts";
import { sentenceSpans } from "./relevance.ts";
import { SentenceProof, type ProvenSentence } from "./sentence-proof.ts";
import type { SupportedSentence } from "./supported-sentence.ts";

/** Proves the sentences of one text, and counts what became of them. */
export class SentenceProving {
  readonly #sources: ReadonlyMap<string, CitedSource>;
  readonly #proof: SentenceProof;
  readonly #all: ProvenSentence[] = [];
  #denied = 0;
  /** Of those that the rules left open, how many nobody has judged. */
  #open = 0;

  /** @param asked what the sentences are to be about */
  constructor(sources: readonly CitedSource[], asked: readonly string[]) {
    this.#sources = new Map(sources.map((source) => [source.id, source]));
    this.#proof = new SentenceProof(sources, asked);
  }

  /** What rules say of a sentence and of what it cites. */
  prove(sentence: CitedSentence): ProvenSentence {
    const proven = this.#proof.prove(sentence);
    this.#all.push(proven);
    return proven;
  }

  /**
   * Whether sentences are quoted, checked or neither; undefined are those that the rules refuse, those
   * of which the model says that their citations do not say them, and those that the rules leave open
   * where it says nothing, unless their citations have a third of their words at least.
   * @param ask undefined where there is no model to ask: none is checked
   * @throws what `ask` throws
   */
  async check(
    proven: readonly ProvenSentence[],
    ask: AskModel | undefined,
  ): Promise<readonly (SupportedSentence | undefined)[]> {
    const quotes = proven.map(({ sentence }) => sentence && this.#quoted(sentence));
    const judged = proven.flatMap(({ sentence, open }, index) =>
      quotes[index] === undefined ? (sentence ?? open ?? []) : [],
    );
    const pairs = judged.map((each) => ({ sentence: each.text, passage: this.#passageOf(each) }));
    const opinions: readonly Opinion[] = ask === undefined ? [] : await judgeSupport(pairs, ask);
    const opinionOf = new Map(judged.map((sentence, index) => [sentence, opinions[index]]));
    return proven.map(({ sentence, open, isNear }, index) => {
      const quote = quotes[index];
      if (sentence !== undefined && quote !== undefined) {
        return { ...sentence, text: quote, support: "quoted" };
      }
      const given = sentence ?? open;
      const opinion = given && opinionOf.get(given);
      if (given !== undefined && opinion === "yes") return { ...given, support: "checked" };
      if (opinion === "no") this.#denied += 1;
      else if (given !== undefined && (sentence !== undefined || isNear)) {
        return { ...given, support: "unchecked" };
      } else if (open !== undefined) this.#open += 1;
      return undefined;
    });
  }

  /** The source's words, where a sentence is whole sentences of a source that it cites. */
  #quoted({ text, citations }: CitedSentence): string | undefined {
    for (const source of citations.flatMap(({ source: id }) => this.#sources.get(id) ?? [])) {
      for (const passage of source.passages) {
        const place = findQuote(passage.text, text);
        if (place === undefined) continue;
        const spans = sentenceSpans(passage.text, source.language);
        const own = spans.filter(({ start, end }) => start < place.end && end > place.start);
        const whole = passage.text.slice(own[0]?.start, own.at(-1)?.end);
        if (own.length > 0 && findQuote(text, whole) !== undefined) return whole;
      }
    }
    return undefined;
  }

  /** What a model is shown of citations: their words, and what their source says they are about. */
  #passageOf({ citations }: CitedSentence): string {
    const parts = citations.flatMap(({ source: id, quote }) => {
      const source = this.#sources.get(id);
      const passage = source?.passages.find(({ text }) => text.includes(quote));
      return [source?.title ?? "", passage?.heading ?? "", quote];
    });
    return [...new Set(parts)].filter((part) => part !== "").join("\n");
  }

  /**
   * What was left out and changed, for people.
   * @param text what the sentences are of: `report`
   */
  notes(text: string): string[] {
    const count = (of: (each: ProvenSentence) => number): number =>
      this.#all.reduce((sum, each) => sum + of(each), 0);
    const told = [
      [
        count(({ sentence, open }) => (sentence === undefined && open === undefined ? 1 : 0)),
        `Sentences of the model's ${text} that no source supports, left out`,
      ],
      [
        this.#open,
        `Sentences of the model's ${text} that their sources do not say in the same words, left out`,
      ],
      [
        this.#denied,
        `Sentences of the model's ${text} that it did not find in what they cite when it was asked again, left out`,
      ],
      [
        count(({ isRecited }) => (isRecited ? 1 : 0)),
        "Sentences that were given another citation than the model's",
      ],
      [count(({ unknown }) => unknown), "Citations of sources that do not exist, left out"],
      [count(({ misquoted }) => misquoted), "Quotations that are not in their source, left out"],
      [count(({ links }) => links), "Links that the model wrote, removed"],
    ] as const;
    return told.flatMap(([number, what]) => (number > 0 ? [`${what}: ${number}.`] : []));
  }
}
