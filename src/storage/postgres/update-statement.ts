import type { ChangePlan } from "../operation-plan.ts";
import { columnList, columnOf, Parameters, tableOf, type Sql } from "./sql.ts";
import { isLimited, pickText, selectText, type Place } from "./statements.ts";
import { orderText, whereText } from "./where-text.ts";

/** Which rows an update means, and what it joins them with for their order. */
interface Choice {
  /** A `WITH` part; empty without one. */
  readonly picked: string;
  readonly from: string;
  readonly where: string;
}

/**
 * Changes rows and gives them as they are now, in the order that they had before. Without a limit
 * Postgres waits for rows that others are changing and judges their new values by the same `WHERE`;
 * with one, it passes over them.
 */
export function updateStatement(place: Place, plan: ChangePlan): Sql {
  const { schema, shape } = place;
  const parameters = new Parameters();
  const set = setText(place, plan, parameters);
  const { picked, from, where } = isLimited(plan)
    ? limited(place, plan, parameters)
    : unlimited(place, plan, parameters);
  const before = plan.order.map((_, index) => `, o._before_${index}`).join("");
  const update =
    `UPDATE ${tableOf(schema, shape.name)} AS t SET ${set}${from}${where} ` +
    `RETURNING ${columnList(shape, "t.")}${before}`;
  // RETURNING has no order.
  const order = orderText(
    plan.order.map(({ descending }, index) => ({ name: `_before_${index}`, descending })),
  );
  return {
    text: `WITH ${picked}changed AS (${update}) SELECT ${columnList(shape)} FROM changed${order}`,
    values: parameters.values,
  };
}

function limited(place: Place, plan: ChangePlan, parameters: Parameters): Choice {
  const columns = `t.ctid AS place${beforeText(plan)}`;
  const isOrdered = plan.order.length > 0;
  return {
    picked: `picked AS MATERIALIZED (${pickText(place, plan, { parameters, columns })}), `,
    from: isOrdered ? " FROM picked AS o" : "",
    where: ` WHERE t.ctid = ANY(ARRAY(SELECT place FROM picked))${isOrdered ? " AND t.ctid = o.place" : ""}`,
  };
}

/** The order is that of the rows as the statement found them; the join only carries it. */
function unlimited(place: Place, plan: ChangePlan, parameters: Parameters): Choice {
  const where = whereText(place.shape, plan.tests, parameters);
  if (plan.order.length === 0) return { picked: "", from: "", where };
  const keys = place.shape.key.map(columnOf);
  const columns = keys.map((key, index) => `t.${key} AS key_${index}`).join(", ");
  const everyRow = { tests: [], order: [], limit: Number.POSITIVE_INFINITY };
  const rows = selectText(place, everyRow, { parameters, columns: columns + beforeText(plan) });
  const match = keys.map((key, index) => `t.${key} = o.key_${index}`).join(" AND ");
  return {
    picked: "",
    from: ` FROM (${rows}) AS o`,
    where: where === "" ? ` WHERE ${match}` : `${where} AND ${match}`,
  };
}

/** The values that count for the order, before the change. */
function beforeText(plan: ChangePlan): string {
  return plan.order
    .map(({ field }, index) => `, t.${columnOf(field.name)} AS _before_${index}`)
    .join("");
}

/** A change of nothing sets a field of the key to itself, so that its rows are locked all the same. */
function setText({ shape }: Place, { set, add }: ChangePlan, parameters: Parameters): string {
  const changes = [
    ...set.map(
      ({ field, cell }) => `${columnOf(field.name)} = ${parameters.cell(field.base, cell)}`,
    ),
    ...add.map(({ field, by }) => {
      const column = columnOf(field.name);
      return `${column} = t.${column} + ${parameters.cell("number", by)}`;
    }),
  ];
  if (changes.length > 0) return changes.join(", ");
  const key = columnOf(shape.key[0] ?? "");
  return `${key} = t.${key}`;
}
