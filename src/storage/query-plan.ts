import type { Cell } from "./cells.ts";
import { article, holds } from "./cells.ts";
import { describeValue } from "../core/index.ts";
import type { FieldShape, Shape } from "./shape.ts";
import { StorageError } from "./storage-error.ts";

/** How a field is compared. */
export type Comparison = "eq" | "ne" | "lt" | "lte" | "gt" | "gte";

/** What must hold of a row. */
export type Test =
  /** `ne` is true of rows that have no value. */
  | {
      readonly field: FieldShape;
      readonly is: Comparison;
      readonly value: string | number | boolean;
    }
  | { readonly field: FieldShape; readonly is: "in"; readonly values: readonly Cell[] }
  | { readonly field: FieldShape; readonly is: "contains"; readonly value: string }
  | { readonly field: FieldShape; readonly is: "null" }
  | { readonly field: FieldShape; readonly is: "value" };

/** A field to order by. */
export interface OrderStep {
  readonly field: FieldShape;
  readonly descending: boolean;
}

/** A checked query. */
export interface QueryPlan {
  readonly tests: readonly Test[];
  readonly order: readonly OrderStep[];
  /** A whole number from 0, or Infinity. */
  readonly limit: number;
}

/** A checked tally. */
export interface TallyPlan {
  readonly tests: readonly Test[];
  readonly by: readonly FieldShape[];
  readonly sum: readonly FieldShape[];
}

/** Most values in all `in` conditions of a query together; engines bound what a statement takes. */
const MOST_VALUES = 10_000;
const COMPARISONS = new Set(["ne", "in", "lt", "lte", "gt", "gte", "contains"]);
const PARTS = new Set(["where", "order", "limit"]);
const TALLY_PARTS = new Set(["where", "by", "sum"]);

/**
 * Checks a query.
 * @throws StorageError `INVALID_QUERY`
 */
export function planQuery(shape: Shape, query: unknown, parts = PARTS): QueryPlan {
  const { where, order, limit } = partsOf(shape, query, { what: "A query", parts });
  return {
    tests: where === undefined ? [] : planWhere(shape, where),
    order: order === undefined ? [] : planOrder(shape, order),
    limit: limit === undefined ? Number.POSITIVE_INFINITY : checkLimit(shape, limit),
  };
}

/**
 * Checks a tally.
 * @throws StorageError `INVALID_QUERY`
 */
export function planTally(shape: Shape, tally: unknown): TallyPlan {
  const given = partsOf(shape, tally, { what: "A tally", parts: TALLY_PARTS });
  const { where, by, sum = [] } = given;
  const grouped = fieldsOf(shape, "by", by);
  if (grouped.length === 0) throw invalid(shape, "'by' must name at least one field.");
  const unfit = grouped.find(({ comparable }) => !comparable);
  if (unfit !== undefined) {
    throw invalid(
      shape,
      `Field '${unfit.name}' is of type ${unfit.base}, which 'by' does not support.`,
    );
  }
  const summed = fieldsOf(shape, "sum", sum);
  const other = summed.find(({ base }) => base !== "number");
  if (other !== undefined) {
    throw invalid(shape, `'sum' takes number fields; '${other.name}' is of type ${other.base}.`);
  }
  return { tests: where === undefined ? [] : planWhere(shape, where), by: grouped, sum: summed };
}

function fieldsOf(shape: Shape, part: string, names: unknown): FieldShape[] {
  if (!Array.isArray(names)) {
    throw invalid(shape, `'${part}' must be a list of fields; got ${describeValue(names)}.`);
  }
  const fields = (names as unknown[]).map((name) => fieldOf(shape, String(name)));
  const again = fields.find((field, index) => fields.indexOf(field) !== index);
  if (again === undefined) return fields;
  throw invalid(shape, `'${part}' names '${again.name}' twice.`);
}

function partsOf(
  shape: Shape,
  value: unknown,
  { what, parts }: { readonly what: string; readonly parts: ReadonlySet<string> },
): Readonly<Record<string, unknown>> {
  const given = object(shape, what, value);
  const unknown = Object.keys(given).find((part) => !parts.has(part));
  if (unknown === undefined) return given;
  const known = [...parts].join(", ");
  throw invalid(shape, `${what} accepts ${known}; got '${unknown.slice(0, 80)}'.`);
}

function planWhere(shape: Shape, where: unknown): Test[] {
  const given = object(shape, "A 'where'", where);
  const tests: Test[] = [];
  for (const name of Object.keys(given)) {
    const field = fieldOf(shape, name);
    const asked = given[name];
    if (asked === null) tests.push({ field, is: "null" });
    else if (typeof asked !== "object" || asked instanceof Uint8Array) {
      tests.push({ field, is: "eq", value: scalar(shape, field, asked) });
    } else tests.push(...planCondition(shape, field, asked));
  }
  let values = 0;
  for (const test of tests) if (test.is === "in") values += test.values.length;
  if (values <= MOST_VALUES) return tests;
  throw invalid(
    shape,
    `A query accepts at most ${MOST_VALUES} values in 'in' conditions; got ${values}.`,
  );
}

function planCondition(shape: Shape, field: FieldShape, condition: object): Test[] {
  const entries = Object.entries(condition) as [string, unknown][];
  if (entries.length === 0 || !entries.every(([name]) => COMPARISONS.has(name))) {
    throw invalid(
      shape,
      `A condition on '${field.name}' accepts ${[...COMPARISONS].join(", ")}; got ${entries.length === 0 ? "none" : describeValue(condition)}.`,
    );
  }
  return entries.map(([name, value]): Test => {
    if (name === "ne" && value === null) return { field, is: "value" };
    if (name === "contains") {
      if (field.base === "string" && typeof value === "string") {
        return { field, is: "contains", value };
      }
      throw invalid(
        shape,
        `'contains' compares text with text; '${field.name}' is of type ${field.base}, got ${describeValue(value)}.`,
      );
    }
    if (name !== "in") {
      return { field, is: name as Comparison, value: scalar(shape, field, value) };
    }
    if (!Array.isArray(value)) {
      throw invalid(shape, `'in' on '${field.name}' must be a list; got ${describeValue(value)}.`);
    }
    return { field, is: "in", values: value.map((each) => scalar(shape, field, each)) };
  });
}

function scalar(shape: Shape, field: FieldShape, value: unknown): string | number | boolean {
  if (!field.comparable) {
    throw invalid(
      shape,
      `Field '${field.name}' is of type ${field.base} and can only be compared with null.`,
    );
  }
  if (holds(field, value)) return value as string | number | boolean;
  const expected = article({ ...field, nullable: false });
  throw invalid(
    shape,
    `Field '${field.name}' must be compared with ${expected}; got ${describeValue(value)}.`,
  );
}

function planOrder(shape: Shape, order: unknown): OrderStep[] {
  if (!Array.isArray(order)) {
    throw invalid(shape, `'order' must be a list of pairs; got ${describeValue(order)}.`);
  }
  return (order as unknown[]).map((step) => {
    const [name, direction] = Array.isArray(step) ? (step as unknown[]) : [];
    const field = fieldOf(shape, String(name));
    if (!field.comparable) {
      throw invalid(
        shape,
        `Field '${field.name}' is of type ${field.base}, which 'order' does not support.`,
      );
    }
    if (direction !== "asc" && direction !== "desc") {
      throw invalid(shape, `The order of '${field.name}' must be "asc" or "desc".`);
    }
    return { field, descending: direction === "desc" };
  });
}

function checkLimit(shape: Shape, limit: unknown): number {
  if (limit === Number.POSITIVE_INFINITY) return limit;
  if (Number.isInteger(limit) && (limit as number) >= 0) return limit as number;
  const came = typeof limit === "number" ? String(limit) : describeValue(limit);
  throw invalid(shape, `'limit' must be a whole number of at least 0, or Infinity; got ${came}.`);
}

function fieldOf(shape: Shape, name: string): FieldShape {
  const field = shape.byName.get(name);
  if (field !== undefined) return field;
  throw invalid(
    shape,
    `'${shape.name}' has no field '${name.slice(0, 80)}'; it has ${[...shape.byName.keys()].join(", ")}.`,
  );
}

function object(shape: Shape, what: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw invalid(
    shape,
    `${what} of '${shape.name}' must be an object; got ${describeValue(value)}.`,
  );
}

function invalid(shape: Shape, message: string): StorageError {
  return new StorageError("INVALID_QUERY", { message, details: { collection: shape.name } });
}
