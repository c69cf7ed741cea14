import type { Call } from "../storage/index.ts";
import type { WebhookCall } from "./webhooks.ts";

const uncancelled: Call = Object.freeze({ signal: new AbortController().signal });

/** What a call of the records carries for a call of ours; without a signal nothing ends it. */
export function recordsCall(call?: WebhookCall): Call {
  return call?.signal === undefined ? uncancelled : { signal: call.signal };
}
