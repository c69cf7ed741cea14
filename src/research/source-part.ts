import type { PromptPart } from "../ai/index.ts";
import type { CitedSource } from "../citations/index.ts";

/** Characters of a passage that a model is given. */
const LONGEST = 2400;

/** Passages of a source as a model is given them: with ids, and without a URL. */
export function sourcePart(source: CitedSource, indices: readonly number[]): PromptPart {
  const { id, title, date, passages } = source;
  const lines = [`Title: ${title}`];
  if (date !== undefined) lines.push(`Date: ${date}`);
  for (const index of indices.toSorted((a, b) => a - b)) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const heading = passage.heading === "" ? "" : ` ${passage.heading}`;
    lines.push("", `[${id}.${index + 1}]${heading}`, passage.text.slice(0, LONGEST));
  }
  return { label: `source ${id}`, text: lines.join("\n").toWellFormed() };
}
