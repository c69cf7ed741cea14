import { Relevance } from "./relevance.ts";
import type { Source } from "./journal-entries.ts";

/** Share of a question's words, rare ones counting more, that a passage must have to answer it. */
const COVERED = 0.7;

/**
 * Whether a passage of the sources may answer a question, by its words: those that few passages have
 * count most, and those that none has count as well.
 */
export function mayAnswer(question: string, sources: readonly Source[]): boolean {
  const [best] = new Relevance(sources).rank(question).toSorted((a, b) => b.coverage - a.coverage);
  return (best?.coverage ?? 0) >= COVERED;
}
