import { deadline, DeadlineExceeded, unlessAborted } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Action } from "../format/action.ts";
import { checkOutput } from "../check/check-output.ts";
import type { Recipe } from "../format/action-schema.ts";
import { openRun, openScope, type RunnerParts, type RunParts } from "./open-run.ts";
import { renderText, renderValue } from "./render.ts";
import { executionFault, RunFault } from "./run-fault.ts";
import { runCode } from "./run-code.ts";
import { runAuthSteps } from "./run-auth-steps.ts";
import { runLimits } from "./run-limits.ts";
import type { RunState } from "./run-state.ts";
import type { RunFailure, RunResult } from "./runner.ts";
import type { Scope } from "./scope.ts";
import { assertThat } from "../steps/assert-step.ts";
import { setStateCookies } from "./state-cookies.ts";
import { runSteps } from "../steps/run-steps.ts";

/** One run of an action. */
interface ActionParts extends Omit<RunParts, "site" | "parameters" | "recipe" | "login"> {
  readonly action: Action;
}

type ActionRun = RunParts & { readonly action: Action };

/**
 * Runs an action whose parameters have been checked.
 * @throws the reason of the caller's signal
 */
export async function runAction(
  shared: RunnerParts,
  parts: ActionParts,
  trace: boolean,
): Promise<RunResult> {
  const { info, site, body } = parts.action;
  const recipe = "steps" in body ? body : undefined;
  const run = { ...parts, site, parameters: info.parameters, recipe };
  const state = openRun(shared, run);
  const scope = openScope(state, run);
  const finish = (): { readonly executionMs: number } => ({
    executionMs: Math.round(state.trace.elapsedMs),
    ...(trace && { trace: state.trace.taken(state.secrets) }),
  });
  try {
    const data = await unlessAborted(carryOut(run, state, scope), run.deadline.signal);
    const { echoes } = state;
    const files = state.files.map((file) => ({ ...file, name: echoes.mask(file.name) }));
    return { status: "completed", data: echoes.maskAll(data), files, ...finish() };
  } catch (error) {
    await removeFiles(state);
    const failure = await failureOf(error, { run, state, scope });
    return { status: "failed", error: failure, ...finish() };
  }
}

async function carryOut(run: ActionRun, state: RunState, scope: Scope): Promise<Json> {
  const { action, credential } = run;
  const { body, info, site } = action;
  if (info.auth_mode === "required" && credential === undefined) {
    throw executionFault(`${info.name} needs a login of ${site.name}, but the run has none.`);
  }
  if (site.auth?.cookies === true) await setStateCookies(state.cookies, credential?.state);
  await runAuthSteps(run, state);
  const output = await ("steps" in body
    ? runRecipe(body, state, scope)
    : runCode(body, run, { state, scope }));
  return checkOutput(output, info.output_schema);
}

async function runRecipe(recipe: Recipe, state: RunState, scope: Scope): Promise<unknown> {
  await runSteps(recipe.steps, { state, scope, place: "", document: null, url: undefined });
  for (const assertion of recipe.assertions) {
    await state.trace.record("assert", async (details) => assertThat(assertion, scope, details));
  }
  return renderValue(recipe.output, scope);
}

/** Files of a run that failed are of no use to anyone. */
async function removeFiles({ files, blobs, clock }: RunState): Promise<void> {
  if (files.length === 0) return;
  using limit = deadline(clock, runLimits.probeMs);
  const { signal } = limit;
  await Promise.allSettled(files.map(({ key }) => blobs.remove(key, { signal })));
}

interface FailedRun {
  readonly run: ActionRun;
  readonly state: RunState;
  readonly scope: Scope;
}

/**
 * Why a run failed; other errors are rethrown.
 * @throws the reason of the caller's signal
 */
async function failureOf(error: unknown, failed: FailedRun): Promise<RunFailure> {
  const { run, state } = failed;
  const { deadline: limit } = run;
  if (limit.expired || error instanceof DeadlineExceeded) {
    const message = `timeout: ${run.action.info.name} did not finish within ${limit.ms / 1_000} seconds.`;
    return { code: "EXECUTION_FAILED", message };
  }
  if (limit.signal.aborted) throw limit.signal.reason;
  if (!(error instanceof RunFault)) throw error;
  const fault = (await probe(error, failed)) ?? error;
  return { ...fault.failure, message: state.secrets.maskSentence(fault.failure.message) };
}

/** What the probe of a site finds: that the site is not of its platform; undefined when it is. */
async function probe(fault: RunFault, { run, state }: FailedRun): Promise<RunFault | undefined> {
  const { probe: test } = run.site;
  if (test === undefined || fault.inconclusive || fault.failure.code === "AUTH_EXPIRED") {
    return undefined;
  }
  const ms = Math.min(runLimits.probeMs, state.deadline.remaining());
  using limit = deadline(state.clock, ms, state.deadline.signal);
  const scope = openScope(state, run);
  try {
    const probing = { ...state, deadline: limit };
    const context = { state: probing, scope, place: " (probe)", document: null, url: undefined };
    await unlessAborted(runSteps(test.steps, context), limit.signal);
    return undefined;
  } catch (error) {
    if (run.deadline.signal.aborted && !run.deadline.expired) throw run.deadline.signal.reason;
    if (!(error instanceof RunFault) || error.inconclusive) return undefined;
    const told = renderText(test.message, scope).replace(/\.$/, "");
    return executionFault(`${told}: ${error.failure.message}`, fault);
  }
}
