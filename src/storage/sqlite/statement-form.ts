import type { ChangePlan } from "../operation-plan.ts";
import type { QueryPlan } from "../query-plan.ts";

/**
 * What two statements on one shape have in common when they differ in values only. Short, as it is
 * made at each call.
 */
export function formOf(verb: string, plan: QueryPlan, change?: ChangePlan): string {
  let form = verb;
  for (const test of plan.tests) {
    form += ` ${test.field.name} ${test.is}`;
    if (test.is === "in") form += test.values.length;
  }
  for (const { field, descending } of plan.order) form += ` ${descending ? ">" : "<"}${field.name}`;
  if (plan.limit !== Number.POSITIVE_INFINITY) form += " limit";
  if (change === undefined) return form;
  for (const { field } of change.set) form += ` =${field.name}`;
  for (const { field } of change.add) form += ` +${field.name}`;
  return form;
}
