import type { Secrets, TaskStep } from "../../../agent/index.ts";
import type { HeldSession } from "../../../cdp-proxy/index.ts";
import type { Json } from "../../../storage/index.ts";

/** What is asked for, as it was given: values of secrets may stand in it. */
export interface AskedTask {
  readonly prompt: string;
  /** Opened first. */
  readonly url: string | undefined;
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly outputSchema: Readonly<Record<string, Json>> | undefined;
  readonly secrets: Secrets;
}

/** A task as its run has it; none of it is stored. */
export interface LiveTask extends AskedTask {
  /** The saved session that it starts with; the run lets it go. */
  readonly held: HeldSession | undefined;
  /** Aborts when who follows its steps has left. */
  readonly left: AbortSignal;
  /** Called with each step. */
  readonly onStep: (step: TaskStep) => void;
}
