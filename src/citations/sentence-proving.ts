import type { CitedSentence, CitedSource } from "./cited-source.ts";
import { SentenceProof, type ProvenSentence } from "./sentence-proof.ts";

/** Proves the sentences of one text, and counts what became of them. */
export class SentenceProving {
  readonly #proof: SentenceProof;
  readonly #all: ProvenSentence[] = [];

  /** @param asked what the sentences are to be about */
  constructor(sources: readonly CitedSource[], asked: readonly string[]) {
    this.#proof = new SentenceProof(sources, asked);
  }

  prove(sentence: CitedSentence): ProvenSentence {
    const proven = this.#proof.prove(sentence);
    this.#all.push(proven);
    return proven;
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
        count(({ open }) => (open === undefined ? 0 : 1)),
        `Sentences of the model's ${text} that their sources do not say in the same words, left out`,
      ],
      [
        count(({ isRecited }) => (isRecited ? 1 : 0)),
        "Sentences that were given another citation than the model's",
      ],
      [count(({ unknown }) => unknown), "Citations of sources that do not exist, left out"],
      [
        count(({ misquoted }) => misquoted),
        "Quotations that do not stand in their source, left out",
      ],
      [count(({ links }) => links), "Links that the model had written, taken out"],
    ] as const;
    return told.flatMap(([number, what]) => (number > 0 ? [`${what}: ${number}.`] : []));
  }
}
