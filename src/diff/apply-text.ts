import { checkArgument } from "../core/index.ts";
import { DiffError } from "./diff-error.ts";
import type { TextDiff } from "./text-diff.ts";
import { checkChanges, checkDiff } from "./text/check-changes.ts";
import { Units } from "./text/units.ts";

/**
 * Makes the text after from the one before and their difference.
 * @throws DiffError `INVALID_DIFF` when changes are missing (`omitted`), or it is of another text
 * @example
 * ```ts
 * import { applyText, diffText } from "dragline/diff";
 *
 * const before = "High water 06:12\n";
 * console.log(applyText(before, diffText(before, "High water 06:31\n")));
 * ```
 */
export function applyText(before: string, diff: TextDiff): string {
  checkArgument("before of applyText(before, diff)", before, "string");
  checkDiff(diff);
  if (diff.omitted) {
    throw new DiffError("INVALID_DIFF", {
      message: "The difference cannot be applied: changes are missing.",
    });
  }
  const units = new Units(before);
  checkChanges(units, diff);
  const parts: string[] = [];
  let end = 0;
  for (const change of diff.changes) {
    parts.push(units.joined(end, change.beforeStart), change.after.join(""));
    end = change.beforeStart + change.before.length;
  }
  return parts.concat(units.joined(end, units.count)).join("");
}
