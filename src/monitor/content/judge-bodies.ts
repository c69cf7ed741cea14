import { diffText, type TextChange } from "../../diff/index.ts";
import type { BodyVerdict, ComparedBodies } from "./content.ts";
import { compilePattern, matchesAny } from "./text-pattern.ts";

/** Whether the difference of two bodies counts as a change, and how large it is. */
export function judgeBodies({ before, after, filters }: ComparedBodies): BodyVerdict {
  if (before === after) return { counts: false, stats: { adds: 0, dels: 0 } };
  const { triggerText = [], minimumChange = 0 } = filters;
  const { changes, stats, omitted } = diffText(before, after, { words: minimumChange > 0 });
  const triggers = triggerText.map(compilePattern);
  const isTriggered =
    triggers.length === 0 ||
    // Of what is not given it cannot be said; better a change too many.
    omitted ||
    changes.some((change) => change.after.some((line) => matchesAny(line, triggers)));
  const isLarge = minimumChange === 0 || omitted || sizeOf(changes) >= minimumChange;
  return { counts: isTriggered && isLarge, stats };
}

/** Characters that were put in and taken out; where a line was changed in part, of its words. */
function sizeOf(changes: readonly TextChange[]): number {
  let size = 0;
  for (const { before, after, words } of changes) {
    if (words === undefined) size += lengthOf(before) + lengthOf(after);
    else for (const word of words) size += word.beforeLength + word.afterLength;
  }
  return size;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
