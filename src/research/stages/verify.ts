import { SentenceProving } from "../../citations/index.ts";
import type { CitedSentence, Draft, Plan } from "../journal-entries.ts";
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
  const proving = new SentenceProving(input.sources, asked(input.plan, parts.prompt));
  const answer = allProven(proving, draft.answer);
  const sections = draft.sections
    .map(({ question, sentences }) => ({ question, sentences: allProven(proving, sentences) }))
    .filter(({ sentences }) => sentences.length > 0);
  parts.notes.push(...proving.notes("report"));
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

function allProven(proving: SentenceProving, sentences: readonly CitedSentence[]): Draft["answer"] {
  return sentences.flatMap((sentence) => {
    const { sentence: proven } = proving.prove(sentence);
    return proven === undefined ? [] : [{ ...proven, citations: [...proven.citations] }];
  });
}
