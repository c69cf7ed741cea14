import type { Call } from "../storage/index.ts";
import type { MonitorCall } from "./monitors.ts";

/** Of steps that nobody cancels. */
export const uncancelled: Call = Object.freeze({ signal: new AbortController().signal });

/** What a call of the records carries for a call of ours; without a signal nothing ends it. */
export function recordsCall(call?: MonitorCall): Call {
  return call?.signal === undefined ? uncancelled : { signal: call.signal };
}
