import { checkArgument } from "../../core/index.ts";
import type { TextDiff } from "../text-diff.ts";
import { checkChanges, checkDiff } from "../text/check-changes.ts";
import { Units } from "../text/units.ts";
import { hunksOf, type ChangedLines, type Gap, type Hunk } from "./hunks.ts";
import { lineSegments, type Segment } from "./line-segments.ts";
import {
  completeViewOptions,
  viewDefaults,
  type DiffViewOptions,
  type DiffViewSettings,
} from "./render-settings.ts";
import { showControls } from "./show-controls.ts";

/** How a difference is shown in a terminal. */
export interface TerminalViewOptions extends DiffViewOptions {
  /**
   * Whether it is coloured; without colours, the words that differ are not told.
   * @default true
   */
  readonly colors?: boolean | undefined;
}

const defaults: DiffViewSettings & { readonly colors: boolean } = Object.freeze({
  ...viewDefaults,
  colors: true,
});

/** Codes of ISO 6429: what turns a look on, and what turns it off. */
const looks = {
  title: ["\u001b[1m", "\u001b[22m"],
  place: ["\u001b[36m", "\u001b[39m"],
  note: ["\u001b[2m", "\u001b[22m"],
  removed: ["\u001b[31m", "\u001b[39m"],
  added: ["\u001b[32m", "\u001b[39m"],
  moved: ["\u001b[35m", "\u001b[39m"],
  word: ["\u001b[7m", "\u001b[27m"],
} as const;

type Paint = (look: keyof typeof looks, text: string) => string;

/**
 * A difference for the eyes, line by line; empty where nothing differs. Moved blocks stand with `<`
 * and `>` instead of `-` and `+`. Whatever a page holds, none of it reaches the terminal as a command:
 * control characters are written out, as `\x1b`.
 * @throws DiffError `INVALID_DIFF` when it is of another text
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { diffText, toTerminal } from "dragline/diff";
 *
 * const before = "High water 06:12\n";
 * console.log(toTerminal(before, diffText(before, "High water 06:31\n")));
 * ```
 */
export function toTerminal(before: string, diff: TextDiff, options?: TerminalViewOptions): string {
  const { colors, context, ...labels } = completeViewOptions(defaults, options);
  checkArgument("before of toTerminal(before, diff)", before, "string");
  checkDiff(diff);
  if (diff.changes.length === 0 && !diff.omitted) return "";
  const paint: Paint = (look, text) =>
    colors && text !== "" ? looks[look][0] + text + looks[look][1] : text;
  const units = new Units(before);
  checkChanges(units, diff);
  const afterCount = units.count + diff.stats.adds - diff.stats.dels;
  const { hunks, rest } = hunksOf({ units, ...diff, afterCount, context });
  const rows = [
    paint("title", `--- ${showControls(labels.beforeLabel)}`),
    paint("title", `+++ ${showControls(labels.afterLabel)}`),
    ...hunks.flatMap((hunk) => hunkRows(hunk, paint)),
    ...gapRows(rest, paint),
  ];
  return `${rows.join("\n")}\n`;
}

function hunkRows({ gap, pieces }: Hunk, paint: Paint): string[] {
  const [first] = pieces;
  const place = `@@ line ${(first?.beforeStart ?? 0) + 1}, now ${(first?.afterStart ?? 0) + 1} @@`;
  const rows = pieces.flatMap((piece) =>
    piece.kind === "change"
      ? changeRows(piece, paint)
      : piece.lines.map((line) => ` ${showControls(line)}`),
  );
  return [...gapRows(gap, paint), paint("place", place), ...rows];
}

function gapRows({ omitted }: Gap, paint: Paint): string[] {
  return omitted ? [paint("note", "… changes may be left out here")] : [];
}

function changeRows(change: ChangedLines, paint: Paint): string[] {
  const { move } = change;
  const removed = lineSegments(change, "before").map((line) => lineText(line, paint));
  const added = lineSegments(change, "after").map((line) => lineText(line, paint));
  if (move === undefined) {
    return [
      ...removed.map((line) => paint("removed", `-${line}`)),
      ...added.map((line) => paint("added", `+${line}`)),
    ];
  }
  const where = removed.length > 0 ? "moved away from here" : "moved to here";
  return [
    paint("note", `  block ${move}: ${where}`),
    ...removed.map((line) => paint("moved", `<${line}`)),
    ...added.map((line) => paint("moved", `>${line}`)),
  ];
}

function lineText(line: readonly Segment[], paint: Paint): string {
  return line
    .map(({ text, isChanged }) => {
      const shown = showControls(text, isChanged);
      return isChanged ? paint("word", shown) : shown;
    })
    .join("");
}
