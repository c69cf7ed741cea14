/** What other rooms of Dragline take of this one; no import path leads here. */
export { failureText, robotsOutage } from "./run/failure.ts";
export { pageFailure } from "./run/page-failure.ts";
