import { checkArgument, checkSignal } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { AgentError } from "../agent-error.ts";
import { secretNamesIn } from "../tools/secrets.ts";
import { compileStep } from "./compile-step.ts";
import type { CompiledStep, CompiledTask } from "./compiled-task.ts";
import { nameParams, type TaskParams } from "./fill-params.ts";
import { learnReadings } from "./learn-readings.ts";
import type { RecordedStep, StepRecorder } from "./step-recorder.ts";

/** A run that reached its goal. */
export interface FinishedTask {
  /** As the model was told. */
  readonly prompt: string;
  /** The address that was opened before the first step; that of the first step's `open` when absent. */
  readonly start?: string | undefined;
  /** What of the run may be otherwise in another one, by name. */
  readonly params?: TaskParams | undefined;
  readonly result: Json;
  /** The JSON Schema of the result; made of the result when absent. */
  readonly outputSchema?: Readonly<Record<string, Json>> | undefined;
}

/** A compiled task, and what could not be compiled. */
export interface Compilation {
  readonly task: CompiledTask;
  /** Sentences: parts of the result that no page says. */
  readonly notes: readonly string[];
}

/**
 * Compiles what was recorded into steps that need no model. Values of parameters become their names in
 * texts, addresses and what elements are called; the result is read from the pages as it was found there.
 * @throws AgentError `INVALID_TASK` when nothing was opened, a step was done with what no element is, a parameter has no value or is named
 *   otherwise than by letters, digits, `_` and `-`; what the driver throws; the signal's reason
 * @example
 * ```ts
 * using recorder = work.record();
 * const { result } = await runTask({ model }, { prompt, tools: work.tools, opening });
 * const { task } = await compileTask(recorder, { prompt, start: url, params, result }, signal);
 * ```
 */
export async function compileTask(
  recorder: StepRecorder,
  finished: FinishedTask,
  signal: AbortSignal,
): Promise<Compilation> {
  checkArgument("recorder of compileTask(recorder, finished, signal)", recorder, "object");
  checkArgument("finished of compileTask(recorder, finished, signal)", finished, "object");
  checkSignal("compileTask(recorder, finished, signal)", signal);
  await recorder.see(signal);
  const { prompt, params = {}, result, outputSchema } = finished;
  checkParams(params);
  const { start, steps, kept } = planned(recorder.steps, finished.start);
  const places = new Map(kept.map((index, at) => [index, at]));
  // A page that was seen before a step that is left out stands for none.
  const pages = recorder.pages.flatMap((page) => {
    const after = page.after < 0 ? page.after : places.get(page.after);
    return after === undefined ? [] : [{ ...page, after: Math.max(after, -1) }];
  });
  const { readings, missing, isWrapped } = learnReadings(pages, result, outputSchema);
  checkTargets(steps);
  const compiled = steps.map((step) => compileStep(step, params));
  const task: CompiledTask = {
    version: 1,
    prompt: nameParams(prompt, params),
    start: nameParams(start, params, [encodeURIComponent]),
    params,
    secrets: secretsOf(compiled),
    steps: compiled,
    readings,
    isWrapped,
  };
  const notes = missing.map((name) => {
    return isWrapped
      ? "The result is on no page that was seen: a replay does not return it."
      : `'${name}' is on no page that was seen: a replay leaves it out.`;
  });
  return { task, notes };
}

interface Plan {
  readonly start: string;
  readonly steps: readonly RecordedStep[];
  /** The places of those steps in the record. */
  readonly kept: readonly number[];
}

function planned(recorded: readonly RecordedStep[], given: string | undefined): Plan {
  const kept = withoutDetours(recorded);
  const [first] = kept;
  const opened = first === undefined ? undefined : recorded[first];
  const isFirst = given === undefined && opened?.tool === "open";
  const start = given ?? (isFirst ? opened.input["url"] : undefined);
  if (typeof start !== "string") {
    throw new AgentError("INVALID_TASK", { message: "No page was opened before the first step." });
  }
  // The place of a step that is the start is -1: its page is the one that is opened first.
  const own = isFirst ? kept.slice(1) : kept;
  return { start, kept: own, steps: own.flatMap((index) => recorded[index] ?? []) };
}

/** Places of the steps without a link that was followed and at once gone back from. */
function withoutDetours(steps: readonly RecordedStep[]): number[] {
  const kept: number[] = [];
  steps.forEach((step, index) => {
    const before = steps[kept.at(-1) ?? -1];
    const isDetour =
      step.tool === "back" &&
      (before?.tool === "click" || before?.tool === "open") &&
      before.urlBefore === step.url;
    if (isDetour) kept.pop();
    else kept.push(index);
  });
  return kept;
}

function secretsOf(steps: readonly CompiledStep[]): string[] {
  const texts = steps.flatMap(({ input }) => Object.values(input));
  const names = texts.flatMap((text) => (typeof text === "string" ? secretNamesIn(text) : []));
  return [...new Set(names)];
}

/** A reference is of one run alone: a step that keeps one would act on another element. */
function checkTargets(steps: readonly RecordedStep[]): void {
  const lost = steps.find(({ input, targets }) =>
    ["ref", "to"].some((name) => input[name] !== undefined && !Object.hasOwn(targets, name)),
  );
  if (lost === undefined) return;
  const message = `A step of '${lost.tool}' refers to a text of that one run, which a replay cannot find.`;
  throw new AgentError("INVALID_TASK", { message });
}

function checkParams(params: TaskParams): void {
  for (const [name, value] of Object.entries(params)) {
    if (/^[\w-]{1,64}$/.test(name) && value.trim() !== "") continue;
    const message = `Parameter '${name.slice(0, 64)}' needs a name of 1 to 64 letters, digits, _ and -, and a value.`;
    throw new AgentError("INVALID_TASK", { message });
  }
}
