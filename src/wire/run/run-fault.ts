import type { RunFailure } from "./runner.ts";

/** Why a run ends: a failure on its way to the result. Never leaves the room. */
export class RunFault extends Error {
  readonly failure: RunFailure;
  /**
   * Whether it says nothing about what the site is: the site could not be reached, was slow, or had a
   * fault of its own. A probe that ends so proves nothing.
   */
  readonly inconclusive: boolean;

  constructor(failure: RunFailure, options: { cause?: unknown; inconclusive?: boolean } = {}) {
    super(failure.message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "RunFault";
    this.failure = failure;
    this.inconclusive = options.inconclusive ?? false;
  }
}

/** The action could not be carried out. */
export function executionFault(message: string, cause?: unknown): RunFault {
  return new RunFault({ code: "EXECUTION_FAILED", message }, { cause });
}

/** A parameter cannot be used. */
export function paramsFault(message: string): RunFault {
  return new RunFault({ code: "INVALID_PARAMS", message });
}
