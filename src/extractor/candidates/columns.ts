import { tagIds, type NodeId } from "../../html/index.ts";
import { readLabel, type Name } from "../schema/names.ts";
import type { PageText } from "./page-text.ts";
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
  return tablesOf(text).flatMap(({ grid }) => [
    ...readColumns(text, grid),
    ...readRows(text, grid),
  ]);
}

/** A table's cells by row and column, each in all places that it spans. */
export interface TableGrid {
  readonly table: NodeId;
  readonly grid: readonly (readonly NodeId[])[];
  /** Each row's element with its cells. */
  readonly rows: readonly (readonly [row: NodeId, cells: readonly NodeId[]])[];
  /** Elements of the rows that name the columns, and of those above them. */
  readonly heads: readonly NodeId[];
}

/** The tables of a page, of elements with the role of one too. */
export function tablesOf(text: PageText): TableGrid[] {
  const tables = text.elements.filter((node) => partOf(text, node) === "table");
  const rowsOf = Map.groupBy(
    text.elements.filter((node) => partOf(text, node) === "row"),
    (row) => tableAround(text, row),
  );
  return tables.map((table) => {
    const own = rowsOf.get(table) ?? [];
    const grid = gridOf(text, own);
    const heads = own.slice(0, headOf(text, grid)?.below ?? 0);
    const rows = grid.map((cells, at) => [own[at] as NodeId, cells] as const);
    return { table, grid, rows, heads };
  });
}

/** The grid of rows: what spans rows goes on in those below (WHATWG HTML 4.9.12). */
function gridOf(text: PageText, rows: readonly NodeId[]): NodeId[][] {
  const open = new Map<number, { readonly node: NodeId; left: number }>();
  return rows.slice(0, MOST_ROWS).map((row) => {
    const cells: NodeId[] = [];
    const goOn = (): void => {
      for (let span = open.get(cells.length); span !== undefined; span = open.get(cells.length)) {
        if (--span.left <= 0) open.delete(cells.length);
        cells.push(span.node);
      }
    };
    for (const { node, columns, lines } of cellsOf(text, row)) {
      goOn();
      for (let count = 0; count < columns && cells.length < MOST_COLUMNS; count++) {
        if (lines > 1) open.set(cells.length, { node, left: lines - 1 });
        cells.push(node);
      }
    }
    goOn();
    return cells;
  });
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

function readColumns(text: PageText, grid: TableGrid["grid"]): Candidate[] {
  const head = headOf(text, grid);
  if (head === undefined) return [];
  const { below, cells: heading } = head;
  const names = heading.map((cell) => readLabel(text.text(cell)));
  const width = new Set(heading).size;
  const body = grid.slice(below).filter((cells) => isRow(cells, width));
  const found = body.flatMap((cells) => {
    return readRow(text, cells, { names, isAlone: body.length === 1 });
  });
  // A cell that spans several rows is one value.
  const seen = new Set<NodeId>();
  return found.filter(({ node }) => !seen.has(node) && seen.add(node));
}

/** What names the columns of a table. */
interface TableHead {
  /** The first row below it. */
  readonly below: number;
  /** The cell that names each column: of a head of several rows the lowest. */
  readonly cells: readonly NodeId[];
}

/** Rows that a head has at most. */
const MOST_HEADS = 4;

/** The head of a table; undefined without one. Rows below one whose cells span columns go on with it. */
function headOf(text: PageText, grid: TableGrid["grid"]): TableHead | undefined {
  const first = grid.findIndex((cells, at) => isHeading(text, cells, at));
  const above = grid[first];
  if (above === undefined) return undefined;
  let [below, cells] = [first + 1, above];
  while (below - first < MOST_HEADS && new Set(cells).size < cells.length) {
    const next = grid[below];
    if (next?.length !== cells.length || !next.every((cell) => isHeadCell(text, cell))) break;
    [below, cells] = [below + 1, next];
  }
  return { below, cells };
}

/** Whether a cell is one that names, or stands in the head of a table. */
function isHeadCell(text: PageText, cell: NodeId): boolean {
  const row = text.tree.parent(cell);
  const isInHead = text.tree.tag(text.tree.parent(row)) === tagIds.thead;
  return isInHead || partOf(text, cell) === "heading";
}

/** The cells behind the headings of rows, where several things stand in columns. */
function readRows(text: PageText, grid: TableGrid["grid"]): Candidate[] {
  return transposed(text, grid).flatMap(([head, ...cells]) => {
    const name = head === undefined ? undefined : readLabel(text.text(head));
    const names = cells.map(() => name);
    return readRow(text, cells, { names, isAlone: false });
  });
}

/** The rows of a table whose rows and columns both have headings, with what stands behind each. */
function transposed(text: PageText, grid: TableGrid["grid"]): readonly (readonly NodeId[])[] {
  const [first, ...rows] = grid;
  const width = first?.length ?? 0;
  const isHeaded = ([head, ...cells]: readonly NodeId[]): boolean =>
    head !== undefined &&
    partOf(text, head) === "heading" &&
    cells.every((cell) => partOf(text, cell) === "cell");
  const isGrid = first?.slice(1).every((cell) => partOf(text, cell) === "heading") === true;
  const isWhole = width > 2 && rows.length > 0 && rows.every((row) => row.length === width);
  return isGrid && isWhole && rows.every(isHeaded) ? rows : [];
}

/**
 * The things of tables that are no rows: of a table whose cells span rows each row with the cells that
 * reach into it, of one whose things stand beside each other each column.
 */
export function tableRecords(
  text: PageText,
): { readonly table: NodeId; readonly records: NodeId[][] }[] {
  return tablesOf(text).flatMap(({ table, grid }) => {
    const rows = grid.slice(headOf(text, grid)?.below ?? 0);
    const cells = rows.flatMap((row) => [...new Set(row)]);
    const spans = new Set(cells).size < cells.length;
    const found = spans ? [{ table, records: rows.map((row) => [...row]) }] : [];
    const [first = []] = grid;
    const beside = transposed(text, grid);
    if (beside.length === 0) return found;
    const columns = first.slice(1).map((head, at) => {
      return [head, ...beside.map((row) => row[at + 1] as NodeId)];
    });
    return [...found, { table, records: columns }];
  });
}

interface Heading {
  readonly names: readonly (Name | undefined)[];
  /** Whether there is one row below. */
  readonly isAlone: boolean;
}

function readRow(text: PageText, cells: readonly NodeId[], heading: Heading): Candidate[] {
  return cells.flatMap((node, column) => {
    const name = isOfSeveral(cells, heading.names, column) ? undefined : heading.names[column];
    const value = text.value(node);
    const isMedia = value === "" && hasElements(text, node);
    if (name === undefined || (value === "" && !isMedia)) return [];
    const isOfRecord = !heading.isAlone;
    return [{ name, source: "table", value, node, place: "", isOfRecord } as const];
  });
}

/** Whether a cell stands in columns that are called otherwise: it says something of the row. */
function isOfSeveral(cells: readonly NodeId[], names: Heading["names"], column: number): boolean {
  const own = cells.flatMap((cell, at) => (cell === cells[column] ? [names[at]?.key] : []));
  return new Set(own).size > 1;
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

interface SpannedCell {
  readonly node: NodeId;
  readonly columns: number;
  readonly lines: number;
}

/** The cells of a row, with how many columns and rows they span. */
function cellsOf(text: PageText, row: NodeId): SpannedCell[] {
  const { tree } = text;
  const cells: SpannedCell[] = [];
  for (let node = tree.firstChild(row); node !== 0; node = tree.nextSibling(node)) {
    const part = partOf(text, node);
    if (part !== "cell" && part !== "heading") continue;
    const columns = spanOf(tree.attribute(node, "colspan"), MOST_COLUMNS);
    cells.push({ node, columns, lines: spanOf(tree.attribute(node, "rowspan"), MOST_ROWS) });
    if (cells.length === MOST_COLUMNS) break;
  }
  return cells;
}

/** A span of 0 goes on to the end. */
function spanOf(written: string | undefined, most: number): number {
  const span = Number.parseInt(written ?? "1", 10);
  if (span === 0) return most;
  return span > 0 ? Math.min(span, most) : 1;
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
