import type { SQLInputValue } from "node:sqlite";
import type { ChangePlan } from "../operation-plan.ts";
import type { QueryPlan, TallyPlan, Test } from "../query-plan.ts";
import type { Shape } from "../shape.ts";
import { toColumn } from "./columns.ts";
import { changeFormOf, formOf } from "./statement-form.ts";

/** A statement's text, and the values for its parameters. */
export interface Sql {
  readonly text: string;
  readonly values: SQLInputValue[];
}

/** What a statement with conditions does. */
type Kind = "find" | "places" | "count" | "update" | "remove";

/** The texts of a shape. */
interface ShapeTexts {
  readonly table: string;
  readonly columns: string;
  readonly insert: string;
  /** Texts by form, so that a statement is written once and not at each call. */
  readonly written: Readonly<Record<Kind, Map<string, string>>>;
}

/** More forms than this are forgotten; lists of many lengths make many. */
const MOST_FORMS = 500;
const texts = new WeakMap<Shape, ShapeTexts>();
const operators = { eq: "= ?", ne: "IS NOT ?", lt: "< ?", lte: "<= ?", gt: "> ?", gte: ">= ?" };
const nullOperators = { null: "IS NULL", value: "IS NOT NULL" };

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
  const insert = `INSERT INTO ${table} (${columns}) VALUES (${places})`;
  const written = {
    find: new Map<string, string>(),
    places: new Map<string, string>(),
    count: new Map<string, string>(),
    update: new Map<string, string>(),
    remove: new Map<string, string>(),
  };
  const made = { table, columns, insert, written };
  texts.set(shape, made);
  return made;
}

/** Finds rows. */
export function findSql(shape: Shape, plan: QueryPlan): Sql {
  const write = (): string => selectText(shape, plan, textsOf(shape).columns);
  return {
    text: textOf(textsOf(shape).written.find, formOf(plan), write),
    values: queryValues(plan),
  };
}

/** Finds where rows are. */
export function placesSql(shape: Shape, plan: QueryPlan): Sql {
  const write = (): string => selectText(shape, plan, "_rowid_");
  return {
    text: textOf(textsOf(shape).written.places, formOf(plan), write),
    values: queryValues(plan),
  };
}

/** Counts rows. */
export function countSql(shape: Shape, plan: QueryPlan): Sql {
  const write = (): string => `SELECT count(*) FROM (${selectText(shape, plan, "1")})`;
  return {
    text: textOf(textsOf(shape).written.count, formOf(plan), write),
    values: queryValues(plan),
  };
}

/** Counts rows in groups: the columns of a row are those of `by`, the number, the sums. */
export function tallySql(shape: Shape, { tests, by, sum }: TallyPlan): Sql {
  const grouped = by.map(({ name }) => quoted(name)).join(", ");
  const summed = sum.map(({ name }) => `, total(${quoted(name)})`).join("");
  const from = `FROM ${textsOf(shape).table}${whereText(tests)} GROUP BY ${grouped}`;
  const values = queryValues({ tests, order: [], limit: Number.POSITIVE_INFINITY });
  return { text: `SELECT ${grouped}, count(*)${summed} ${from}`, values };
}

/** Changes the rows that a query means, and gives them in no order. */
export function updateSql(shape: Shape, plan: ChangePlan): Sql {
  const { table, columns } = textsOf(shape);
  const write = (): string =>
    `UPDATE ${table} SET ${setText(plan)}${pickText(shape, plan)} RETURNING ${columns}`;
  return {
    text: textOf(textsOf(shape).written.update, changeFormOf(plan), write),
    values: [...changeValues(plan), ...queryValues(plan)],
  };
}

/** Changes the row at a place and gives it. */
export function updateAtSql(shape: Shape, plan: ChangePlan, place: SQLInputValue): Sql {
  const { table, columns } = textsOf(shape);
  const text = `UPDATE ${table} SET ${setText(plan)} WHERE _rowid_ = ? RETURNING ${columns}`;
  return { text, values: [...changeValues(plan), place] };
}

/** Removes the rows that a query means. */
export function removeSql(shape: Shape, plan: QueryPlan): Sql {
  const write = (): string => `DELETE FROM ${textsOf(shape).table}${pickText(shape, plan)}`;
  return {
    text: textOf(textsOf(shape).written.remove, formOf(plan), write),
    values: queryValues(plan),
  };
}

/** Removes the rows that a query means, and gives them in no order. */
export function takeSql(shape: Shape, plan: QueryPlan): Sql {
  const { text, values } = removeSql(shape, plan);
  return { text: `${text} RETURNING ${textsOf(shape).columns}`, values };
}

/** Removes the row at a place and gives it. */
export function takeAtSql(shape: Shape, place: SQLInputValue): Sql {
  const { table, columns } = textsOf(shape);
  return { text: `DELETE FROM ${table} WHERE _rowid_ = ? RETURNING ${columns}`, values: [place] };
}

function textOf(written: Map<string, string>, form: string, write: () => string): string {
  const known = written.get(form);
  if (known !== undefined) return known;
  if (written.size === MOST_FORMS) written.clear();
  const text = write();
  written.set(form, text);
  return text;
}

function selectText(shape: Shape, plan: QueryPlan, columns: string): string {
  return `SELECT ${columns} FROM ${textsOf(shape).table}${restText(plan)}`;
}

/** Conditions that pick rows for a change, which itself can have neither order nor limit. */
function pickText(shape: Shape, plan: QueryPlan): string {
  if (plan.limit === Number.POSITIVE_INFINITY) return whereText(plan.tests);
  return ` WHERE _rowid_ IN (${selectText(shape, plan, "_rowid_")})`;
}

function restText({ tests, order, limit }: QueryPlan): string {
  const steps = order.map(
    ({ field, descending }) => quoted(field.name) + (descending ? " DESC" : ""),
  );
  const ordered = steps.length === 0 ? "" : ` ORDER BY ${steps.join(", ")}`;
  const limited = limit === Number.POSITIVE_INFINITY ? "" : " LIMIT ?";
  return whereText(tests) + ordered + limited;
}

function whereText(tests: readonly Test[]): string {
  return tests.length === 0 ? "" : ` WHERE ${tests.map(testText).join(" AND ")}`;
}

function testText(test: Test): string {
  const column = quoted(test.field.name);
  if (test.is === "null" || test.is === "value") return `${column} ${nullOperators[test.is]}`;
  if (test.is === "in") return `${column} IN (${test.values.map(() => "?").join(",")})`;
  if (test.is === "contains") return `instr(lower(${column}), lower(?)) > 0`;
  return `${column} ${operators[test.is]}`;
}

function setText({ set, add }: ChangePlan): string {
  return [
    ...set.map(({ field }) => `${quoted(field.name)} = ?`),
    ...add.map(({ field }) => `${quoted(field.name)} = ${quoted(field.name)} + ?`),
  ].join(", ");
}

function changeValues({ set, add }: ChangePlan): SQLInputValue[] {
  return [...set.map(({ cell }) => toColumn(cell)), ...add.map(({ by }) => by)];
}

function queryValues({ tests, limit }: QueryPlan): SQLInputValue[] {
  const values: SQLInputValue[] = [];
  for (const test of tests) {
    if (test.is === "in") for (const value of test.values) values.push(toColumn(value));
    else if (test.is !== "null" && test.is !== "value") values.push(toColumn(test.value));
  }
  // SQLite counts in 64 bits; no file has as many rows as the largest exact number.
  if (limit !== Number.POSITIVE_INFINITY) values.push(Math.min(limit, Number.MAX_SAFE_INTEGER));
  return values;
}
