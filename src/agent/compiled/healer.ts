import type { Deadline } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { PageTools } from "../tools/page-tools.ts";
import { runTask, type TaskCollaborators } from "../task/run-task.ts";
import type { TaskResult } from "../task/task-run.ts";
import { compileStep } from "./compile-step.ts";
import type { CompiledReading, CompiledStep } from "./compiled-task.ts";
import { fillParams, type TaskParams } from "./fill-params.ts";
import { learnReadings } from "./learn-readings.ts";

/** What a model mends steps with. */
interface HealerParts {
  readonly work: PageTools;
  /** Of the whole task, with its parameters filled in. */
  readonly prompt: string;
  readonly params: TaskParams;
  readonly model: TaskCollaborators;
  readonly limit: Deadline;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
}

/** What a model did, or why that does not mend it. */
export type Mended<Gain> = { readonly done: TaskResult } & (Gain | { readonly fault: string });

/** Calls of tools by which a model does one step. */
const MOST_STEPS = 8;

/** Has a model do what of a compiled task does not fit any more, and nothing else. */
export class Healer {
  readonly #parts: HealerParts;

  constructor(parts: HealerParts) {
    this.#parts = parts;
  }

  /** Steps in the place of one. @throws the signal's reason; what the driver throws */
  async step(
    { tool, input, targets, expected }: CompiledStep,
    why: string,
  ): Promise<Mended<{ readonly steps: readonly CompiledStep[] }>> {
    const { work, params } = this.#parts;
    const names = Object.values(targets).map(({ role, name }) => `${role} "${name}"`);
    const what = fillParams([tool, ...names, JSON.stringify(input)].join(" "), params);
    const after = expected.appeared.map((text) => `"${fillParams(text, params)}"`).join(" or ");
    const ask = [
      `One of its steps no longer fits the page: ${what}. ${why}`,
      "Do this one step on the page as it is now, and nothing else, then call done.",
      ...(after === "" ? [] : [`After it the page said ${after}.`]),
    ];
    using recorder = work.record();
    const done = await this.#ask(ask, undefined);
    if (!done.success) return { done, fault: done.error ?? "" };
    const isIdle = recorder.steps.every(
      ({ url, urlBefore, appeared }) => url === urlBefore && appeared.length === 0,
    );
    const hasOutcome = expected.url !== undefined || expected.appeared.length > 0;
    if (isIdle && hasOutcome) return { done, fault: "What it did had no effect." };
    return { done, steps: recorder.steps.map((recorded) => compileStep(recorded, params)) };
  }

  /** What the page shows, and how it is read. @throws the signal's reason; what the driver throws */
  async readings(
    readings: readonly CompiledReading[],
    after: number,
  ): Promise<Mended<{ readonly values: Json; readonly readings: readonly CompiledReading[] }>> {
    const { work, limit } = this.#parts;
    const all = readings.map(({ recipe }) => recipe.schema["properties"]);
    const properties = Object.assign({}, ...all) as Record<string, Json>;
    const outputSchema = { type: "object", properties, required: Object.keys(properties) };
    using recorder = work.record();
    const done = await this.#ask(
      ["The page that is open shows what was asked for. Read it there and call done with it."],
      outputSchema,
    );
    if (!done.success) return { done, fault: done.error ?? "" };
    await recorder.see(limit.signal);
    const pages = recorder.pages.slice(-1).map((page) => ({ ...page, after }));
    const learned = learnReadings(pages, done.result, outputSchema);
    if (learned.missing.length > 0) return { done, fault: "What it read is on no page." };
    return { done, values: done.result, readings: learned.readings };
  }

  async #ask(
    lines: readonly string[],
    outputSchema: Readonly<Record<string, Json>> | undefined,
  ): Promise<TaskResult> {
    const { work, prompt, model, limit, signal } = this.#parts;
    const whole = [`A known task is being done again: ${prompt}`, ...lines].join("\n");
    const { tools, secrets } = work;
    const opening = await work.look(limit.signal);
    const timeoutMs = Math.max(Math.ceil(limit.remaining()), 1);
    const task = { tools, secrets, opening, outputSchema, timeoutMs, maxSteps: MOST_STEPS };
    return await runTask(model, { ...task, prompt: clip(whole) }, { signal });
  }
}

/** At most what a prompt may have, in bytes. */
function clip(text: string): string {
  return Buffer.from(text)
    .subarray(0, 8000)
    .toString()
    .replace(/\uFFFD$/, "");
}
