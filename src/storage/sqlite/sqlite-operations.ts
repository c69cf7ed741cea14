import type { SQLInputValue } from "node:sqlite";
import type { Cell } from "../cells.ts";
import type { ChangePlan, OperationPlan } from "../operation-plan.ts";
import type { QueryPlan, TallyPlan } from "../query-plan.ts";
import { conflictIn, sumNotFinite } from "../refusals.ts";
import type { Shape } from "../shape.ts";
import { fromColumn, toColumn } from "./columns.ts";
import { isTaken } from "./sqlite-failure.ts";
import type { SqliteFile } from "./sqlite-file.ts";
import {
  countSql,
  findSql,
  placesSql,
  removeSql,
  takeAtSql,
  takeSql,
  tallySql,
  textsOf,
  updateAtSql,
  updateSql,
  type Sql,
} from "./statement-text.ts";

/** A row as SQLite gives it. */
type Columns = readonly SQLInputValue[];

/** Carries out checked operations on an open file. */
export class SqliteOperations {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** The rows that a query means. */
  find(shape: Shape, plan: QueryPlan): object[] {
    return this.#rows(shape, this.#all(findSql(shape, plan)));
  }

  /** How many rows a query means. */
  count(shape: Shape, plan: QueryPlan): number {
    return Number(this.#all(countSql(shape, { ...plan, order: [] }))[0]?.[0]);
  }

  /** Groups of rows, as `Records.tally` gives them. */
  tally(shape: Shape, plan: TallyPlan): object[] {
    const { by, sum } = plan;
    return this.#all(tallySql(shape, plan)).map((columns) => ({
      values: Object.fromEntries(
        by.map((field, at) => [field.name, fromColumn(field, columns[at] ?? null)]),
      ),
      count: Number(columns[by.length]),
      sums: Object.fromEntries(
        sum.map(({ name }, at) => [name, Number(columns[by.length + 1 + at])]),
      ),
    }));
  }

  /**
   * Gives the columns that it wrote.
   * @throws StorageError `CONFLICT`
   */
  insert(shape: Shape, rows: readonly (readonly Cell[])[]): Columns[] {
    const { insert } = textsOf(shape);
    const written = rows.map((row) => row.map(toColumn));
    orConflict(shape, () => {
      for (const columns of written) this.#file.change(insert, columns);
    });
    return written;
  }

  /**
   * Changes rows and gives them in the order that they had.
   * @throws StorageError `CONFLICT`, `INVALID_VALUE`
   */
  update(shape: Shape, plan: ChangePlan): object[] {
    if (plan.set.length + plan.add.length === 0) return this.find(shape, plan);
    const changed = orConflict(shape, () =>
      plan.order.length === 0
        ? this.#all(updateSql(shape, plan))
        : this.#eachInOrder(shape, plan, (place) => updateAtSql(shape, plan, place)),
    );
    // Bytes are mostly secrets: what they were is removed.
    if (plan.set.some(({ field }) => field.base === "bytes")) this.#file.removes();
    if (plan.add.length > 0) checkSums(shape, plan, changed);
    return this.#rows(shape, changed);
  }

  /** Removes rows; gives their number. */
  remove(shape: Shape, plan: QueryPlan): number {
    const { text, values } = removeSql(shape, plan);
    const removed = this.#file.change(text, values);
    if (removed > 0) this.#file.removes();
    return removed;
  }

  /**
   * Carries out one of several operations; gives the rows that it inserted, changed or removed.
   * @throws StorageError `CONFLICT`, `INVALID_VALUE`
   */
  carryOut(operation: OperationPlan): object[] {
    const { kind, shape } = operation;
    if (kind === "update") return this.update(shape, operation.plan);
    if (kind === "remove") {
      return this.#take(shape, operation.plan);
    }
    return this.#rows(shape, this.insert(shape, operation.rows));
  }

  /** Removes rows and gives them. */
  #take(shape: Shape, plan: QueryPlan): object[] {
    const removed =
      plan.order.length === 0
        ? this.#all(takeSql(shape, plan))
        : this.#eachInOrder(shape, plan, (place) => takeAtSql(shape, place));
    if (removed.length > 0) this.#file.removes();
    return this.#rows(shape, removed);
  }

  #all({ text, values }: Sql): Columns[] {
    return this.#file.all(text, values);
  }

  /** RETURNING has no order, so the rows are looked up and then changed one by one. */
  #eachInOrder(shape: Shape, plan: QueryPlan, one: (place: SQLInputValue) => Sql): Columns[] {
    return this.#all(placesSql(shape, plan)).flatMap(([place = null]) => this.#all(one(place)));
  }

  #rows(shape: Shape, rows: readonly Columns[]): object[] {
    const { fields } = shape;
    return rows.map((columns) => {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < fields.length; index += 1) {
        const field = fields[index];
        if (field !== undefined) row[field.name] = fromColumn(field, columns[index] ?? null);
      }
      return row;
    });
  }
}

function orConflict<Result>(shape: Shape, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isTaken(error) ? conflictIn(shape) : error;
  }
}

function checkSums(shape: Shape, plan: ChangePlan, rows: readonly Columns[]): void {
  for (const { field } of plan.add) {
    const column = shape.fields.indexOf(field);
    for (const row of rows) {
      const sum = row[column] ?? null;
      if (sum !== null && !Number.isFinite(sum)) throw sumNotFinite(shape);
    }
  }
}
