import { Relevance } from "../citations/index.ts";
import type { Source } from "./journal-entries.ts";

/** Share of a question's words, rare ones counting more, that a passage must have to answer it. */
const COVERED = 0.5;

/**
 * Whether a passage of the sources may answer a question, by its words alone: those that few passages
 * have count most, and those that none has count as well; its numbers have to stand in one of the best
 * passages. This tells what is beside the question, not whether what is on the subject answers it.
 */
export function mayAnswer(question: string, sources: readonly Source[]): boolean {
  const ranked = new Relevance(sources).rank(question).toSorted((a, b) => b.coverage - a.coverage);
  const numbers = question.match(/\d+(?:[.,]\d+)*/g)?.filter((each) => each.length > 1) ?? [];
  return ranked.some(({ source, index, coverage }) => {
    if (coverage < COVERED) return false;
    const { title, date = "", passages } = source;
    const text = `${title} ${date} ${passages[index]?.heading ?? ""} ${passages[index]?.text ?? ""}`;
    return numbers.every((each) => text.includes(each));
  });
}
