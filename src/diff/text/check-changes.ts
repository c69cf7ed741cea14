import { checkArgument } from "../../core/index.ts";
import { DiffError } from "../diff-error.ts";
import type { TextChange, TextDiff } from "../text-diff.ts";
import type { Units } from "./units.ts";

/** Refuses what is no difference of texts. */
export function checkDiff(diff: TextDiff): void {
  checkArgument("changes of diff, which diffText(before, after) gives,", diff?.changes, "array");
}

/**
 * Checks that a difference is one of a text: its changes are in order, and take out what stands there.
 * @throws DiffError `INVALID_DIFF`
 */
export function checkChanges(units: Units, diff: TextDiff): void {
  checkDiff(diff);
  const { changes, omitted } = diff;
  let end = { before: 0, after: 0 };
  for (const change of changes) {
    const { beforeStart, before, afterStart, after } = change;
    const kept = beforeStart - end.before;
    const isInOrder = Number.isInteger(beforeStart) && kept >= 0;
    const isSame = omitted || afterStart - end.after === kept;
    if (!isInOrder || !isSame || !isFound(change, units)) throw misplaced(beforeStart);
    end = { before: beforeStart + before.length, after: afterStart + after.length };
  }
}

function isFound({ beforeStart, before }: TextChange, units: Units): boolean {
  const end = beforeStart + before.length;
  return end <= units.count && units.joined(beforeStart, end) === before.join("");
}

function misplaced(beforeStart: number): DiffError {
  return new DiffError("INVALID_DIFF", {
    message: `The difference was made from another text: the change at line ${beforeStart + 1} does not fit.`,
    details: { beforeStart },
  });
}
