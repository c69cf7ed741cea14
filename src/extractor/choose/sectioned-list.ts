import { assignSlots } from "./assign-slots.ts";
import type { CellValue, PartColumn } from "./record-slots.ts";
import type { PageRecord, PageRecords } from "../candidates/records.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import { rolesOf } from "./part-roles.ts";
import type { Property } from "../schema/property.ts";

/** Records of a group that are looked at before the group is chosen. */
export const TRIED = 12;

interface Sections {
  readonly outer: PageRecords;
  /** Those of its records that have values. */
  readonly rows: readonly PageRecord[];
  readonly groups: readonly PageRecords[];
}

/** Records in each of others, on the average, from which those are sections of a longer list. */
const LEAST_INSIDE = 1.5;

/** Records of a longer list in which what its sections have is looked for. */
const MOST_INSIDE = 20 * TRIED;

/** Share of the parts of sections that stand in records of theirs. */
const LEAST_SHARED = 0.6;

/**
 * The longer list that things are sections of: most of what they seem to have, their names included, is
 * that of the first record in each. What else they have is said of all in them.
 */
export function sectionedList(
  page: PageCandidates,
  leaves: readonly Property[],
  { outer, rows, groups }: Sections,
): PageRecords | undefined {
  const title = [...rolesOf(leaves)].find(([, role]) => role === "title")?.[0];
  const columns = assignSlots(page, leaves, rows.slice(0, TRIED));
  return groups.find(({ records }) => {
    if (records.length < LEAST_INSIDE * outer.records.length) return false;
    const tried = records.slice(0, TRIED);
    if (!tried.every((record) => placeIn(page, record, outer.records) !== -1)) return false;
    const first = records.slice(0, MOST_INSIDE);
    const places = columns.map(({ cells }) => cells.map((cell) => placeOf(page, cell, first)));
    const inside = columns.filter((_, at) => isTogether(places, at));
    const isNamed = inside.some(({ part }) => part === title);
    return isNamed && inside.length > 1 && inside.length >= LEAST_SHARED * columns.length;
  });
}

/** Which of several records a value stands in; undefined for none, and without a value. */
function placeOf(
  { text }: PageCandidates,
  cell: CellValue | undefined,
  records: readonly PageRecord[],
): number | undefined {
  if (cell === undefined) return undefined;
  const { node } = cell.candidate;
  const place = records.findIndex((record) =>
    record.some((root) => node === root.node || text.isIn(node, root.node)),
  );
  return place === -1 ? undefined : place;
}

/** Share of the values of a column that stand in one record with values of others. */
const MOST_TOGETHER = 0.8;

function isTogether(places: readonly (readonly (number | undefined)[])[], at: number): boolean {
  const own = places[at] ?? [];
  const found = own.flatMap((place, row) => (place === undefined ? [] : [{ place, row }]));
  const together = found.filter(({ place, row }) =>
    places.some((other, column) => column !== at && other[row] === place),
  );
  return found.length > 0 && together.length >= MOST_TOGETHER * own.length;
}

/** Which of several things a record stands in; -1 for none, and for the record itself. */
function placeIn(
  { text }: PageCandidates,
  [root]: PageRecord,
  records: readonly PageRecord[],
): number {
  return records.findIndex((record) =>
    record.some(
      ({ node }) => root !== undefined && node !== root.node && text.isIn(root.node, node),
    ),
  );
}

/** The columns of what records stand in, for the parts that they have not themselves. */
export function columnsAround(
  page: PageCandidates,
  parts: readonly Property[],
  { records, around }: { readonly records: readonly PageRecord[]; readonly around: PageRecords },
): PartColumn[] {
  if (parts.length === 0) return [];
  const places = records.map((record) => placeIn(page, record, around.records));
  if (places.includes(-1)) return [];
  return assignSlots(page, parts, around.records).map((column) => ({
    ...column,
    cells: places.map((place) => column.cells[place]),
  }));
}
