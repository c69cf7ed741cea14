import type { NodeId, Tree } from "../../html/index.ts";

/** A cell that claims more columns or rows than this gets this many. */
const MAX_SPAN = 100;
const MAX_ROW_SPAN = 65_534;

/**
 * Where the cells of a table are: spans push later cells to the right, and end with the group of
 * rows that they are in (WHATWG HTML 4.9.12). A column is one in which a cell begins: what spans
 * claim beyond that is none.
 */
export class TableGrid {
  readonly #tree: Tree;
  /** By place: the first row that is free of cells from above. */
  readonly #freeFrom: number[] = [];
  /** By place: the column, where places and columns are not the same. */
  readonly #columnAt: ReadonlyMap<number, number> | undefined;
  readonly #isStart: boolean[] = [];
  #row = -1;
  #place = 0;
  /** Number of columns so far. */
  columns = 0;
  /** Number of cells so far. */
  cells = 0;
  /** Whether a cell spans several rows or columns. */
  isMerged = false;

  /** @param starts the places at which the table's columns begin, where known; {@link starts} */
  constructor(tree: Tree, starts: readonly number[] = []) {
    this.#tree = tree;
    const isDense = starts.every((place, column) => place === column);
    this.#columnAt = isDense ? undefined : new Map(starts.map((place, column) => [place, column]));
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#row + 1;
  }

  /** The places at which cells begin so far, in order. */
  get starts(): number[] {
    return [...this.#isStart.keys()].filter((place) => this.#isStart[place]);
  }

  /** Goes to the next row. */
  nextRow(): void {
    this.#row += 1;
    this.#place = 0;
  }

  /** Ends a group of rows, and with it the cells that span into rows to come. */
  endGroup(): void {
    this.#freeFrom.length = 0;
  }

  /** Places a cell and gives its column, from 0; its place where the columns are not yet known. */
  place(cell: NodeId): number {
    while ((this.#freeFrom[this.#place] ?? 0) > this.#row) this.#place += 1;
    const place = this.#place;
    const width = span(this.#tree.attribute(cell, "colspan"), MAX_SPAN) || 1;
    // One of 0 rows goes on to the end of the group.
    const height = span(this.#tree.attribute(cell, "rowspan"), MAX_ROW_SPAN) || MAX_ROW_SPAN;
    if (width > 1 || height > 1) this.isMerged = true;
    // A cell of one row is in the way of no later one.
    const covered = height > 1 ? width : 0;
    for (let index = 0; index < covered; index += 1) {
      this.#freeFrom[place + index] = this.#row + height;
    }
    this.#place += width;
    this.cells += 1;
    this.#begin(place);
    return this.#columnAt?.get(place) ?? place;
  }

  #begin(place: number): void {
    if (this.#isStart[place]) return;
    this.#isStart[place] = true;
    this.columns += 1;
  }
}

function span(value: string | undefined, most: number): number {
  if (value === undefined) return 1;
  const number = Number.parseInt(value, 10);
  return number >= 0 ? Math.min(number, most) : 1;
}
