import {
  checkArgument,
  checkNumber,
  deadline,
  systemClock,
  systemIds,
  traced,
  withDefaults,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { SchemaJudge, type LanguageModel, type TokenBudget } from "../../ai/index.ts";
import { checkModel } from "../../ai/internal.ts";
import type { Json } from "../../storage/index.ts";
import { AgentError } from "../agent-error.ts";
import { Secrets } from "../tools/secrets.ts";
import { TaskRun } from "./task-run.ts";
import type { AgentTask, TaskResult } from "./task-run.ts";
import type { TaskLimits } from "./task-run.ts";

/** What tasks are run with; each is borrowed. */
export interface TaskCollaborators {
  readonly model: LanguageModel;
  /** Judges schemas in threads: share one among tasks. One for this task when absent. */
  readonly judge?: Pick<SchemaJudge, "compiles" | "faults"> | undefined;
  /** The tokens of the whole task; no limit when absent. */
  readonly budget?: TokenBudget | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

const defaults: Required<TaskLimits> = Object.freeze({
  maxSteps: 25,
  timeoutMs: 300_000,
});

/** Bytes of a prompt. */
const LONGEST_PROMPT = 8192;

/**
 * Lets a model do a task with tools: asks it for the next step, runs it, tells it what happened, until it
 * is done, gives up or runs out. What tools and pages say is data to it; secrets it knows by name alone.
 * @throws AgentError `INVALID_TASK`; AiError `INVALID_MODEL`; CoreError `INVALID_OPTION`; the signal's
 *   reason; what a tool throws
 * @example
 * ```ts
 * const { success, result } = await runTask({ model }, { prompt: "Find the cheapest boat.", tools });
 * ```
 */
export async function runTask(
  collaborators: TaskCollaborators,
  task: AgentTask,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<TaskResult> {
  checkArgument("collaborators of runTask({ model }, task)", collaborators, "object");
  checkArgument("task of runTask({ model }, task)", task, "object");
  const { model, judge, budget, clock = systemClock, ids = systemIds } = collaborators;
  checkModel(model);
  const { tools, opening, secrets = new Secrets({}), onStep, ...asked } = task;
  const { prompt: words, outputSchema: schema, ...given } = asked;
  const { maxSteps, timeoutMs } = withDefaults(defaults, given);
  checkNumber("maxSteps", maxSteps, { min: 1, max: 100 });
  checkNumber("timeoutMs", timeoutMs, { min: 1 });
  checkPrompt(words);
  // Whoever writes a value there all the same does not mean the model to see it.
  const prompt = secrets.maskSentence(words);
  const outputSchema = schema && (secrets.maskJson(schema as Json) as typeof schema);
  signal?.throwIfAborted();
  return traced("dragline:agent:task", { prompt }, async () => {
    using limit = deadline(clock, timeoutMs, signal);
    const own = { model, judge: judge ?? new SchemaJudge(clock), budget, clock, ids };
    const whole = {
      prompt,
      tools,
      opening,
      outputSchema,
      secrets,
      onStep,
      maxSteps,
      limit,
      signal,
    };
    return await new TaskRun(own, whole).run();
  });
}

function checkPrompt(prompt: unknown): void {
  const bytes = typeof prompt === "string" ? Buffer.byteLength(prompt) : 0;
  if (bytes > 0 && bytes <= LONGEST_PROMPT && String(prompt).trim() !== "") return;
  throw new AgentError("INVALID_TASK", {
    message: `Expected a task's prompt of 1 to ${LONGEST_PROMPT} bytes; got ${bytes}.`,
  });
}
