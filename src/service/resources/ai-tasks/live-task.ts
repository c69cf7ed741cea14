import type { TaskStep } from "../../../agent/index.ts";
import type { HeldSession } from "../../../cdp-proxy/index.ts";

/** What a run of a task has besides its record. */
export interface LiveTask {
  readonly secrets: Readonly<Record<string, string>>;
  /** The saved session that it starts with; the run lets it go. */
  readonly held: HeldSession | undefined;
  /** Aborts when who follows its steps has left. */
  readonly left: AbortSignal;
  /** Told of each step. */
  readonly onStep: (step: TaskStep) => void;
}
