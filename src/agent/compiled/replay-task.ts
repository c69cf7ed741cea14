import {
  checkArgument,
  checkNumber,
  deadline,
  systemClock,
  traced,
  withDefaults,
} from "../../core/index.ts";
import { AgentError } from "../agent-error.ts";
import type { PageTools } from "../tools/page-tools.ts";
import type { CompiledTask } from "./compiled-task.ts";
import type { TaskParams } from "./fill-params.ts";
import { Replay } from "./replay.ts";
import type { ReplayCall, ReplayResult } from "./replay.ts";
import type { ReplayLimits } from "./replay.ts";

const defaults: Required<ReplayLimits> = Object.freeze({
  timeoutMs: 300_000,
});

/**
 * Does a compiled task again, without a model: each element must be there and tell itself apart, each
 * step must come to what it came to, and the result is read as it was. What does not fit is healed, or
 * the replay fails and says where; it never goes on with what is only like what was meant.
 * @param work the tools of the page; secrets are theirs
 * @throws AgentError `INVALID_TASK` for a parameter or a secret that is not the task's;
 *   CoreError `INVALID_OPTION`; the signal's reason; what the driver throws
 * @example
 * ```ts
 * await using work = await openPageTools(page, { start: task.start });
 * const { success, result } = await replayTask(work, task, { params: { boat: "Blue boat" } });
 * ```
 */
export async function replayTask(
  work: PageTools,
  task: CompiledTask,
  call: ReplayCall = {},
): Promise<ReplayResult> {
  checkArgument("work of replayTask(work, task, call)", work, "object");
  checkArgument("task of replayTask(work, task, call)", task, "object");
  checkArgument("steps of task, in replayTask(work, task, call),", task.steps, "array");
  checkArgument("secrets of task, in replayTask(work, task, call),", task.secrets, "array");
  checkArgument("call of replayTask(work, task, call)", call, "object");
  const { clock = systemClock, signal, params = {} } = call;
  const { timeoutMs } = withDefaults(defaults, { timeoutMs: call.timeoutMs });
  checkNumber("timeoutMs", timeoutMs, { min: 1 });
  checkGiven(work, task, params);
  signal?.throwIfAborted();
  return traced("dragline:agent:replay", { prompt: task.prompt }, async () => {
    using limit = deadline(clock, timeoutMs, signal);
    const replay = new Replay(work, task, { ...call, clock, limit });
    return await replay.run();
  });
}

function checkGiven(work: PageTools, task: CompiledTask, params: TaskParams): void {
  for (const [name, value] of Object.entries(params)) {
    if (!Object.hasOwn(task.params, name)) {
      throw invalid(`there is no parameter '${name.slice(0, 64)}'`);
    }
    if (typeof value !== "string" || value.trim() === "")
      throw invalid(`the parameter '${name}' has no value`);
    // A value is no place for what a step's author alone writes.
    if (/\{\{/.test(value)) throw invalid(`the value of the parameter '${name}' has braces`);
  }
  const missing = task.secrets.find((name) => !work.secrets.names.includes(name));
  const has = new Set(work.tools.map(({ name }) => name));
  const absent = task.steps.find(({ tool }) => !has.has(tool));
  if (absent !== undefined)
    throw invalid(`there is no tool '${absent.tool}', which its steps call`);
  if (missing !== undefined)
    throw invalid(`its steps type the secret '${missing}', which was not given`);
}

function invalid(fault: string): AgentError {
  return new AgentError("INVALID_TASK", { message: `The task cannot be replayed: ${fault}.` });
}
