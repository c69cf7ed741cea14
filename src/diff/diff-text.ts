import { systemClock } from "../core/index.ts";
import type { TextDiff, TextDiffOptions } from "./text-diff.ts";
import { compareTexts } from "./text/compare-texts.ts";
import { completeTextOptions } from "./text/text-settings.ts";

/**
 * Compares two texts by lines, and within changed lines by words. The difference is the smallest one
 * for texts of some thousand lines that differ, and a small one for others; lines that were put in
 * or taken out stand where a reader would see them.
 * @throws CoreError `INVALID_OPTION`
 */
export function diffText(before: string, after: string, options?: TextDiffOptions): TextDiff {
  return compareTexts(before, after, {
    settings: completeTextOptions(options),
    clock: systemClock,
  });
}
