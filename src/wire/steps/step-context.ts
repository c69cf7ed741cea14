import type { RunState } from "../run/run-state.ts";
import type { Scope } from "../run/scope.ts";

/** Where a step runs. */
export interface StepContext {
  readonly state: RunState;
  readonly scope: Scope;
  /** The place in the list of an `each`, such as `[2]`; else nothing. */
  readonly place: string;
  /** What the last step that asked for something was answered: what `extract` reads without `from`. */
  document: unknown;
  /** Where it came from, which addresses in it are relative to. */
  url: string | undefined;
}
