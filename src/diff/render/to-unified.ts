import { applyText } from "../apply-text.ts";
import type { TextChange, TextDiff } from "../text-diff.ts";
import { Units } from "../text/units.ts";
import { hunksOf, type Hunk } from "./hunks.ts";
import { completeViewOptions, viewDefaults, type DiffViewOptions } from "./render-settings.ts";
import { wholeLines } from "./whole-lines.ts";

/**
 * A difference as a unified diff, as `patch` and `git apply` take it; empty where nothing differs.
 * Its lines are whole ones, also where the difference tells pieces of long lines. Labels are names of
 * files: `git apply` wants `a/` and `b/` in front.
 * @throws DiffError `INVALID_DIFF` when changes are missing (`omitted`), or it is of another text
 * @throws CoreError `INVALID_OPTION`
 */
export function toUnified(before: string, diff: TextDiff, options?: DiffViewOptions): string {
  const { context, beforeLabel, afterLabel } = completeViewOptions(viewDefaults, options);
  const after = applyText(before, diff);
  const lines = { before: linesOf(before), after: linesOf(after) };
  const changes = wholeLines(before, after, diff).map((stretch): TextChange => {
    const [beforeStart, beforeEnd] = [stretch.before.from, stretch.before.to].map((at) =>
      lineAt(lines.before, at),
    ) as [number, number];
    const [afterStart, afterEnd] = [stretch.after.from, stretch.after.to].map((at) =>
      lineAt(lines.after, at),
    ) as [number, number];
    return {
      beforeStart,
      before: lines.before.list(beforeStart, beforeEnd),
      afterStart,
      after: lines.after.list(afterStart, afterEnd),
    };
  });
  if (changes.length === 0) return "";
  const source = { units: lines.before, changes, omitted: false, context };
  const { hunks } = hunksOf({ ...source, afterCount: lines.after.count });
  const head = `--- ${fileName(beforeLabel)}\n+++ ${fileName(afterLabel)}\n`;
  return head + hunks.map(hunkText).join("");
}

/** Lines as they are, however long. */
function linesOf(text: string): Units {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const lineEnd = text.indexOf("\n", at);
    at = lineEnd === -1 ? text.length : lineEnd + 1;
  }
  return new Units(text, Int32Array.from([...starts, text.length]));
}

/** The line that starts at an offset. */
function lineAt(lines: Units, offset: number): number {
  let [low, high] = [0, lines.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines.start(middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hunkText({ pieces }: Hunk): string {
  const [first] = pieces;
  const rows = pieces.flatMap((piece) =>
    piece.kind === "same"
      ? piece.lines.map((line) => row(" ", line))
      : [
          ...piece.before.map((line) => row("-", line)),
          ...piece.after.map((line) => row("+", line)),
        ],
  );
  const count = (side: "before" | "after"): number =>
    pieces.reduce(
      (sum, piece) => sum + (piece.kind === "same" ? piece.lines : piece[side]).length,
      0,
    );
  const was = span(first?.beforeStart ?? 0, count("before"));
  return `@@ -${was} +${span(first?.afterStart ?? 0, count("after"))} @@\n${rows.join("")}`;
}

/** A stretch of lines from 1; one without lines is named by the line before it. */
function span(start: number, length: number): string {
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

function row(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** As git quotes names that would end a line or a name. */
function fileName(label: string): string {
  // oxlint-disable-next-line no-control-regex
  const special = /[\u0000-\u001f\u007f"\\]/g;
  if (!special.test(label)) return label;
  const quoted = label.replace(special, (sign) =>
    sign === '"' || sign === "\\"
      ? `\\${sign}`
      : `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${quoted}"`;
}
