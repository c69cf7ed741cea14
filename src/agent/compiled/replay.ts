import { unlessAborted, wait, type Clock, type Deadline } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { AgentTool } from "../tools/agent-tool.ts";
import type { PageTools } from "../tools/page-tools.ts";
import type { TaskCollaborators } from "../task/run-task.ts";
import type { TaskStep } from "../task/task-run.ts";
import { nameTarget } from "./compile-step.ts";
import type {
  CompiledReading,
  CompiledStep,
  CompiledTarget,
  CompiledTask,
} from "./compiled-task.ts";
import { describeTarget } from "./describe-target.ts";
import { fillParams, type TaskParams } from "./fill-params.ts";
import { fillStep, fillTarget } from "./fill-step.ts";
import { findTarget } from "./find-target.ts";
import { Healer, type Mended } from "./healer.ts";
import type { ReplayFailure } from "./step-fault.ts";
import { readResult } from "./read-result.ts";
import { StepFault } from "./step-fault.ts";
import { hasShape, slugOf } from "./url-shape.ts";

/** What a replay may take. */
export interface ReplayLimits {
  /**
   * Milliseconds for all of it, from 1; Infinity for no limit.
   * @default 300000
   */
  readonly timeoutMs?: number;
}

/** A step that did not fit any more, and was mended. */
export interface HealedStep {
  /** From 0; as many as there are steps for what is read at the end. */
  readonly index: number;
  readonly by: "locator" | "model";
  /** What was otherwise. */
  readonly why: string;
}

/** How a compiled task is done again. */
export interface ReplayCall extends ReplayLimits {
  /** By name; those that are absent have the values of the run that the task was made of. */
  readonly params?: TaskParams | undefined;
  /**
   * Does a step that no longer fits, and that step alone; without one the replay fails there.
   */
  readonly healWith?: TaskCollaborators | undefined;
  /** Told of each step when it has ended. */
  readonly onStep?: ((step: TaskStep) => void) | undefined;
  /** Cancels the replay. */
  readonly signal?: AbortSignal | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** How a replay ended. */
export interface ReplayResult {
  readonly success: boolean;
  /** Read from the pages; `null` when there is none. */
  readonly result: Json;
  readonly steps: readonly TaskStep[];
  readonly durationMs: number;
  readonly healed: readonly HealedStep[];
  /** The task as it fits now; the one given when nothing was healed. */
  readonly task: CompiledTask;
  /** Answers of the model. */
  readonly iterations: number;
  /** Only when `success` is false. */
  readonly failure?: ReplayFailure;
  /** The step at which it ended, as in {@link HealedStep}; only when `success` is false. */
  readonly at?: number;
  /** A sentence; only when `success` is false. */
  readonly error?: string;
}

/** Milliseconds that a page is waited for: an element, an outcome, a result; and between two looks. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 200;

interface ReplayParts extends ReplayCall {
  readonly clock: Clock;
  readonly limit: Deadline;
}

/** One replay. */
export class Replay {
  readonly #work: PageTools;
  readonly #task: CompiledTask;
  readonly #parts: ReplayParts;
  readonly #params: TaskParams;
  readonly #signal: AbortSignal;
  readonly #started: number;
  readonly #told: TaskStep[] = [];
  readonly #healed: HealedStep[] = [];
  readonly #steps: CompiledStep[];
  #readings: readonly CompiledReading[];
  readonly #values: Record<string, Json> = {};
  #iterations = 0;

  constructor(work: PageTools, task: CompiledTask, parts: ReplayParts) {
    this.#work = work;
    this.#task = task;
    this.#parts = parts;
    this.#params = { ...task.params, ...parts.params };
    this.#signal = parts.limit.signal;
    this.#started = parts.clock.monotonic();
    this.#steps = [...task.steps];
    this.#readings = task.readings;
  }

  /** @throws the caller's reason; what the driver throws */
  async run(): Promise<ReplayResult> {
    let at = -1;
    try {
      await this.#open();
      await this.#readAfter(-1);
      // A step that a model healed may have become several.
      for (at = 0; at < this.#steps.length; at += 1) {
        at = await this.#stepAt(at);
        await this.#readAfter(at);
      }
      return { success: true, result: this.#result(), ...this.#facts() };
    } catch (error) {
      this.#parts.signal?.throwIfAborted();
      const { limit } = this.#parts;
      if (limit.expired)
        return this.#failed("out-of-time", at, `It took longer than ${limit.ms} ms.`);
      if (error instanceof StepFault) return this.#failed(error.failure, at, error.message);
      throw error;
    }
  }

  async #open(): Promise<void> {
    const url = fillParams(this.#task.start, this.#params, encodeURIComponent);
    const outcome = await this.#work.open(url, this.#signal);
    if (outcome.isFailure === true) throw new StepFault("not-opened", outcome.said);
  }

  /** Does a step, healed where that can be; gives the place of the last step that it became. */
  async #stepAt(at: number): Promise<number> {
    try {
      await this.#once(this.#steps[at] as CompiledStep, at);
      return at;
    } catch (error) {
      this.#signal.throwIfAborted();
      const healer = this.#healer();
      if (!(error instanceof StepFault) || healer === undefined) throw error;
      const mended = await healer.step(this.#steps[at] as CompiledStep, error.message);
      const { steps: own } = this.#mended(mended, { at, fault: error });
      this.#steps.splice(at, 1, ...own);
      const shift = own.length - 1;
      this.#readings = this.#readings.map((reading) => {
        return reading.after >= at ? { ...reading, after: reading.after + shift } : reading;
      });
      return at + shift;
    }
  }

  async #once(step: CompiledStep, at: number): Promise<void> {
    const refs = await this.#refsOf(step, at);
    const input = { ...fillStep(step, this.#params), ...refs };
    const outcome = await this.#call(step, { input, isHasty: this.#isHasty(step, at) });
    if (outcome.isFailure === true) throw new StepFault("step-failed", outcome.said);
    await this.#checkOutcome(step);
  }

  /** The references of a step's elements, as soon as they are there. */
  async #refsOf({ targets, tool }: CompiledStep, at: number): Promise<Record<string, string>> {
    const refs: Record<string, string> = {};
    for (const [member, target] of Object.entries(targets)) {
      const found = await this.#patiently(() => this.#find(target));
      if ("fault" in found) {
        const name = fillParams(target.name, this.#params);
        const what = `${tool} ${target.role} "${name}"`;
        throw new StepFault("target-not-found", `${what}: ${found.fault}.`);
      }
      refs[member] = found.ref;
      if (found.healed !== undefined)
        await this.#healByLocator(member, found.ref, { at, why: found.healed });
    }
    return refs;
  }

  async #find(target: CompiledTarget) {
    const { view } = this.#work;
    const list = await view.elements(this.#signal);
    const attributesOf = (refs: readonly string[]) => view.attributesOf(refs, this.#signal);
    return await findTarget(fillTarget(target, this.#params), { list, attributesOf });
  }

  /** Looks again until there is no fault, as long as a page is waited for. */
  async #patiently<Found extends object>(look: () => Promise<Found>): Promise<Found> {
    const { clock } = this.#parts;
    const end = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      const found = await unlessAborted(look(), this.#signal);
      if (!("fault" in found) || clock.monotonic() >= end) return found;
      await wait(clock, LOOK_MS, this.#signal);
    }
  }

  /**
   * Whether what comes of a step is told by what is waited for next: its outcome, or the next element. What
   * is read behind it must be the page as it became.
   */
  #isHasty({ tool, expected: { url, appeared } }: CompiledStep, at: number): boolean {
    if (this.#readings.some(({ after }) => after === at)) return false;
    return tool === "fill" || tool === "hover" || url !== undefined || appeared.length > 0;
  }

  async #call(
    { tool }: CompiledStep,
    {
      input,
      isHasty,
    }: { readonly input: Readonly<Record<string, Json>>; readonly isHasty: boolean },
  ) {
    const { clock } = this.#parts;
    const started = clock.monotonic();
    const own = this.#work.tools.find(({ name }) => name === tool) as AgentTool;
    const call = { signal: this.#signal, isHasty };
    let outcome = await own.run(input, call);
    if (outcome.isFailure === true && outcome.mayPass === true) {
      await wait(clock, LOOK_MS, this.#signal);
      outcome = await own.run(input, call);
    }
    const step: TaskStep = {
      index: this.#told.length,
      tool,
      args: input,
      reasoning: "",
      outcome: outcome.said,
      isFailure: outcome.isFailure === true,
      durationMs: Math.round(clock.monotonic() - started),
    };
    this.#tell(step);
    return outcome;
  }

  async #checkOutcome({ expected: { url, appeared }, tool }: CompiledStep): Promise<void> {
    if (url === undefined && appeared.length === 0) return;
    const { view } = this.#work;
    const isExpected = appeared.map((text) => fillParams(text, this.#params));
    const found = await this.#patiently(async () => {
      const now = this.#work.url;
      if (url !== undefined && !hasShape(now, url, this.#params)) {
        return { fault: `the page is ${now}, which is not like ${url}` };
      }
      if (isExpected.length === 0) return {};
      await view.changes({}, this.#signal);
      const said = new Set(view.said.map(slugOf));
      if (isExpected.some((text) => said.has(slugOf(text)))) return {};
      return { fault: `the page says none of ${isExpected.map((text) => `"${text}"`).join(", ")}` };
    });
    if ("fault" in found) throw new StepFault("outcome-differs", `After ${tool}, ${found.fault}.`);
  }

  async #readAfter(at: number): Promise<void> {
    const own = this.#readings.filter(({ after }) => after === at);
    if (own.length === 0) return;
    const found = await this.#patiently(() => readResult(this.#work, own, this.#signal));
    if (!("fault" in found)) {
      Object.assign(this.#values, found.values);
      return;
    }
    const fault = new StepFault("result-not-read", `The result could not be read: ${found.fault}.`);
    const healer = this.#healer();
    if (healer === undefined) throw fault;
    const mended = await healer.readings(own, at);
    const { values, readings } = this.#mended(mended, { at: this.#steps.length, fault });
    Object.assign(this.#values, values);
    this.#readings = [...this.#readings.filter(({ after }) => after !== at), ...readings];
  }

  #healer(): Healer | undefined {
    const { healWith: model, limit, signal } = this.#parts;
    if (model === undefined) return undefined;
    const prompt = fillParams(this.#task.prompt, this.#params);
    return new Healer({ work: this.#work, prompt, params: this.#params, model, limit, signal });
  }

  /** What a model gained; @throws the fault where it did not mend it. */
  #mended<Gain extends object>(
    mended: Mended<Gain>,
    { at, fault }: { readonly at: number; readonly fault: StepFault },
  ): Gain {
    const { steps, iterations } = mended.done;
    this.#iterations += iterations;
    for (const step of steps) this.#tell({ ...step, index: this.#told.length });
    if ("fault" in mended) {
      const message = `${fault.message} The model could not repair it: ${mended.fault}`;
      throw new StepFault(fault.failure, message);
    }
    this.#healed.push({ index: at, by: "model", why: fault.message });
    return mended;
  }

  #tell(step: TaskStep): void {
    this.#told.push(step);
    this.#parts.onStep?.(step);
  }

  async #healByLocator(
    member: string,
    ref: string,
    { at, why }: { readonly at: number; readonly why: string },
  ): Promise<void> {
    const step = this.#steps[at] as CompiledStep;
    const target = await describeTarget(this.#work.view, ref, this.#signal);
    if (target === undefined) return;
    const named = nameTarget(target, this.#params);
    this.#steps[at] = { ...step, targets: { ...step.targets, [member]: named } };
    this.#healed.push({ index: at, by: "locator", why });
  }

  #result(): Json {
    const { readings, isWrapped } = this.#task;
    if (readings.length === 0) return null;
    return isWrapped ? (this.#values["result"] ?? null) : this.#values;
  }

  #facts() {
    const isSame = this.#healed.length === 0;
    const task = isSame
      ? this.#task
      : { ...this.#task, steps: this.#steps, readings: this.#readings };
    const durationMs = Math.round(this.#parts.clock.monotonic() - this.#started);
    return {
      steps: this.#told,
      durationMs,
      healed: this.#healed,
      task,
      iterations: this.#iterations,
    };
  }

  #failed(failure: ReplayFailure, at: number, message: string): ReplayResult {
    const error = this.#work.secrets.maskSentence(message);
    return { success: false, result: null, ...this.#facts(), failure, at, error };
  }
}
