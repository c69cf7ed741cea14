import type { CitedSentence, Draft, Plan, Source } from "../journal-entries.ts";
import { SentenceProof, type ProvenSentence } from "../sentence-proof.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";
import { writeExtract, type WriteInput } from "./write.ts";

/** What is verified. */
export interface VerifyInput extends WriteInput {
  readonly draft: Draft;
}

/**
 * Proves each sentence of a report: what it cites has to stand in the source and say what the sentence
 * says. Where it does not, another source may; a sentence that none supports is left out, and a note
 * says how many were. Verbatim sentences are proven as they are.
 */
export function verify(input: VerifyInput, parts: StageParts): StageResult<"verify"> {
  const { draft } = input;
  if (draft.source === "extractive" || !draft.answered) return { output: draft };
  const proven = new Proving(input.sources, asked(input.plan, parts.prompt));
  const answer = proven.all(draft.answer);
  const sections = draft.sections
    .map(({ question, sentences }) => ({ question, sentences: proven.all(sentences) }))
    .filter(({ sentences }) => sentences.length > 0);
  parts.notes.push(...proven.notes);
  if (answer.length > 0 || sections.length > 0) {
    return { output: { ...draft, answer, sections } };
  }
  const extract = writeExtract(input);
  parts.notes.push("No sentence of the model's report could be proven.");
  return { output: { ...extract, answered: false, answer: [] } };
}

function asked({ questions }: Plan, prompt: string): string[] {
  return [prompt, ...questions.map(({ text }) => text)];
}

/** Proves sentences and counts what became of them. */
class Proving {
  readonly #proof: SentenceProof;
  readonly #all: ProvenSentence[] = [];

  constructor(sources: readonly Source[], about: readonly string[]) {
    this.#proof = new SentenceProof(sources, about);
  }

  all(sentences: readonly CitedSentence[]): CitedSentence[] {
    const proven = sentences.map((sentence) => this.#proof.prove(sentence));
    this.#all.push(...proven);
    return proven.flatMap(({ sentence }) => sentence ?? []);
  }

  get notes(): string[] {
    const count = (of: (each: ProvenSentence) => number): number =>
      this.#all.reduce((sum, each) => sum + of(each), 0);
    const told = [
      [
        count(({ sentence }) => (sentence === undefined ? 1 : 0)),
        "Sentences of the model's report that no source supports, left out",
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
    return told.flatMap(([number, text]) => (number > 0 ? [`${text}: ${number}.`] : []));
  }
}
