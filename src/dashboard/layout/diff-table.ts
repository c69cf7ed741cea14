import { diffText } from "../../diff/index.ts";
import {
  hunksOf,
  lineSegments,
  pairLines,
  showControls,
  Units,
  type Gap,
  type SameLines,
  type Segment,
} from "../../diff/internal.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import { counted } from "./pieces.ts";

/** Milliseconds that comparing may take while somebody waits for the page. */
const BUDGET_MS = 40;
/** Characters of changed lines that are shown. */
const MOST_CHARACTERS = 200_000;
/** Rows of a table. */
const MOST_ROWS = 2000;

/** Two texts. */
interface Compared {
  readonly before: string;
  readonly after: string;
  /** What they are, for those who cannot see the page. */
  readonly caption: string;
}

/** Two texts side by side, with the words that differ marked. */
export function diffTable({ before, after, caption }: Compared): Markup {
  const diff = diffText(before, after, { budgetMs: BUDGET_MS, maxSize: MOST_CHARACTERS });
  const { stats, changes, omitted } = diff;
  if (changes.length === 0 && !omitted) return markup`<p class="quiet">The texts are the same.</p>`;
  const units = new Units(before);
  const afterCount = units.count + stats.adds - stats.dels;
  const { hunks, rest } = hunksOf({ units, changes, omitted, afterCount, context: 3 });
  const rows = [
    ...hunks.flatMap(({ gap, pieces }) => [
      ...gapRow(gap),
      ...pieces.flatMap((piece) => (piece.kind === "same" ? sameRows(piece) : changedRows(piece))),
    ]),
    ...gapRow(rest),
  ];
  const left = rows.length - MOST_ROWS;
  return markup`<p class="quiet">${counted(stats.adds, "line")} added, ${counted(stats.dels, "line")} removed${omitted && "; some changes are left out"}${left > 0 && `; ${counted(left, "more row")} not shown`}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="diff"><thead><tr><th scope="col" colspan="2">Before</th><th scope="col" colspan="2">After</th></tr></thead><tbody>${rows.slice(0, MOST_ROWS)}</tbody></table></div>`;
}

function gapRow({ lines, omitted }: Gap): Markup[] {
  if (lines === 0 && !omitted) return [];
  const text = omitted ? "changes may be left out here" : counted(lines, "equal line");
  return [markup`<tr class="gap"><td colspan="4" class="quiet">${text}</td></tr>`];
}

function sameRows({ beforeStart, afterStart, lines }: SameLines): Markup[] {
  return lines.map((line, at) => {
    const text = showControls(line);
    return markup`<tr class="same"><td class="line">${beforeStart + at + 1}</td><td>${text}</td><td class="line">${afterStart + at + 1}</td><td class="after">${text}</td></tr>`;
  });
}

function changedRows(change: Parameters<typeof pairLines>[0]): Markup[] {
  const before = lineSegments(change, "before");
  const after = lineSegments(change, "after");
  return pairLines(change).map(({ before: from, after: to }) => {
    const look = from === undefined ? "new" : to === undefined ? "gone" : "changed";
    const old = from === undefined ? undefined : words(before[from], true);
    const fresh = to === undefined ? undefined : words(after[to], false);
    return markup`<tr class="${look}"><td class="line">${numberOf(change.beforeStart, from)}</td><td class="before">${old}</td><td class="line">${numberOf(change.afterStart, to)}</td><td class="after">${fresh}</td></tr>`;
  });
}

function numberOf(start: number, line: number | undefined): Fill {
  return line === undefined ? "" : start + line + 1;
}

function words(segments: readonly Segment[] = [], isGone: boolean): Fill {
  return segments.map(({ text, isChanged }) => {
    const shown = showControls(text, isChanged);
    if (!isChanged || shown === "") return shown;
    return isGone ? markup`<del>${shown}</del>` : markup`<ins>${shown}</ins>`;
  });
}
