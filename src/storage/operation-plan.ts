import { checkNames, invalidValue, toCell, toCells, type Cell } from "./cells.ts";
import { checkArgument, describeValue } from "../core/index.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import type { Operation } from "./records.ts";
import type { FieldShape, KnownShapes, Shape } from "./shape.ts";
import { StorageError } from "./storage-error.ts";

/** A checked change of rows. */
export interface ChangePlan extends QueryPlan {
  readonly set: readonly { readonly field: FieldShape; readonly cell: Cell }[];
  readonly add: readonly { readonly field: FieldShape; readonly by: number }[];
}

/** A checked operation. */
export type OperationPlan =
  | { readonly kind: "insert"; readonly shape: Shape; readonly rows: readonly Cell[][] }
  | (Expecting & { readonly kind: "update"; readonly plan: ChangePlan })
  | (Expecting & { readonly kind: "remove"; readonly plan: QueryPlan });

interface Expecting {
  readonly shape: Shape;
  readonly expect: number | undefined;
}

const CHANGE_PARTS = new Set(["where", "order", "limit", "set", "add"]);

/**
 * Checks a change.
 * @throws StorageError `INVALID_QUERY`, `INVALID_VALUE`
 */
export function planChange(shape: Shape, change: unknown): ChangePlan {
  const query = planQuery(shape, change, CHANGE_PARTS);
  const { set = {}, add = {} } = change as { set?: object; add?: object };
  const changed = (part: string, given: unknown): [FieldShape, unknown][] => {
    if (typeof given !== "object" || given === null) {
      const message = `'${part}' for '${shape.name}' must be an object; got ${describeValue(given)}.`;
      throw new StorageError("INVALID_VALUE", { message });
    }
    checkNames(shape, given);
    const fields = shape.fields.filter(({ name }) => Object.hasOwn(given, name));
    for (const field of fields) {
      if (field.inKey) throw invalidValue(shape, field, "no change, because it is part of the key");
    }
    return fields.map((field) => [field, (given as Record<string, unknown>)[field.name]]);
  };
  return {
    ...query,
    set: changed("set", set).map(([field, value]) => ({
      field,
      cell: toCell(shape, field, value),
    })),
    add: changed("add", add).map(([field, by]) => {
      if (field.base !== "number") throw invalidValue(shape, field, "'add' needs a number field");
      if (Object.hasOwn(set, field.name))
        throw invalidValue(shape, field, "'set' or 'add', not both");
      if (typeof by === "number" && Number.isFinite(by)) return { field, by };
      throw invalidValue(shape, field, `a finite number to add; got ${describeValue(by)}`);
    }),
  };
}

/**
 * Checks rows to insert.
 * @throws StorageError `INVALID_VALUE`
 */
export function planRows(shape: Shape, rows: unknown): Cell[][] {
  if (Array.isArray(rows)) return rows.map((row) => toCells(shape, row));
  throw new StorageError("INVALID_VALUE", {
    message: `Rows of '${shape.name}' must be a list; got ${describeValue(rows)}.`,
    details: { collection: shape.name },
  });
}

/**
 * Checks the operations of an `atomic`.
 * @throws StorageError `UNKNOWN_COLLECTION`, `INVALID_QUERY`, `INVALID_VALUE`
 */
export function planOperations(
  known: KnownShapes,
  operations: readonly Operation[],
): OperationPlan[] {
  checkArgument("operations of atomic(operations, { signal })", operations, "array");
  return operations.map((operation): OperationPlan => {
    checkArgument("an operation of atomic(operations, { signal })", operation, "object");
    const shape = known.of(operation.collection);
    if (operation.kind === "insert") {
      return { kind: "insert", shape, rows: planRows(shape, operation.rows) };
    }
    const { kind, expect } = operation;
    if (kind !== "update" && kind !== "remove") {
      const message = `An operation's kind must be "insert", "update" or "remove".`;
      throw new StorageError("INVALID_QUERY", { message, details: { collection: shape.name } });
    }
    if (expect !== undefined && !(Number.isInteger(expect) && expect >= 0)) {
      const message = `'expect' must be a whole number from 0; got ${describeValue(expect)}.`;
      throw new StorageError("INVALID_QUERY", { message, details: { collection: shape.name } });
    }
    return kind === "update"
      ? { kind: "update", shape, expect, plan: planChange(shape, operation.change) }
      : { kind: "remove", shape, expect, plan: planQuery(shape, operation.change) };
  });
}
