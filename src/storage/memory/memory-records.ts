import { checkArgument, signalOf } from "../../core/index.ts";
import { fromCell } from "../cells.ts";
import type { Collection, FieldName, Row } from "../collection.ts";
import { extendShape, rowsContradict } from "../extend-shape.ts";
import {
  planChange,
  planOperations,
  planRows,
  type ChangePlan,
  type OperationPlan,
} from "../operation-plan.ts";
import { planQuery, planTally } from "../query-plan.ts";
import type {
  AtomicOutcome,
  Call,
  Change,
  Group,
  NewRow,
  Operation,
  Query,
  Records,
  Tally,
} from "../records.ts";
import { conflictIn, storeClosed, sumNotFinite } from "../refusals.ts";
import { KnownShapes, shapeOf, type Shape } from "../shape.ts";
import type { StoredRow } from "./row-groups.ts";
import { Table } from "./table.ts";

/** What an operation did: the rows, or nothing because of a conflict. */
type Done = readonly StoredRow[] | "conflict";

/**
 * Records in the memory of the process: nothing to configure, and gone with the process. Keys,
 * unique groups and the first field of each index are looked up; other queries go over all rows.
 */
export class MemoryRecords implements Records, AsyncDisposable {
  readonly #known = new KnownShapes();
  readonly #tables = new Map<string, Table>();
  #closed = false;

  async ensure(collections: readonly Collection[], call: Call): Promise<void> {
    this.#admit(call);
    const extended = new Map<string, Table>();
    checkArgument("collections of ensure(collections, { signal })", collections, "array");
    const shapes = collections.map((collection) => shapeOf(collection));
    for (const shape of shapes) {
      const before = extended.get(shape.name) ?? this.#tables.get(shape.name);
      const extension = extendShape(before?.stored, shape);
      if (extension === undefined) continue;
      const table = new Table(extension.stored);
      for (const row of before?.rows() ?? []) {
        if (!table.add(row)) throw rowsContradict(shape, extension.unique.flat());
      }
      extended.set(shape.name, table);
    }
    for (const [name, table] of extended) this.#tables.set(name, table);
    for (const shape of shapes) this.#known.add(shape);
  }

  async insert<C extends Collection>(
    collection: C,
    rows: readonly NewRow<C>[],
    call: Call,
  ): Promise<void> {
    const shape = this.#shape(collection, call);
    this.#alone({ kind: "insert", shape, rows: planRows(shape, rows) });
  }

  async find<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    return this.#read<C>(shape, this.#table(shape).select(planQuery(shape, query)));
  }

  async count<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    return this.#table(shape).select({ ...planQuery(shape, query), order: [] }).length;
  }

  async tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    collection: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]> {
    const shape = this.#shape(collection, call);
    return this.#table(shape).tally(planTally(shape, tally)) as Group<C, By, Sum>[];
  }

  async update<C extends Collection>(
    collection: C,
    change: Change<C>,
    call: Call,
  ): Promise<Row<C>[]> {
    const shape = this.#shape(collection, call);
    const plan = planChange(shape, change);
    return this.#read<C>(shape, this.#alone({ kind: "update", shape, plan, expect: undefined }));
  }

  async remove<C extends Collection>(collection: C, query: Query<C>, call: Call): Promise<number> {
    const shape = this.#shape(collection, call);
    const plan = planQuery(shape, query);
    return this.#alone({ kind: "remove", shape, plan, expect: undefined }).length;
  }

  async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    this.#admit(call);
    const plans = planOperations(this.#known, operations);
    const undo: (() => void)[] = [];
    const rows: object[][] = [];
    for (const [operation, plan] of plans.entries()) {
      const done = this.#carryOut(plan, undo);
      const reason = done === "conflict" ? done : unexpected(plan, done);
      if (done === "conflict" || reason !== undefined) {
        rollBack(undo);
        return { applied: false, operation, reason: reason ?? "conflict" };
      }
      rows.push(this.#read(plan.shape, done));
    }
    return { applied: true, rows };
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #admit(call: Call): void {
    signalOf("a call of the store, (…, { signal }),", call);
    if (this.#closed) throw storeClosed();
  }

  #shape(collection: Collection, call: Call): Shape {
    this.#admit(call);
    return this.#known.of(collection);
  }

  #table({ name }: Shape): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw new TypeError(`no table '${name}'`);
    return table;
  }

  /** Carries out one operation, or throws and nothing happened. */
  #alone(plan: OperationPlan): readonly StoredRow[] {
    const undo: (() => void)[] = [];
    const done = this.#carryOut(plan, undo);
    if (done !== "conflict") return done;
    rollBack(undo);
    throw conflictIn(plan.shape);
  }

  #carryOut(plan: OperationPlan, undo: (() => void)[]): Done {
    const table = this.#table(plan.shape);
    if (plan.kind === "insert") {
      const rows = plan.rows.map((cells) => table.place(plan.shape, cells));
      return exchange(table, { out: [], in: rows }, undo);
    }
    const rows = table.select(plan.plan);
    if (plan.kind === "remove") {
      exchange(table, { out: rows, in: [] }, undo);
      return rows;
    }
    const changed = changedRows(table, rows, plan.plan);
    if (changed === undefined) {
      rollBack(undo);
      throw sumNotFinite(plan.shape);
    }
    return exchange(table, { out: rows, in: changed }, undo);
  }

  #read<C extends Collection>(shape: Shape, rows: readonly StoredRow[]): Row<C>[] {
    const table = this.#table(shape);
    const fields = shape.fields.map((field) => ({ field, column: table.column(field.name) }));
    return rows.map((row) => {
      const copy: Record<string, unknown> = {};
      for (const { field, column } of fields) {
        const cell = row[column] ?? null;
        copy[field.name] =
          cell instanceof Uint8Array ? new Uint8Array(cell) : fromCell(field, cell);
      }
      return copy as Row<C>;
    });
  }
}

function unexpected(plan: OperationPlan, rows: readonly unknown[]): "unexpected" | undefined {
  if (plan.kind === "insert" || plan.expect === undefined) return undefined;
  return plan.expect === rows.length ? undefined : "unexpected";
}

/** Takes rows out and others in; gives those, or "conflict" with the exchange half done. */
function exchange(
  table: Table,
  rows: { readonly out: readonly StoredRow[]; readonly in: readonly StoredRow[] },
  undo: (() => void)[],
): Done {
  for (const row of rows.out) {
    table.delete(row);
    undo.push(() => void table.add(row));
  }
  for (const row of rows.in) {
    if (!table.add(row)) return "conflict";
    undo.push(() => table.delete(row));
  }
  return rows.in;
}

function rollBack(undo: readonly (() => void)[]): void {
  for (const step of undo.toReversed()) step();
}

/** The rows as they will be; undefined when a sum is not finite. */
function changedRows(
  table: Table,
  rows: readonly StoredRow[],
  plan: ChangePlan,
): StoredRow[] | undefined {
  const set = plan.set.map(({ field, cell }) => [table.column(field.name), cell] as const);
  const add = plan.add.map(({ field, by }) => [table.column(field.name), by] as const);
  const changed: StoredRow[] = [];
  for (const row of rows) {
    const copy = [...row];
    for (const [column, cell] of set) copy[column] = cell;
    for (const [column, by] of add) {
      const cell = copy[column] ?? null;
      if (cell === null) continue;
      const sum = Number(cell) + by;
      if (!Number.isFinite(sum)) return undefined;
      copy[column] = sum;
    }
    changed.push(copy);
  }
  return changed;
}
