import type { TextDiff } from "../text-diff.ts";
import { Units } from "./units.ts";

/** One replacement of everything, for where there was no time for more. */
export function replacedText(before: string, after: string, maxSize: number): TextDiff {
  const units = { before: new Units(before), after: new Units(after) };
  const omitted = before.length + after.length > maxSize;
  const list = (side: Units): string[] => side.list(0, side.count);
  const change = (): TextDiff["changes"][number] => ({
    beforeStart: 0,
    before: list(units.before),
    afterStart: 0,
    after: list(units.after),
  });
  return {
    changes: omitted ? [] : [change()],
    stats: { adds: units.after.count, dels: units.before.count },
    truncated: true,
    omitted,
  };
}
