import type { SourceResult } from "../../../visibility/index.ts";

/**
 * What is said of a source that failed: the engine's own sentence is for the host, as it may name
 * addresses and accounts of the host's.
 */
const phrases: Readonly<Record<NonNullable<SourceResult["code"]>, string>> = Object.freeze({
  INVALID_QUERY: "the engine does not accept the query",
  INVALID_HANDLE: "the engine no longer knows the question",
  ENGINE_REJECTED:
    "the engine refused this service: its API key is invalid, or its credit is used up",
  REQUEST_REJECTED:
    "the engine refused the request: the query, or the model or an option that this service set",
  ENGINE_UNAVAILABLE: "the engine could not be reached",
  ENGINE_FAILED: "the engine failed, or its answer was cut off",
  NO_ANSWER: "the engine has no answer to the query",
  BAD_ANSWER: "the engine's answer could not be read",
  JOB_GONE: "the engine no longer knows the question",
  TIMEOUT: "timeout: the engine did not answer in time",
  ENGINE_CLOSED: "the service is closing",
  INVALID_ANSWERS: "the answers could not be compared",
});

/** Why a source has no answer, for clients. */
export function sourceFailure({ code }: Pick<SourceResult, "code">): string {
  return code === undefined ? "the engine failed with an internal error" : phrases[code];
}

/** Of a source that was not asked in the time of its search, or whose search ended before it. */
export const OUT_OF_TIME = phrases.TIMEOUT;

/** Of a source whose engine the host had when the search was submitted. */
export const NO_ENGINE = "this service no longer has the engine";

/** Of a retry that could not find out whether the first run has an answer. */
export const UNCHECKED =
  "the engine did not report whether its first answer is ready; the question was not asked again";
