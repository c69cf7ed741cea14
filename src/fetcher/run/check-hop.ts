import { unlessAborted } from "../../core/index.ts";
import type { FetchRun } from "./fetch-run.ts";

/** Asks the caller whether, and when, a request may be sent. */
export async function checkHop(url: URL, { checkHop: ask, deadline }: FetchRun): Promise<void> {
  // A copy: the caller cannot change where the request goes.
  const answer = ask?.(new URL(url), deadline.signal);
  if (answer !== undefined) await unlessAborted(answer, deadline.signal);
}
