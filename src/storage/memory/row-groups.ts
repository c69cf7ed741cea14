import type { Cell } from "../cells.ts";

/** The cells of a row by column; columns that came later may be missing, which means null. */
export type StoredRow = readonly Cell[];

/** Values of a group of columns as one; undefined when one of them is null. */
type GroupValue = Exclude<Cell, null> | undefined;

/** Rows by the values of columns that no two rows share. */
export class UniqueGroup {
  readonly #rows = new Map<GroupValue, StoredRow>();
  readonly columns: readonly number[];

  constructor(columns: readonly number[]) {
    this.columns = columns;
  }

  get size(): number {
    return this.#rows.size;
  }

  rows(): Iterable<StoredRow> {
    return this.#rows.values();
  }

  /** Whether another row has the values. */
  has(row: StoredRow): boolean {
    const value = this.#valueOf(this.columns.map((column) => row[column] ?? null));
    return value !== undefined && this.#rows.has(value);
  }

  add(row: StoredRow): void {
    const value = this.#valueOf(this.columns.map((column) => row[column] ?? null));
    if (value !== undefined) this.#rows.set(value, row);
  }

  delete(row: StoredRow): void {
    this.#rows.delete(this.#valueOf(this.columns.map((column) => row[column] ?? null)));
  }

  /** The row with the values, given in the order of the columns. */
  find(cells: readonly Cell[]): StoredRow | undefined {
    return this.#rows.get(this.#valueOf(cells));
  }

  #valueOf(cells: readonly Cell[]): GroupValue {
    if (cells.includes(null)) return undefined;
    const [only] = cells;
    // JSON writes -0 as 0, and a map takes them for the same, as columns do.
    return cells.length === 1 ? (only ?? undefined) : JSON.stringify(cells);
  }
}

/** Rows by the value of one column. */
export class ColumnIndex {
  readonly #rows = new Map<Cell, Set<StoredRow>>();
  readonly column: number;

  constructor(column: number) {
    this.column = column;
  }

  add(row: StoredRow): void {
    const cell = row[this.column] ?? null;
    const rows = this.#rows.get(cell);
    if (rows === undefined) this.#rows.set(cell, new Set([row]));
    else rows.add(row);
  }

  delete(row: StoredRow): void {
    const cell = row[this.column] ?? null;
    const rows = this.#rows.get(cell);
    rows?.delete(row);
    if (rows?.size === 0) this.#rows.delete(cell);
  }

  /** The rows with a value. */
  find(cell: Cell): ReadonlySet<StoredRow> {
    return this.#rows.get(cell) ?? none;
  }
}

const none: ReadonlySet<StoredRow> = new Set();
