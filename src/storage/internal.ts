/** What other rooms of Dragline take of this one; no import path leads here. */
export { headerRange } from "./header-range.ts";
export { outagePatience } from "./outage-patience.ts";
export { recordsCall, uncancelled } from "./records-call.ts";
