/** What other rooms of Dragline take of this one; no import path leads here. */
export { DialogAnswerer } from "./actions/dialog-answerer.ts";
export { FrameSessions } from "./actions/frame-sessions.ts";
export { listFrames, patiently } from "./actions/list-frames.ts";
export type { FrameView } from "./actions/frame-view.ts";
export { openSession } from "./open-session.ts";
export { partMarker, revealRootsOf, serialisePage } from "./page/serialise-page.ts";
export { targetOf, TabGuard, type OpenedTab, type TabRules } from "./page/tab-guard.ts";
export { armStability } from "./page/wait-until-stable.ts";
export { stateSummary } from "./state/state-summary.ts";
