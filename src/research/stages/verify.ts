import { SentenceProving } from "../../citations/index.ts";
import type { Draft, Plan } from "../journal-entries.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";
import { writeExtract, type WriteInput } from "./write.ts";

/** What is compared with its sources. */
interface VerifyInput extends WriteInput {
  readonly draft: Draft;
}

type Sentences = Draft["answer"];

/**
 * Compares each sentence of a report with what it cites. Its quotations have to stand in the source, and
 * rules and a model have to agree that they say what the sentence says. Where they do not, another
 * source may; a sentence that none supports is left out, and a note says how many were. What the rules
 * let stand and the model gave no opinion of is kept apart, or left out where the settings say so.
 */
export async function verify(
  input: VerifyInput,
  parts: StageParts,
): Promise<StageResult<"verify">> {
  const { draft } = input;
  if (draft.source === "extractive" || !draft.answered) return { output: draft };
  const proving = new SentenceProving(input.sources, asked(input.plan, parts.prompt));
  const given = [draft.answer, ...draft.sections.map(({ sentences }) => sentences)];
  const [answer = [], ...sections] = await provenIn(proving, given, parts);
  const kept: Draft = {
    ...draft,
    answer: answer.filter(isSupported),
    sections: draft.sections
      .map(({ question }, index) => ({
        question,
        sentences: (sections[index] ?? []).filter(isSupported),
      }))
      .filter(({ sentences }) => sentences.length > 0),
    unchecked: distinct([answer, ...sections].flat().filter((each) => !isSupported(each))),
  };
  parts.notes.push(...proving.notes("report"));
  const output = parts.settings.showUnchecked ? kept : withoutUnchecked(kept, parts.notes);
  if (output.answer.length > 0 || output.sections.length > 0) return { output };
  const { unchecked } = output;
  parts.notes.push("No sentence of the model's report could be checked.");
  return { output: { ...writeExtract(input), answered: false, answer: [], unchecked } };
}

function asked({ questions }: Plan, prompt: string): string[] {
  return [prompt, ...questions.map(({ text }) => text)];
}

/** What of each list is supported or may be; the model is asked of all at a time. */
async function provenIn(
  proving: SentenceProving,
  lists: readonly Sentences[],
  { checker, budget, notes }: StageParts,
): Promise<readonly Sentences[]> {
  const proven = lists.map((list) => list.map((sentence) => proving.prove(sentence)));
  const call = { notes, limit: budget.asking, task: "check the report" };
  const checked = await proving.check(proven.flat(), (request) => checker.ask(request, call));
  let at = 0;
  return proven.map((list) => {
    at += list.length;
    return checked
      .slice(at - list.length, at)
      .flatMap((each) => (each === undefined ? [] : [{ ...each, citations: [...each.citations] }]));
  });
}

function isSupported({ support }: Sentences[number]): boolean {
  return support !== "unchecked";
}

function distinct(sentences: Sentences): Sentences {
  return [...new Map(sentences.map((each) => [each.text, each])).values()];
}

function withoutUnchecked(draft: Draft, notes: string[]): Draft {
  const { length } = draft.unchecked;
  if (length > 0) notes.push(`Sentences that could not be checked, left out: ${length}.`);
  return { ...draft, unchecked: [] };
}
