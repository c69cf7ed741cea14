import { isActionError } from "../../browser/index.ts";
import { isFetchError } from "../../fetcher/index.ts";
import { failureText } from "../../scraper/internal.ts";
import { RunFault } from "../run/run-fault.ts";

/** Failures that say what an answer is, not that there was none. */
const CONCLUSIVE: ReadonlySet<string> = new Set([
  "BODY_TOO_LARGE",
  "DECOMPRESSION_BOMB",
  "INVALID_REDIRECT",
  "REDIRECT_LOOP",
  "TOO_MANY_REDIRECTS",
]);

/** A failure of the fetcher or the browser as a reason; anything else as it is. */
export function requestFailure(error: unknown): unknown {
  if (error instanceof RunFault) return error;
  const text = failureText(error);
  if (text === undefined && !isFetchError(error)) return error;
  const message = text?.error ?? (error as Error).message;
  const inconclusive =
    !isActionError(error, "ACTION_FAILED") && !(isFetchError(error) && CONCLUSIVE.has(error.code));
  return new RunFault({ code: "EXECUTION_FAILED", message }, { cause: error, inconclusive });
}
