/**
 * Tasks that a model does on pages, step by step, within bounds and with secrets that it knows by name
 * alone; and tasks compiled to steps that need no model.
 *
 * Loads the parser and `zod`; the browser that you give brings the rest.
 *
 * @example
 * ```ts
 * import { openPageTools, runTask } from "dragline/agent";
 * import { createCompatibleModel } from "dragline/ai";
 * import { createBrowser } from "dragline/browser";
 *
 * await using model = createCompatibleModel({ baseUrl: "http://localhost:11434/v1", model: "qwen3" });
 * await using browser = createBrowser();
 * await using lease = await browser.lease();
 * const start = "https://shop.example/";
 * await using work = await openPageTools(lease.page, { start });
 * const opening = await work.open(start, AbortSignal.timeout(60_000));
 * const task = { prompt: "Which lamp is the cheapest?", tools: work.tools, opening };
 * const { success, result } = await runTask({ model }, task);
 * console.log(success, result);
 * ```
 * @packageDocumentation
 */
export { AgentError, isAgentError } from "./agent-error.ts";
export type { AgentTool, TaskEnd, ToolOutcome } from "./tools/agent-tool.ts";
export { compileTask, type Compilation, type FinishedTask } from "./compiled/compile-task.ts";
export type { CompiledStep, CompiledTarget, CompiledTask } from "./compiled/compiled-task.ts";
export { readCompiledTask } from "./compiled/read-compiled-task.ts";
export { replayTask } from "./compiled/replay-task.ts";
export type { HealedStep, ReplayCall, ReplayResult } from "./compiled/replay.ts";
export type { ReplayFailure } from "./compiled/step-fault.ts";
export type { StepRecorder } from "./compiled/step-recorder.ts";
export { openPageTools, type PageTools, type PageToolsOptions } from "./tools/page-tools.ts";
export type { PageView, PageViewOptions } from "./view/page-view.ts";
export type { Reach } from "./tools/policy.ts";
export type { RefAction } from "./tools/ref-action.ts";
export { runTask, type TaskCollaborators } from "./task/run-task.ts";
export type { TaskLimits } from "./task/task-run.ts";
export type { AgentTask, TaskFailure, TaskResult, TaskStep } from "./task/task-run.ts";
export { Secrets, type Revealed } from "./tools/secrets.ts";
export type { FoundLines, Snapshot, SnapshotOptions } from "./view/snapshot.ts";
