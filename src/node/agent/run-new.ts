import { SchemaJudge } from "../../ai/index.ts";
import { compileTask, runTask, Secrets, type TaskResult } from "../../agent/index.ts";
import { Disposer, systemClock } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { openModel } from "../open-model.ts";
import { readSchemaFile } from "../input/read-schema-file.ts";
import { readVariables } from "../input/read-variables.ts";
import { paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { paramsOf, type AgentFlags } from "./agent-flags.ts";
import { openWork } from "./open-work.ts";
import { sayStep, showEnd } from "./show-task.ts";

interface Task {
  readonly prompt: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly outputSchema: Readonly<Record<string, Json>> | undefined;
  readonly secrets: Secrets;
}

/** Lets a model do a task, and saves it where it is to be. Gives the exit code. @throws UsageError */
export async function runNew(
  words: readonly string[],
  values: AgentFlags,
  terminal: Terminal,
): Promise<number> {
  const task = await taskOf(words, values, terminal);
  const result = await run(task, values, terminal);
  const code = await showEnd(result, values, terminal);
  const { iterations, steps, durationMs, success } = result;
  const spent = `${steps.length} steps, ${iterations} answers, ${durationMs} ms`;
  if (success) say(terminal, paint(terminal, "dim", spent));
  return code;
}

async function taskOf(
  words: readonly string[],
  values: AgentFlags,
  terminal: Terminal,
): Promise<Task> {
  const { url, schema: file, secret = [], heal } = values;
  const text = words.join(" ").trim();
  if (text === "") throw new UsageError("expected a task; try: dragline agent --help");
  if (heal === true) throw new UsageError("--heal needs: dragline agent run FILE");
  if (url === undefined) throw new UsageError("--url is required: the page to start on");
  if (!/^https?:\/\/[^/]/i.test(url) || URL.parse(url) === null) {
    throw new UsageError("--url must be an http or https URL");
  }
  const params = paramsOf(values);
  const prompt = text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
    return Object.hasOwn(params, name) ? (params[name] ?? whole) : whole;
  });
  const outputSchema = file === undefined ? undefined : await readSchemaFile(file);
  const secrets = new Secrets(readVariables("--secret", secret, terminal.env));
  return { prompt, url, params, outputSchema, secrets };
}

async function run(task: Task, values: AgentFlags, terminal: Terminal): Promise<TaskResult> {
  const [maxSteps, timeoutMs] = [
    wholeNumber(values, "max-steps"),
    wholeNumber(values, "timeout-ms"),
  ];
  await using owned = new Disposer();
  const model = openModel(terminal.env, owned);
  if (model === undefined) throw new UsageError("a task needs a model: DRAGLINE_AI_URL");
  const { prompt, url, outputSchema, secrets } = task;
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
  const finished = { ...task, start: url, result: result.result };
  const { task: compiled, notes } = await compileTask(recorder, finished, signal);
  await writeWhole(save, `${JSON.stringify(compiled, null, 2)}\n`);
  say(terminal, `Saved ${compiled.steps.length} steps to ${save}.`);
  for (const note of notes) say(terminal, paint(terminal, "yellow", note));
  return result;
}
