import type { PdfRun } from "./pdf-run.ts";
import { isMark, onBaseline, segmentsOf, type Segment } from "./pdf-segments.ts";

/** A cell: one or more lines above each other. */
interface Cell {
  segments: Segment[];
  left: number;
  right: number;
}

interface Column {
  left: number;
  right: number;
  readonly cells: Cell[];
}

/** Rows with the same columns; a row has a cell or none for each column. */
export interface Table {
  readonly rows: readonly (readonly (Cell | undefined)[])[];
}

/** Points that edges may differ by. */
const TOLERANCE = 3;

/** A table of the cells that the PDF's structure names. */
export function taggedTable(runs: readonly PdfRun[]): Table {
  const rows: PdfRun[][][] = [];
  for (const run of runs) {
    const { row, column } = run.cell ?? { row: 0, column: 0 };
    ((rows[row] ??= [])[column] ??= []).push(run);
  }
  const width = Math.max(...rows.map((row) => row?.length ?? 0));
  return {
    rows: Array.from(rows, (row) =>
      Array.from({ length: width }, (_, column) => {
        const own = row?.[column];
        return own && cellOf(segmentsOf(own));
      }),
    ),
  };
}

/** The tables of a page, and between them segments that are in none; in order. */
export function tablesOf(segments: readonly Segment[]): (Table | Segment[])[] {
  const rows = rowsOf(segments);
  const parts: (Table | Segment[])[] = [];
  let loose: Segment[] = [];
  for (let start = 0; start < rows.length;) {
    const found = tableAt(rows, start);
    if (found === undefined) {
      loose.push(...(rows[start] ?? []).flatMap((cell) => cell.segments));
      start += 1;
      continue;
    }
    if (loose.length > 0) parts.push(loose);
    loose = [];
    parts.push(found.part);
    start = found.end;
  }
  if (loose.length > 0) parts.push(loose);
  return parts;
}

function rowsOf(segments: readonly Segment[]): Cell[][] {
  const rows: Cell[][] = [];
  for (const segment of segments) {
    const row = rows.at(-1);
    const cell = row?.at(-1);
    if (row === undefined || cell === undefined) rows.push([cellOf([segment])]);
    else if (isBeside(row, segment)) {
      if (row.length === 1) splitAbove(rows, segment);
      rows.at(-1)?.push(cellOf([segment]));
    } else if (isBelow(cell, segment)) addTo(cell, segment);
    else rows.push([cellOf([segment])]);
  }
  return rows;
}

function cellOf(segments: Segment[]): Cell {
  const left = Math.min(...segments.map((segment) => segment.left));
  return { segments, left, right: Math.max(...segments.map((segment) => segment.right)) };
}

function addTo(cell: Cell, segment: Segment): void {
  cell.segments.push(segment);
  cell.left = Math.min(cell.left, segment.left);
  cell.right = Math.max(cell.right, segment.right);
}

function isBeside(row: readonly Cell[], segment: Segment): boolean {
  const cell = row.at(-1);
  if (cell === undefined || segment.left < cell.right) {
    const last = cell?.segments.at(-1);
    // Lines of a paragraph above may be wider than the cell below them.
    if (row.length > 1 || last === undefined) return false;
    return onBaseline(last, segment) && segment.left >= last.right;
  }
  const lines = row.flatMap(({ segments }) => segments.map(({ y }) => y));
  const slack = segment.size * 0.6;
  return segment.y <= Math.max(...lines) + slack && segment.y >= Math.min(...lines) - slack;
}

/** A paragraph that stands close above a row is none of its first cell. */
function splitAbove(rows: Cell[][], segment: Segment): void {
  const cell = rows.at(-1)?.[0];
  const last = cell?.segments.at(-1);
  if (cell === undefined || last === undefined || cell.segments.length === 1) return;
  if (!onBaseline(last, segment)) return;
  rows.pop();
  rows.push([cellOf(cell.segments.slice(0, -1))], [cellOf([last])]);
}

function isBelow(cell: Cell, segment: Segment): boolean {
  const last = cell.segments.at(-1);
  if (last === undefined) return false;
  const drop = last.y - segment.y;
  const isNext = drop > 0.5 * segment.size && drop < 1.3 * segment.size;
  return isNext && Math.abs(segment.left - last.left) < TOLERANCE;
}

function tableAt(
  rows: readonly Cell[][],
  start: number,
): { readonly part: Table | Segment[]; readonly end: number } | undefined {
  const columns: Column[] = [];
  const table: (Cell | undefined)[][] = [];
  let end = start;
  for (; end < rows.length; end += 1) {
    const row = rows[end] ?? [];
    if (row.length === 1 && table.length > 0) {
      if (!joinCell({ row, last: table.at(-1) ?? [], columns })) break;
      continue;
    }
    if (row.length < 2) break;
    const placed = placeRow(row, columns);
    if (placed === undefined) break;
    table.push(placed);
  }
  if (table.length < 2 || !isClear(columns)) return undefined;
  return {
    part: isProse(table, columns) ? readDown(columns) : { rows: filled(table, columns) },
    end,
  };
}

/** A line that continues a cell of the row above, other than its first. */
function joinCell(given: {
  readonly row: readonly Cell[];
  readonly last: (Cell | undefined)[];
  readonly columns: readonly Column[];
}): boolean {
  const { row, last, columns } = given;
  const [cell] = row;
  if (cell === undefined) return false;
  const index = columns.findIndex(({ left }) => Math.abs(left - cell.left) < TOLERANCE);
  const above = index < 1 ? undefined : last[index];
  const next = columns[index + 1]?.left ?? Infinity;
  if (above === undefined || cell.right > next || !isNear(above, cell)) return false;
  for (const segment of cell.segments) addTo(above, segment);
  return true;
}

function isNear(above: Cell, cell: Cell): boolean {
  const [lowest, segment] = [above.segments.at(-1), cell.segments[0]];
  if (lowest === undefined || segment === undefined) return false;
  return lowest.y - segment.y <= 1.5 * segment.size;
}

/** The cells at their columns; undefined when the row has others than the rows above. */
function placeRow(row: readonly Cell[], columns: Column[]): (Cell | undefined)[] | undefined {
  if (columns.length === 0) {
    for (const cell of row) columns.push({ left: cell.left, right: cell.right, cells: [cell] });
    return [...row];
  }
  const placed: (Cell | undefined)[] = [];
  for (const cell of row) {
    const hits = columns.filter(({ left, right }) => cell.left < right && cell.right > left);
    const column = hits[0];
    if (hits.length !== 1 || column === undefined) return undefined;
    const index = columns.indexOf(column);
    if (placed[index] !== undefined) return undefined;
    placed[index] = cell;
  }
  for (const [index, cell] of placed.entries()) {
    const column = columns[index];
    if (cell === undefined || column === undefined) continue;
    column.cells.push(cell);
    column.left = Math.min(column.left, cell.left);
    column.right = Math.max(column.right, cell.right);
  }
  return placed;
}

/** Whether the cells of each column stand under each other, and the first is not of list marks. */
function isClear(columns: readonly Column[]): boolean {
  const marks = columns[0]?.cells.every(({ segments }) => isMark(textOf(segments)));
  return marks !== true && columns.every(({ cells }) => cells.length < 2 || isAligned(cells));
}

function isAligned(cells: readonly Cell[]): boolean {
  const edges = [
    cells.map(({ left }) => left),
    cells.map(({ right }) => right),
    cells.map(({ left, right }) => (left + right) / 2),
  ];
  return edges.some((values) => {
    const middle = values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    const near = values.filter((value) => Math.abs(value - middle) < TOLERANCE);
    return near.length >= Math.max(2, values.length * 0.6);
  });
}

/** Whether the columns are those of a page whose lines were written across them. */
function isProse(table: readonly (readonly unknown[])[], columns: readonly Column[]): boolean {
  if (table.length < 5 || columns.length > 3) return false;
  return columns.every(({ cells }) => {
    const length = cells.reduce((sum, { segments }) => sum + textOf(segments).length, 0);
    return length / cells.length > 25;
  });
}

function readDown(columns: readonly Column[]): Segment[] {
  return columns.flatMap(({ cells }) => cells.flatMap(({ segments }) => segments));
}

function filled(
  table: readonly (readonly (Cell | undefined)[])[],
  columns: readonly Column[],
): (Cell | undefined)[][] {
  return table.map((row) => columns.map((_, index) => row[index]));
}

function textOf(segments: readonly Segment[]): string {
  return segments.flatMap(({ runs }) => runs.map(({ str }) => str)).join(" ");
}
