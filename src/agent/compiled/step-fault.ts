import type { ReplayFailure } from "./replay-task.ts";

/** Why a step could not be done, or did not come to what it should. */
export class StepFault extends Error {
  readonly failure: ReplayFailure;

  constructor(failure: ReplayFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
