export { AgentError, isAgentError } from "./agent-error.ts";
export type { AgentTool, TaskEnd, ToolOutcome } from "./agent-tool.ts";
export { compileTask, type Compilation, type FinishedTask } from "./compiled/compile-task.ts";
export type { CompiledStep, CompiledTarget, CompiledTask } from "./compiled/compiled-task.ts";
export { readCompiledTask } from "./compiled/read-compiled-task.ts";
export {
  replayTask,
  type HealedStep,
  type ReplayCall,
  type ReplayFailure,
  type ReplayResult,
} from "./compiled/replay-task.ts";
export type { StepRecorder } from "./compiled/step-recorder.ts";
export { openPageTools, type PageTools, type PageToolsOptions } from "./page-tools.ts";
export { PageView, type PageViewOptions } from "./page-view.ts";
export { NavigationPolicy, type Reach } from "./policy.ts";
export {
  runTask,
  type AgentTask,
  type TaskCollaborators,
  type TaskFailure,
  type TaskLimits,
  type TaskResult,
  type TaskStep,
} from "./run-task.ts";
export { isSecretName, Secrets, type Revealed } from "./secrets.ts";
export type { FoundLines, RefAction, Snapshot, SnapshotOptions } from "./snapshot.ts";
