import type { ChangedLines, Gap, Hunk, Hunks, SameLines } from "./hunks.ts";
import { escapeHtml } from "./escape-html.ts";
import { lineSegments, type Segment } from "./line-segments.ts";
import { pairLines } from "./pair-lines.ts";
import { showControls } from "./show-controls.ts";

/** The rows of the table of a difference. */
export function htmlRows({ hunks, rest }: Hunks): string {
  const rows = hunks.flatMap((hunk, index) => [
    gapRow(hunk.gap, { at: index + 1, last: hunks.length }),
    ...hunkRows(hunk),
  ]);
  return [...rows, gapRow(rest, undefined)].join("");
}

/** What is not shown, and the ways to the changes around it. */
function gapRow(
  { lines, omitted }: Gap,
  hunk: { readonly at: number; readonly last: number } | undefined,
): string {
  const parts: string[] = [];
  if (lines > 0) parts.push(`${lines} ${lines === 1 ? "line" : "lines"} not shown`);
  if (omitted) parts.push("changes may be left out here");
  const id = hunk === undefined ? "" : ` id="part-${hunk.at}"`;
  const next =
    hunk === undefined || hunk.at === hunk.last
      ? ""
      : `<span><a href="#part-${hunk.at + 1}">next part</a></span>`;
  const text = hunk === undefined || hunk.last === 1 ? "" : `Part ${hunk.at} of ${hunk.last}`;
  if (text === "" && parts.length === 0) return "";
  const said = [text, ...parts].filter((part) => part !== "").join(" · ");
  return `<tr class="gap"${id}><td colspan="4">${next}${said}</td></tr>\n`;
}

function hunkRows({ pieces }: Hunk): string[] {
  return pieces.flatMap((piece) => (piece.kind === "same" ? sameRows(piece) : changeRows(piece)));
}

function sameRows({ beforeStart, afterStart, lines }: SameLines): string[] {
  return lines.map((line, index) => {
    const text = textOf([{ text: line, isChanged: false }]);
    return pair(
      `${numberCell(beforeStart + index, "again")}<td class="text same again">${text}</td>`,
      `${numberCell(afterStart + index)}<td class="text same">${text}</td>`,
    );
  });
}

function changeRows(change: ChangedLines): string[] {
  const before = lineSegments(change, "before");
  const after = lineSegments(change, "after");
  const isMoved = change.move !== undefined;
  const rows = isMoved ? [moveRow(change)] : [];
  for (const { before: from, after: to } of pairLines(change)) {
    rows.push(
      pair(
        from === undefined
          ? EMPTY
          : numberCell(change.beforeStart + from) +
              `<td class="text ${isMoved ? "from" : "gone"}"><del>${textOf(before[from])}</del></td>`,
        to === undefined
          ? EMPTY
          : numberCell(change.afterStart + to) +
              `<td class="text ${isMoved ? "to" : "new"}"><ins>${textOf(after[to])}</ins></td>`,
      ),
    );
  }
  return rows;
}

const EMPTY = `<td class="number void"></td><td class="text void"></td>`;

/** Leads from where a block was to where it is, and back. */
function moveRow({ move, before }: ChangedLines): string {
  const isAway = before.length > 0;
  const [here, there] = isAway ? ["from", "to"] : ["to", "from"];
  const text = isAway ? "Moved away: see where it is now" : "Moved to here: see where it was";
  return (
    `<tr class="note" id="move-${move}-${here}"><td colspan="4">` +
    `<a href="#move-${move}-${there}">${text}</a></td></tr>\n`
  );
}

function pair(before: string, after: string): string {
  return `<tr class="pair">${before}${after}</tr>\n`;
}

function numberCell(index: number, more = ""): string {
  return `<td class="number${more === "" ? "" : ` ${more}`}">${index + 1}</td>`;
}

function textOf(line: readonly Segment[] = []): string {
  return line
    .map(({ text, isChanged }) => {
      const shown = escapeHtml(showControls(text, isChanged));
      return isChanged && shown !== "" ? `<mark>${shown}</mark>` : shown;
    })
    .join("");
}
