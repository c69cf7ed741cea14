import type { Cell } from "../cells.ts";
import type { QueryPlan, TallyPlan } from "../query-plan.ts";
import type { Shape } from "../shape.ts";
import { columnList, columnOf, Parameters, tableOf, type Sql } from "./sql.ts";
import { limitText, orderText, queryOrderText, whereText } from "./where-text.ts";

/** Where a collection is kept. */
export interface Place {
  readonly schema: string;
  readonly shape: Shape;
}

/** Rows go as one list per column: a statement has at most 65,535 parameters. */
export function insertStatement({ schema, shape }: Place, rows: readonly Cell[][]): Sql {
  const parameters = new Parameters();
  const [only = []] = rows;
  const columns = shape.fields.map(({ base }, at) =>
    rows.length === 1
      ? parameters.cell(base, only[at] ?? null)
      : parameters.list(
          base,
          rows.map((cells) => cells[at] ?? null),
        ),
  );
  const values = columns.join(", ");
  const source = rows.length === 1 ? `VALUES (${values})` : `SELECT * FROM unnest(${values})`;
  return {
    text: `INSERT INTO ${tableOf(schema, shape.name)} (${columnList(shape)}) ${source}`,
    values: parameters.values,
  };
}

/** The rows that a query means. */
export function findStatement(place: Place, plan: QueryPlan): Sql {
  const parameters = new Parameters();
  const text = selectText(place, plan, { parameters, columns: columnList(place.shape, "t.") });
  const { values } = parameters;
  return isFilteredList(plan) ? { text, values, plannedAnew: true } : { text, values };
}

/**
 * Whether it is the beginning of a list by several conditions. One plan for all values takes each value
 * to be as frequent as any other, and reads through the whole table in the list's order for a value that
 * few rows have.
 */
function isFilteredList(plan: QueryPlan): boolean {
  const equalities = plan.tests.filter(({ is }) => is === "eq" || is === "in" || is === "null");
  return isLimited(plan) && plan.order.length > 0 && equalities.length > 1;
}

/** The number of rows that a query means. */
export function countStatement(place: Place, { tests, limit }: QueryPlan): Sql {
  const parameters = new Parameters();
  const plan = { tests, limit, order: [] };
  const rows = selectText(place, plan, { parameters, columns: "1" });
  return { text: `SELECT count(*) FROM (${rows}) AS counted`, values: parameters.values };
}

/** Counts rows in groups: the columns of a row are those of `by`, the number, the sums. */
export function tallyStatement({ schema, shape }: Place, { tests, by, sum }: TallyPlan): Sql {
  const parameters = new Parameters();
  const where = whereText(shape, tests, parameters);
  const grouped = by.map(({ name }) => `t.${columnOf(name)}`).join(", ");
  const summed = sum.map(({ name }) => `, coalesce(sum(t.${columnOf(name)}), 0)`).join("");
  const from = `FROM ${tableOf(schema, shape.name)} AS t${where} GROUP BY ${grouped}`;
  return { text: `SELECT ${grouped}, count(*)${summed} ${from}`, values: parameters.values };
}

/** Removes rows; the answer tells how many. With a limit, rows that others are changing are passed over. */
export function removeStatement(place: Place, plan: QueryPlan): Sql {
  const parameters = new Parameters();
  return { text: removalText(place, plan, parameters), values: parameters.values };
}

/** Removes rows as {@link removeStatement} does, and gives them as they were. */
export function takeStatement(place: Place, plan: QueryPlan): Sql {
  const parameters = new Parameters();
  const columns = columnList(place.shape);
  const removal = `${removalText(place, plan, parameters)} RETURNING ${columnList(place.shape, "t.")}`;
  // RETURNING has no order.
  const order = orderText(
    plan.order.map(({ field, descending }) => ({ name: columnOf(field.name), descending })),
  );
  const text = `WITH removed AS (${removal}) SELECT ${columns} FROM removed${order}`;
  return { text, values: parameters.values };
}

function removalText(place: Place, plan: QueryPlan, parameters: Parameters): string {
  const { schema, shape } = place;
  const where = isLimited(plan)
    ? ` WHERE t.ctid = ANY(ARRAY(${pickText(place, plan, { parameters, columns: "t.ctid" })}))`
    : whereText(shape, plan.tests, parameters);
  return `DELETE FROM ${tableOf(schema, shape.name)} AS t${where}`;
}

/** What a select is made of, besides its query. */
interface SelectParts {
  readonly parameters: Parameters;
  readonly columns: string;
}

/** A select of the rows that a query means. */
export function selectText({ schema, shape }: Place, plan: QueryPlan, parts: SelectParts): string {
  const where = whereText(shape, plan.tests, parts.parameters);
  const order = queryOrderText(shape, plan);
  const limit = limitText(plan.limit, parts.parameters);
  return `SELECT ${parts.columns} FROM ${tableOf(schema, shape.name)} AS t${where}${order}${limit}`;
}

/**
 * A select that locks the rows it gives and passes over those that are locked. It must stand in
 * an `ARRAY(…)` or a materialized `WITH`: elsewhere Postgres may run it again and exceed the limit.
 */
export function pickText(place: Place, plan: QueryPlan, parts: SelectParts): string {
  return `${selectText(place, plan, parts)} FOR UPDATE SKIP LOCKED`;
}

/** Whether a limit is set; what is beyond all rows there can be is none. */
export function isLimited({ limit }: QueryPlan): boolean {
  return Number.isSafeInteger(limit);
}
