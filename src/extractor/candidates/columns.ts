import { tagIds, type NodeId } from "../../html/index.ts";
import { readLabel, type Name } from "../names.ts";
import type { PageText } from "../page-text.ts";
import type { Candidate } from "./candidate.ts";

/** Columns of a table, and rows of it that are looked at. */
const MOST_COLUMNS = 64;
const MOST_ROWS = 2000;

/** Characters of a heading. */
const LONGEST_HEADING = 40;

/**
 * The cells of tables by the headings of their columns, of elements with the role of a table too. In
 * a table of several rows they belong to their row alone.
 */
export function columnCandidates(text: PageText): Candidate[] {
  const tables = text.elements.filter((node) => partOf(text, node) === "table");
  const rows = Map.groupBy(
    text.elements.filter((node) => partOf(text, node) === "row"),
    (row) => tableAround(text, row),
  );
  return tables.flatMap((table) => readTable(text, rows.get(table) ?? []));
}

type Part = "table" | "row" | "heading" | "cell";

const roles: Readonly<Record<string, Part>> = {
  table: "table",
  grid: "table",
  treegrid: "table",
  row: "row",
  columnheader: "heading",
  cell: "cell",
  gridcell: "cell",
  rowheader: "cell",
};

/** What of a table an element is; undefined for none. */
function partOf({ tree }: PageText, node: NodeId): Part | undefined {
  switch (tree.tag(node)) {
    case tagIds.table:
      return "table";
    case tagIds.tr:
      return "row";
    case tagIds.th:
      return "heading";
    case tagIds.td:
      return "cell";
    default: {
      const role = tree.attribute(node, "role");
      return role === undefined ? undefined : roles[role.trim().toLowerCase()];
    }
  }
}

function readTable(text: PageText, rows: readonly NodeId[]): Candidate[] {
  const grid = rows.slice(0, MOST_ROWS).map((row) => cellsOf(text, row));
  const head = grid.findIndex((cells, at) => isHeading(text, cells, at));
  if (head === -1) return [];
  const names = (grid[head] as NodeId[]).map((cell) => readLabel(text.text(cell)));
  const width = new Set(grid[head]).size;
  const body = grid.slice(head + 1).filter((cells) => isRow(cells, width));
  return body.flatMap((cells) => readRow(text, cells, { names, isAlone: body.length === 1 }));
}

interface Heading {
  readonly names: readonly (Name | undefined)[];
  /** Whether there is one row below. */
  readonly isAlone: boolean;
}

function readRow(text: PageText, cells: readonly NodeId[], heading: Heading): Candidate[] {
  return cells.flatMap((node, column) => {
    const name = heading.names[column];
    const value = text.value(node);
    const isMedia = value === "" && hasElements(text, node);
    if (name === undefined || (value === "" && !isMedia)) return [];
    const isOfRecord = !heading.isAlone;
    return [{ name, source: "table", value, node, place: "", isOfRecord } as const];
  });
}

function hasElements(text: PageText, node: NodeId): boolean {
  const [first, last] = text.orders(node);
  return last - first > 1;
}

/** Whether a row has cells of its own below most heads: one that sums up others has a wide one. */
function isRow(cells: readonly NodeId[], width: number): boolean {
  const own = new Set(cells).size;
  return own > 1 && own * 3 > width * 2;
}

function tableAround(text: PageText, node: NodeId): NodeId {
  let at = text.tree.parent(node);
  while (at !== 0 && partOf(text, at) !== "table") at = text.tree.parent(at);
  return at;
}

/** The cells of a row, each as often as it spans columns. */
function cellsOf(text: PageText, row: NodeId): NodeId[] {
  const { tree } = text;
  const cells: NodeId[] = [];
  for (let node = tree.firstChild(row); node !== 0; node = tree.nextSibling(node)) {
    const part = partOf(text, node);
    if (part !== "cell" && part !== "heading") continue;
    const span = Number.parseInt(tree.attribute(node, "colspan") ?? "1", 10);
    const times = Number.isInteger(span) && span > 0 ? Math.min(span, MOST_COLUMNS) : 1;
    for (let count = 0; count < times && cells.length < MOST_COLUMNS; count++) cells.push(node);
  }
  return cells;
}

/** Whether a row names the columns: by its elements; the first one by short texts without numbers. */
function isHeading(text: PageText, cells: readonly NodeId[], at: number): boolean {
  if (cells.length < 2) return false;
  if (cells.every((cell) => partOf(text, cell) === "heading")) return true;
  const row = text.tree.parent(cells[0] as NodeId);
  if (text.tree.tag(text.tree.parent(row)) === tagIds.thead) return true;
  return at === 0 && cells.length > 2 && cells.every((cell) => isLabel(text.text(cell)));
}

function isLabel(text: string): boolean {
  return text.length <= LONGEST_HEADING && !/\p{N}/u.test(text);
}
