import { judge } from "../run/condition.ts";
import type { Assertion } from "../format/condition-schema.ts";
import { renderText } from "../run/render.ts";
import { RunFault } from "../run/run-fault.ts";
import type { Details } from "../run/run-trace.ts";
import type { Scope } from "../run/scope.ts";

/**
 * Ends the run unless a condition holds.
 * @throws RunFault with the assertion's code and message
 */
export function assertThat(assertion: Assertion, scope: Scope, details: Details): void {
  const { holds, shown } = judge(assertion, scope);
  details["that"] = assertion.that;
  details["value"] = shown;
  if (holds) return;
  throw new RunFault({ code: assertion.code, message: renderText(assertion.message, scope) });
}
