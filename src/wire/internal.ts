/** What other rooms of Dragline take of this one; no import path leads here. */
export { fitsIntent } from "./discovery/action-index.ts";
export { actionUuid, catalogUuid } from "./run/name-ids.ts";
export { socketlessFetcher } from "./cases/play-case.ts";
export { Replay } from "./cases/replay.ts";
