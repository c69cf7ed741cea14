import type { OrderStep, Test } from "../query-plan.ts";
import { columnOf, type Parameters } from "./sql.ts";

const operators = { eq: "=", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** The `WHERE` of tests on the table `t`; empty without any. */
export function whereText(tests: readonly Test[], parameters: Parameters): string {
  if (tests.length === 0) return "";
  return ` WHERE ${tests.map((test) => testText(test, parameters)).join(" AND ")}`;
}

function testText(test: Test, parameters: Parameters): string {
  const { field } = test;
  const column = `t.${columnOf(field.name)}`;
  switch (test.is) {
    case "null":
      return `${column} IS NULL`;
    case "value":
      return `${column} IS NOT NULL`;
    case "in":
      return `${column} = ANY(${parameters.list(field.base, test.values)})`;
    case "ne":
      return `${column} IS DISTINCT FROM ${parameters.cell(field.base, test.value)}`;
    default:
      return `${column} ${operators[test.is]} ${parameters.cell(field.base, test.value)}`;
  }
}

/** An `ORDER BY` of columns that `name` gives; empty without steps. Null comes before every value. */
export function orderText(
  order: readonly OrderStep[],
  name: (step: OrderStep, index: number) => string,
): string {
  if (order.length === 0) return "";
  const steps = order.map(
    (step, index) =>
      `${name(step, index)} ${step.descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`,
  );
  return ` ORDER BY ${steps.join(", ")}`;
}

/** The `LIMIT` of a query; empty without one, and where it is beyond all rows there can be. */
export function limitText(limit: number, parameters: Parameters): string {
  return Number.isSafeInteger(limit) ? ` LIMIT ${parameters.raw("bigint", limit)}` : "";
}
