import { tagIds } from "../../html/index.ts";
import { headingLevel } from "../../html/internal.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { recordRange, type PageRecord } from "../candidates/records.ts";
import type { CellValue, PartColumn } from "./record-slots.ts";
import { readName, type Name } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import type { Line } from "../candidates/page-text.ts";
import type { Property } from "../schema/property.ts";
import { readLeaf } from "./read-leaf.ts";

const DATE = readName("date") as Name;

/** Characters of a line that is a date and little else. */
const LONGEST_DATE = 60;

/** How sure a date is that stands above several records, and the share of them that must have one. */
const ABOVE = 0.45;
const MOST_BELOW = 0.8;

/** Dates that stand above records: of each the nearest line before it, outside of the others. */
export function datesAbove(
  page: PageCandidates,
  part: Property,
  records: readonly PageRecord[],
): PartColumn[] {
  const { text } = page;
  const dates = text.lines.flatMap((line) => {
    const cell = isHeading(page, line) ? dateIn(page, part, line) : undefined;
    return cell === undefined ? [] : [{ at: line.from, cell }];
  });
  let next = 0;
  const cells = records.map((record, index) => {
    const [from] = recordRange(text, record);
    while ((dates[next]?.at ?? Infinity) < from) next++;
    const above = dates[next - 1];
    const [, end] = index === 0 ? [0, 0] : recordRange(text, records[index - 1] as PageRecord);
    // What stands in the record before is said of that one; above it, of both.
    const isInside =
      above !== undefined && index > 0 && above.at < end && isIn(page, records, above.at);
    return isInside ? undefined : above?.cell;
  });
  const found = cells.filter((cell) => cell !== undefined).length;
  return found < MOST_BELOW * records.length ? [] : [{ part, cells, sure: ABOVE }];
}

/** Whether a place of the text is in one of the records. */
function isIn({ text }: PageCandidates, records: readonly PageRecord[], at: number): boolean {
  return records.some((record) => {
    const [from, to] = recordRange(text, record);
    return at >= from && at < to;
  });
}

/** The date that a short line is. */
function dateIn(
  page: PageCandidates,
  part: Property,
  { from, to, node }: Line,
): CellValue | undefined {
  const value = page.text.slice(from, to);
  if (to - from > LONGEST_DATE || !/\p{N}/u.test(value)) return undefined;
  const at = page.text.tree.parent(node);
  const candidate: Candidate = { name: DATE, source: "heading", value, node: at, place: "" };
  const leaf = readLeaf(page, part, candidate);
  return leaf === undefined ? undefined : { leaf, candidate };
}

/** Elements beside headings that say what others are about. */
const heads: ReadonlySet<number> = new Set([
  tagIds.th,
  tagIds.b,
  tagIds.strong,
  tagIds.dt,
  tagIds.caption,
  tagIds.summary,
  tagIds.legend,
]);

/** Whether a text stands in what heads others. */
function isHeading({ tree }: PageCandidates, { node }: Line): boolean {
  for (
    let at = tree.parent(node), level = 0;
    at !== 0 && level < 3;
    at = tree.parent(at), level++
  ) {
    if (headingLevel(tree.tag(at)) !== undefined || heads.has(tree.tag(at))) return true;
  }
  return false;
}
