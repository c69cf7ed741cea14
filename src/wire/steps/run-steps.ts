import { judge } from "../run/condition.ts";
import type { Step } from "../format/step-schema.ts";
import type { Details } from "../run/run-trace.ts";
import { assertThat } from "./assert-step.ts";
import { browse } from "./browser-step.ts";
import { runEach } from "./each-step.ts";
import { extract } from "./extract-step.ts";
import { makeFile } from "./file-step.ts";
import { paginate } from "./paginate-step.ts";
import { bringPage } from "./page-step.ts";
import { answerRequest } from "./request-step.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Runs steps in their order; what each gives is in the scope under its id.
 * @throws RunFault; the reason of the run's signal
 */
export async function runSteps(steps: readonly Step[], context: StepContext): Promise<void> {
  const { state, scope, place } = context;
  for (const [index, step] of steps.entries()) {
    state.deadline.signal.throwIfAborted();
    const name = `${step.kind} ${step.id ?? index}${place}`;
    await state.trace.record(name, async (details) => {
      if (step.kind !== "assert" && step.when !== undefined && !judge(step.when, scope).holds) {
        details["skipped"] = true;
        return;
      }
      const value = await runStep(step, context, details);
      if (step.id !== undefined) scope.set(step.id, value);
    });
  }
}

async function runStep(step: Step, context: StepContext, details: Details): Promise<unknown> {
  switch (step.kind) {
    case "request": {
      const answered = await answerRequest({ id: step.id, spec: step, details }, context);
      context.document = answered.body;
      context.url = answered.url;
      return answered;
    }
    case "extract":
      return extract(step, context, details);
    case "assert":
      assertThat(step, context.scope, details);
      return null;
    case "paginate":
      return paginate(step, context, details);
    case "each":
      return runEach({ step, details, runSteps }, context);
    case "file":
      return makeFile(step, context, details);
    case "page":
    case "browser": {
      const shown = await (step.kind === "page"
        ? bringPage(step, context, details)
        : browse(step, context, details));
      context.document = shown.page;
      context.url = shown.url;
      return shown;
    }
    default:
      throw new TypeError("A step must have a kind.");
  }
}
