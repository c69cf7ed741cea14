import type { ChangePlan } from "../operation-plan.ts";
import type { QueryPlan } from "../query-plan.ts";

/**
 * What two statements of one kind on one shape have in common when they differ in values only. Short,
 * as it is made at each call; a look-up by one field, the most frequent, takes no making.
 */
export function formOf({ tests, order, limit }: QueryPlan): string {
  const isLimited = limit !== Number.POSITIVE_INFINITY;
  const [only] = tests;
  if (tests.length === 1 && only?.is === "eq" && order.length === 0 && !isLimited) {
    return only.field.name;
  }
  let form = "";
  for (const test of tests) {
    form += ` ${test.field.name} ${test.is}`;
    if (test.is === "in") form += test.values.length;
  }
  for (const { field, descending } of order) form += ` ${descending ? ">" : "<"}${field.name}`;
  return isLimited ? `${form} limit` : form;
}

/** The same of a change. */
export function changeFormOf(plan: ChangePlan): string {
  let form = formOf(plan);
  for (const { field } of plan.set) form += ` =${field.name}`;
  for (const { field } of plan.add) form += ` +${field.name}`;
  return form;
}
