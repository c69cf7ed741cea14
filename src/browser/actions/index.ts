export { ActionError, isActionError, type ActionErrorDetails } from "./action-error.ts";
export { actionLimits } from "./action-limits.ts";
export type { ActionPage } from "./action-page.ts";
export type { ActionReport } from "./action-report.ts";
export type {
  Action,
  ActionType,
  ClickAction,
  PressAction,
  ScrollAction,
  WaitAction,
  WaitForAction,
  WriteAction,
} from "./action.ts";
export { DialogAnswerer } from "./dialog-answerer.ts";
export { checkActions } from "./check-actions.ts";
export { FrameSessions } from "./frame-sessions.ts";
export type { FrameView } from "./frame-view.ts";
export { listFrames, patiently } from "./list-frames.ts";
export type {
  DragAction,
  DragOffset,
  FillAction,
  GivenFile,
  NodeAction,
  NodeTarget,
  PointAction,
  ScrollNodeAction,
  SetFileAction,
} from "./node-action.ts";
export { runActions, runNodeAction, type RunActionsOptions } from "./run-actions.ts";
