import type { QueryPlan, Test } from "../query-plan.ts";
import type { Shape } from "../shape.ts";
import { columnOf, isIndexedText, prefixOf, type Parameters } from "./sql.ts";

const operators = { eq: "=", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;
/** What holds of the beginnings of texts when the operator holds of the texts. */
const prefixOperators = { eq: "=", lt: "<=", lte: "<=", gt: ">=", gte: ">=" } as const;

/** The `WHERE` of tests on the table `t`; empty without any. */
export function whereText(shape: Shape, tests: readonly Test[], parameters: Parameters): string {
  if (tests.length === 0) return "";
  const texts = tests.flatMap((test) =>
    testTexts(test, isIndexedText(shape, test.field), parameters),
  );
  return ` WHERE ${texts.join(" AND ")}`;
}

/** Of indexed texts the beginnings are compared too, because indexes hold those. */
function testTexts(test: Test, isPrefixed: boolean, parameters: Parameters): string[] {
  const { field } = test;
  const column = `t.${columnOf(field.name)}`;
  switch (test.is) {
    case "null":
      return isPrefixed
        ? [`${column} IS NULL`, `${prefixOf(column)} IS NULL`]
        : [`${column} IS NULL`];
    case "value":
      return [`${column} IS NOT NULL`];
    case "in": {
      const list = parameters.list(field.base, test.values);
      const texts = [`${column} = ANY(${list})`];
      const prefixes = `SELECT ${prefixOf("listed")} FROM unnest(${list}) AS listed`;
      return isPrefixed ? [...texts, `${prefixOf(column)} = ANY(ARRAY(${prefixes}))`] : texts;
    }
    case "contains":
      return [
        `strpos(lower(${column}), lower(${parameters.cell(field.base, test.value)} COLLATE "C")) > 0`,
      ];
    case "ne":
      return [`${column} IS DISTINCT FROM ${parameters.cell(field.base, test.value)}`];
    default: {
      const value = parameters.cell(field.base, test.value);
      const texts = [`${column} ${operators[test.is]} ${value}`];
      const prefixes = `${prefixOf(column)} ${prefixOperators[test.is]} ${prefixOf(value)}`;
      return isPrefixed ? [...texts, prefixes] : texts;
    }
  }
}

/** The `ORDER BY` of a query on the table `t`; the beginnings of indexed texts let it use the index. */
export function queryOrderText(shape: Shape, { order }: Pick<QueryPlan, "order">): string {
  const columns = order.flatMap(({ field, descending }) => {
    const column = `t.${columnOf(field.name)}`;
    const names = isIndexedText(shape, field) ? [prefixOf(column), column] : [column];
    return names.map((name) => ({ name, descending }));
  });
  return orderText(columns);
}

/** An `ORDER BY` of columns; empty without any. Null comes before every value. */
export function orderText(
  columns: readonly { readonly name: string; readonly descending: boolean }[],
): string {
  if (columns.length === 0) return "";
  const steps = columns.map(
    ({ name, descending }) => `${name} ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`,
  );
  return ` ORDER BY ${steps.join(", ")}`;
}

/** The `LIMIT` of a query; empty without one, and where it is beyond all rows there can be. */
export function limitText(limit: number, parameters: Parameters): string {
  return Number.isSafeInteger(limit) ? ` LIMIT ${parameters.raw("bigint", limit)}` : "";
}
