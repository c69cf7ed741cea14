import { checkArgument, neverAborts } from "../core/index.ts";
import type { Call } from "./records.ts";

/** Of calls that nobody cancels: what must go on when its caller has gone. */
export const uncancelled: Call = Object.freeze({ signal: neverAborts() });

/** What a call of the records carries for a call of a room; without a signal nothing ends it. */
export function recordsCall(call?: { readonly signal?: AbortSignal | undefined }): Call {
  if (call?.signal === undefined) return uncancelled;
  return { signal: checkArgument("the signal of a call", call.signal, "signal") };
}
