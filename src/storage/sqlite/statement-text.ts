import type { SQLInputValue } from "node:sqlite";
import type { ChangePlan } from "../operation-plan.ts";
import type { QueryPlan, Test } from "../query-plan.ts";
import type { Shape } from "../shape.ts";
import { toColumn } from "./columns.ts";

/** A statement's text, and the values for its parameters. */
export interface Sql {
  readonly text: string;
  readonly values: SQLInputValue[];
}

/** The texts of a shape that do not depend on the query. */
interface ShapeTexts {
  readonly table: string;
  readonly columns: string;
  readonly insert: string;
}

const texts = new WeakMap<Shape, ShapeTexts>();
const operators = { eq: "=", ne: "IS NOT", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** A name as SQL; no name has a quotation mark in it. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** The table of a collection. The prefix keeps it apart from SQLite's own and from Dragline's. */
export function tableOf(collection: string): string {
  return quoted(`r_${collection}`);
}

/** The texts of a shape. */
export function textsOf(shape: Shape): ShapeTexts {
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const table = tableOf(shape.name);
  const columns = shape.fields.map(({ name }) => quoted(name)).join(", ");
  const places = shape.fields.map(() => "?").join(", ");
  const made = { table, columns, insert: `INSERT INTO ${table} (${columns}) VALUES (${places})` };
  texts.set(shape, made);
  return made;
}

/** Finds rows; `columns` stands for the shape's fields when it is absent. */
export function selectText(shape: Shape, plan: QueryPlan, columns?: string): Sql {
  const { table, columns: all } = textsOf(shape);
  const values: SQLInputValue[] = [];
  const rest = restText(plan, values);
  return { text: `SELECT ${columns ?? all} FROM ${table}${rest}`, values };
}

/** Changes the rows that a query means. */
export function updateText(shape: Shape, plan: ChangePlan): Sql {
  const values: SQLInputValue[] = [];
  const set = setText(plan, values);
  const where = pickText(shape, plan, values);
  return { text: `UPDATE ${textsOf(shape).table} SET ${set}${where}`, values };
}

/** Changes the row whose place is one more parameter, the last. */
export function updateOneText(shape: Shape, plan: ChangePlan): Sql {
  const values: SQLInputValue[] = [];
  const set = setText(plan, values);
  return { text: `UPDATE ${textsOf(shape).table} SET ${set} WHERE _rowid_ = ?`, values };
}

/** Removes the rows that a query means. */
export function removeText(shape: Shape, plan: QueryPlan): Sql {
  const values: SQLInputValue[] = [];
  const where = pickText(shape, plan, values);
  return { text: `DELETE FROM ${textsOf(shape).table}${where}`, values };
}

/** Removes the row whose place is one more parameter, the last. */
export function removeOneText(shape: Shape): Sql {
  return { text: `DELETE FROM ${textsOf(shape).table} WHERE _rowid_ = ?`, values: [] };
}

/** The same, and gives the rows that it changed or removed, in no order. */
export function returning(shape: Shape, { text, values }: Sql): Sql {
  return { text: `${text} RETURNING ${textsOf(shape).columns}`, values };
}

/** Conditions that pick rows for a change, which itself can have neither order nor limit. */
function pickText(shape: Shape, plan: QueryPlan, values: SQLInputValue[]): string {
  if (plan.limit === Number.POSITIVE_INFINITY) return whereText(plan.tests, values);
  const rest = restText(plan, values);
  return ` WHERE _rowid_ IN (SELECT _rowid_ FROM ${textsOf(shape).table}${rest})`;
}

function restText({ tests, order, limit }: QueryPlan, values: SQLInputValue[]): string {
  let text = whereText(tests, values);
  if (order.length > 0) {
    const steps = order.map((step) => quoted(step.field.name) + (step.descending ? " DESC" : ""));
    text += ` ORDER BY ${steps.join(", ")}`;
  }
  if (limit === Number.POSITIVE_INFINITY) return text;
  // SQLite counts in 64 bits; no file has as many rows as the largest exact number.
  values.push(Math.min(limit, Number.MAX_SAFE_INTEGER));
  return `${text} LIMIT ?`;
}

function whereText(tests: readonly Test[], values: SQLInputValue[]): string {
  let text = "";
  for (const test of tests) {
    text += text === "" ? " WHERE " : " AND ";
    text += testText(test, values);
  }
  return text;
}

function testText(test: Test, values: SQLInputValue[]): string {
  const column = quoted(test.field.name);
  if (test.is === "null") return `${column} IS NULL`;
  if (test.is === "value") return `${column} IS NOT NULL`;
  if (test.is === "in") {
    for (const value of test.values) values.push(toColumn(value));
    return `${column} IN (${test.values.map(() => "?").join(",")})`;
  }
  values.push(toColumn(test.value));
  return `${column} ${operators[test.is]} ?`;
}

function setText({ set, add }: ChangePlan, values: SQLInputValue[]): string {
  const changes = set.map(({ field, cell }) => {
    values.push(toColumn(cell));
    return `${quoted(field.name)} = ?`;
  });
  for (const { field, by } of add) {
    values.push(by);
    changes.push(`${quoted(field.name)} = ${quoted(field.name)} + ?`);
  }
  return changes.join(", ");
}
