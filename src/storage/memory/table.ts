import type { Cell } from "../cells.ts";
import type { StoredShape } from "../extend-shape.ts";
import type { OrderStep, QueryPlan, TallyPlan, Test } from "../query-plan.ts";
import type { Shape } from "../shape.ts";
import { compareCells, predicateOf } from "./compare-cells.ts";
import { firstRows, type CompareRows } from "./first-rows.ts";
import { ColumnIndex, UniqueGroup, type StoredRow } from "./row-groups.ts";

/** More combinations of values than this are not looked up one by one. */
const MOST_LOOKUPS = 10_000;

/** The rows of one collection. Rows are never changed, only replaced. */
export class Table {
  readonly #stored: StoredShape;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #key: UniqueGroup;
  readonly #unique: readonly UniqueGroup[];
  readonly #indexes: readonly ColumnIndex[];

  constructor(stored: StoredShape) {
    this.#stored = stored;
    this.#columns = new Map(Object.keys(stored.fields).map((name, column) => [name, column]));
    const columns = (group: readonly string[]): number[] => group.map((name) => this.column(name));
    this.#key = new UniqueGroup(columns(stored.key));
    this.#unique = stored.unique.map((group) => new UniqueGroup(columns(group)));
    const first = new Set(stored.indexes.map(([name]) => this.column(name ?? "")));
    this.#indexes = [...first].map((column) => new ColumnIndex(column));
  }

  /** Everything that was ever declared. */
  get stored(): StoredShape {
    return this.#stored;
  }

  rows(): Iterable<StoredRow> {
    return this.#key.rows();
  }

  /** Where a field's cells stand. */
  column(name: string): number {
    return this.#columns.get(name) ?? -1;
  }

  /** A row from the cells of a shape, which may have fewer fields than the table. */
  place(shape: Shape, cells: readonly Cell[]): StoredRow {
    const row: Cell[] = Array.from({ length: this.#columns.size }, () => null);
    for (const [index, { name }] of shape.fields.entries()) {
      row[this.column(name)] = cells[index] ?? null;
    }
    return row;
  }

  /** Adds a row; false, and nothing happened, when its key or a unique group is taken. */
  add(row: StoredRow): boolean {
    if (this.#key.has(row) || this.#unique.some((group) => group.has(row))) return false;
    for (const group of this.#groups()) group.add(row);
    return true;
  }

  delete(row: StoredRow): void {
    for (const group of this.#groups()) group.delete(row);
  }

  /** The rows that a query means, in its order. */
  select({ tests, order, limit }: QueryPlan): StoredRow[] {
    if (limit === 0) return [];
    const rows = this.#passing(tests);
    if (order.length > 0) return firstRows(rows, this.#comparing(order), limit);
    const taken: StoredRow[] = [];
    for (const row of rows) {
      taken.push(row);
      if (taken.length === limit) break;
    }
    return taken;
  }

  /** Groups of rows, as `Records.tally` gives them. */
  tally({ tests, by, sum }: TallyPlan): object[] {
    const groups = new Map<
      string,
      { values: object; count: number; sums: Record<string, number> }
    >();
    for (const row of this.#passing(tests)) {
      const cells = by.map(({ name }) => row[this.column(name)] ?? null);
      const key = JSON.stringify(cells);
      let group = groups.get(key);
      if (group === undefined) {
        const values = Object.fromEntries(by.map(({ name }, at) => [name, cells[at]]));
        group = { values, count: 0, sums: Object.fromEntries(sum.map(({ name }) => [name, 0])) };
        groups.set(key, group);
      }
      group.count += 1;
      for (const { name } of sum) {
        group.sums[name] = (group.sums[name] ?? 0) + Number(row[this.column(name)] ?? 0);
      }
    }
    return [...groups.values()];
  }

  *#passing(tests: readonly Test[]): Generator<StoredRow, undefined> {
    const checks = tests.map((test) => ({
      column: this.column(test.field.name),
      holds: predicateOf(test),
    }));
    for (const row of this.#candidates(tests)) {
      if (checks.every(({ column, holds }) => holds(row[column] ?? null))) yield row;
    }
  }

  #comparing(order: readonly OrderStep[]): CompareRows {
    const steps = order.map(({ field, descending }) => ({
      column: this.column(field.name),
      sign: descending ? -1 : 1,
    }));
    return (a, b) => {
      for (const { column, sign } of steps) {
        const difference = compareCells(a[column] ?? null, b[column] ?? null);
        if (difference !== 0) return difference * sign;
      }
      return 0;
    };
  }

  #groups(): readonly (UniqueGroup | ColumnIndex)[] {
    return [this.#key, ...this.#unique, ...this.#indexes];
  }

  /** Rows among which are all that pass the tests: as few as the key and the indexes can tell. */
  #candidates(tests: readonly Test[]): Iterable<StoredRow> {
    const values = new Map<number, readonly Cell[]>();
    for (const test of tests) {
      const column = this.column(test.field.name);
      if (test.is === "eq") values.set(column, [test.value]);
      else if (test.is === "in") values.set(column, [...new Set(test.values)]);
      else if (test.is === "null") values.set(column, [null]);
    }
    if (values.size === 0) return this.#key.rows();
    return lookUp([this.#key, ...this.#unique], values) ?? this.#smallest(values);
  }

  #smallest(values: ReadonlyMap<number, readonly Cell[]>): Iterable<StoredRow> {
    let smallest: ReadonlySet<StoredRow>[] | undefined;
    let size = this.#key.size;
    for (const index of this.#indexes) {
      const sets = values.get(index.column)?.map((cell) => index.find(cell));
      const rows = sets?.reduce((sum, set) => sum + set.size, 0) ?? Number.POSITIVE_INFINITY;
      if (rows < size) [smallest, size] = [sets, rows];
    }
    return smallest === undefined ? this.#key.rows() : smallest.flatMap((set) => [...set]);
  }
}

/** The rows that have the values, by the first group whose columns all have some. */
function lookUp(
  groups: readonly UniqueGroup[],
  values: ReadonlyMap<number, readonly Cell[]>,
): StoredRow[] | undefined {
  for (const group of groups) {
    const lists = group.columns.map((column) => values.get(column) ?? []);
    const combinations = lists.reduce((product, list) => product * list.length, 1);
    const told = group.columns.every((column) => values.has(column));
    // A group does not know rows that have a null in it.
    if (!told || combinations > MOST_LOOKUPS || lists.some((list) => list.includes(null))) continue;
    return combine(lists)
      .map((cells) => group.find(cells))
      .filter((row) => row !== undefined);
  }
  return undefined;
}

/** Every choice of one value from each list. */
function combine(lists: readonly (readonly Cell[])[]): Cell[][] {
  return lists.reduce<Cell[][]>(
    (chosen, list) => chosen.flatMap((cells) => list.map((cell) => [...cells, cell])),
    [[]],
  );
}
