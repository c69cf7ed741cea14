import { VisibilityError } from "./visibility-error.ts";

/** Answers that can be compared: the camps among more are too many to look at. */
const MOST_ANSWERS = 12;

/** @throws VisibilityError `INVALID_ANSWERS` */
export function checkAnswers(answers: readonly { readonly source: string }[]): void {
  const sources = new Set(answers.map(({ source }) => source));
  if (sources.size === answers.length && answers.length <= MOST_ANSWERS) return;
  throw new VisibilityError("INVALID_ANSWERS", {
    message: `Expected at most ${MOST_ANSWERS} answers of different sources; got ${answers.length} answers of ${sources.size} sources.`,
  });
}
