import { deadline } from "../../core/index.ts";
import type { EachStep, Step } from "../format/step-schema.ts";
import { renderValue } from "../run/render.ts";
import { executionFault } from "../run/run-fault.ts";
import type { Details } from "../run/run-trace.ts";
import { shownValue } from "../filters/filter.ts";
import type { StepContext } from "./step-context.ts";

/** What the items of a list gave. */
interface EachResult {
  readonly items: readonly unknown[];
  /** Whether `max` cut the list. */
  readonly has_more: boolean;
}

/** An `each`, and what runs its steps. */
interface EachCall {
  readonly step: EachStep;
  readonly details: Details;
  readonly runSteps: (steps: readonly Step[], context: StepContext) => Promise<void>;
}

/**
 * Runs steps for each item of a list; the first that fails ends the others.
 * @throws RunFault; the reason of the run's signal
 */
export async function runEach(call: EachCall, context: StepContext): Promise<EachResult> {
  const { step, details } = call;
  const list = renderValue(step.in, context.scope);
  if (!Array.isArray(list)) {
    throw executionFault(`Step '${step.id}' needs a list to loop over; got ${shownValue(list)}.`);
  }
  const items = list.slice(0, step.max) as readonly unknown[];
  details["items"] = items.length;
  const outputs = await runItems(items, call, context);
  return { items: outputs, has_more: list.length > items.length };
}

async function runItems(
  items: readonly unknown[],
  { step, runSteps }: EachCall,
  context: StepContext,
): Promise<unknown[]> {
  const { state, scope, place } = context;
  using limit = deadline(state.clock, Infinity, state.deadline.signal);
  const outputs: unknown[] = items.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length && !limit.signal.aborted) {
      const index = next;
      next += 1;
      const inner = scope.forItem(items[index], index);
      await runSteps(step.steps, {
        // What is left of the time is still the run's.
        state: { ...state, deadline: withSignal(state.deadline, limit.signal) },
        scope: inner,
        place: `${place}[${index}]`,
        document: context.document,
        url: context.url,
      });
      outputs[index] = renderValue(step.output, inner);
    }
  };
  const workers = Array.from({ length: Math.min(step.concurrency, items.length) }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    limit.abort(error);
    await Promise.allSettled(workers);
    throw error;
  }
  return outputs;
}

function withSignal(
  whole: StepContext["state"]["deadline"],
  signal: AbortSignal,
): StepContext["state"]["deadline"] {
  return {
    signal,
    ms: whole.ms,
    get expired() {
      return whole.expired;
    },
    remaining: () => whole.remaining(),
    abort: (reason) => whole.abort(reason),
    [Symbol.dispose]: () => {},
  };
}
