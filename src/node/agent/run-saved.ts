import {
  isAgentError,
  readCompiledTask,
  replayTask,
  Secrets,
  type CompiledTask,
  type ReplayResult,
} from "../../agent/index.ts";
import { Disposer } from "../../core/index.ts";
import { isExtractorError } from "../../extractor/index.ts";
import { openModel } from "../open-model.ts";
import { readJsonFile } from "../input/read-json-file.ts";
import { readVariables } from "../input/read-variables.ts";
import { paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { paramsOf, type AgentFlags } from "./agent-flags.ts";
import { openWork } from "./open-work.ts";
import { sayStep, showEnd } from "./show-task.ts";

/** Does a saved task again. Gives the exit code. @throws UsageError */
export async function runSaved(
  file: string,
  values: AgentFlags,
  terminal: Terminal,
): Promise<number> {
  for (const flag of ["url", "schema", "save", "max-steps"] as const) {
    if (values[flag] !== undefined) throw new UsageError(`'run' does not take --${flag}`);
  }
  const task = await readSaved(file);
  const { task: mended, ...ended } = await replay(task, values, terminal);
  for (const { index, by, why } of ended.healed) {
    say(terminal, paint(terminal, "yellow", `Step ${index + 1} was healed by the ${by}: ${why}`));
  }
  if (ended.success && ended.healed.length > 0 && values.heal === true) {
    await writeWhole(file, `${JSON.stringify(mended, null, 2)}\n`);
    say(terminal, `Saved the healed task to ${file}.`);
  }
  const code = await showEnd(ended, values, terminal);
  const { steps, iterations, durationMs } = ended;
  const spent = `${steps.length} steps, ${iterations} model answers, ${durationMs} ms`;
  say(terminal, paint(terminal, "dim", spent));
  return code;
}

async function readSaved(file: string): Promise<CompiledTask> {
  const json = await readJsonFile(file);
  try {
    return readCompiledTask(json);
  } catch (error) {
    if (isAgentError(error) || isExtractorError(error)) {
      throw new UsageError(`${file}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function replay(
  task: CompiledTask,
  values: AgentFlags,
  terminal: Terminal,
): Promise<ReplayResult> {
  const timeoutMs = wholeNumber(values, "timeout-ms");
  const params = paramsOf(values);
  const secrets = new Secrets(readVariables("--secret", values.secret ?? [], terminal.env));
  await using owned = new Disposer();
  const model = values.heal === true ? openModel(terminal.env, owned) : undefined;
  if (values.heal === true && model === undefined) {
    throw new UsageError("--heal needs a model: DRAGLINE_AI_URL");
  }
  const { work, signal } = await openWork(task.start, { values, terminal, secrets, owned });
  try {
    return await replayTask(work, task, {
      params,
      signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(model !== undefined && { healWith: { model } }),
      onStep: (step) => sayStep(step, terminal),
    });
  } catch (error) {
    if (isAgentError(error)) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
