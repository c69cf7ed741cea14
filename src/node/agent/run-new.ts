import { SchemaJudge } from "../../ai/index.ts";
import { compileTask, runTask, Secrets, type TaskResult } from "../../agent/index.ts";
import { Disposer, systemClock } from "../../core/index.ts";
import { openModel } from "../open-model.ts";
import { paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import type { AgentFlags } from "./agent-flags.ts";
import { openWork } from "./open-work.ts";
import { readTask, type Task } from "./read-task.ts";
import { sayStep, showEnd } from "./show-task.ts";

/** Lets a model do a task, and saves it where it is to be. Gives the exit code. @throws UsageError */
export async function runNew(
  words: readonly string[],
  values: AgentFlags,
  terminal: Terminal,
): Promise<number> {
  const task = await readTask(words, values, terminal);
  const result = await run(task, values, terminal);
  const code = await showEnd(result, values, terminal);
  const { iterations, steps, durationMs, success } = result;
  const spent = `${steps.length} steps, ${iterations} answers, ${durationMs} ms`;
  if (success) say(terminal, paint(terminal, "dim", spent));
  return code;
}

async function run(task: Task, values: AgentFlags, terminal: Terminal): Promise<TaskResult> {
  const [maxSteps, timeoutMs] = [
    wholeNumber(values, "max-steps"),
    wholeNumber(values, "timeout-ms"),
  ];
  await using owned = new Disposer();
  const model = openModel(terminal.env, owned);
  if (model === undefined) throw new UsageError("a task needs a model: DRAGLINE_AI_URL");
  const { prompt, url, outputSchema } = task;
  const secrets = new Secrets(task.secretValues);
  const { work, signal } = await openWork(url, { values, terminal, secrets, owned });
  using recorder = work.record();
  const opening = await work.open(url, signal);
  const result = await runTask(
    { model, judge: new SchemaJudge(systemClock) },
    {
      prompt,
      outputSchema,
      secrets,
      opening,
      tools: work.tools,
      ...(maxSteps !== undefined && { maxSteps }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      onStep: (step) => sayStep(step, terminal),
    },
    { signal },
  );
  const { save } = values;
  if (save === undefined || !result.success) return result;
  const finished = { ...task, secrets, start: url, result: result.result };
  const { task: compiled, notes } = await compileTask(recorder, finished, signal);
  await writeWhole(save, `${JSON.stringify(compiled, null, 2)}\n`);
  say(terminal, `Saved ${compiled.steps.length} steps to ${save}.`);
  for (const note of notes) say(terminal, paint(terminal, "yellow", note));
  return result;
}
