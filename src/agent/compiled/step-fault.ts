/** Why a replay came to an end before its goal. */
export type ReplayFailure =
  | "not-opened"
  | "target-not-found"
  | "step-failed"
  | "outcome-differs"
  | "result-not-read"
  | "out-of-time";

/** Why a step could not be done, or did not come to what it should. */
export class StepFault extends Error {
  readonly failure: ReplayFailure;

  constructor(failure: ReplayFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
