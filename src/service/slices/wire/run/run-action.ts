import { deadline, type Clock } from "../../../../core/index.ts";
import type { Json } from "../../../../storage/index.ts";
import type { Action, RunCall, Runner, RunResult } from "../../../../wire/index.ts";
import type { Answer, OpenCall } from "../../../http/route.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { Wire } from "../../../base/wire.ts";
import { checkParams, findAction, requireRunner } from "../find-action.ts";
import type { RunBody } from "../schema.ts";
import { filesMember } from "../tasks/codec.ts";
import type { TaskFiles } from "../tasks/task-files.ts";
import type { OpenRuns } from "./open-runs.ts";
import type { Trials } from "./trial.ts";

/** Milliseconds that a run within a request may take. */
const TIMEOUT = 120_000;

/** The dependencies of runs within a request. */
export interface RunParts {
  readonly wire: Wire;
  readonly trials: Trials;
  readonly runs: OpenRuns;
  readonly files: TaskFiles;
  readonly clock: Clock;
}

type Call = OpenCall<unknown, RunBody>;

/** A run that is allowed, and not paid yet. */
interface Asked {
  readonly runner: Runner;
  readonly action: Action;
  readonly params: Readonly<Record<string, Json>>;
}

/**
 * Runs an action that reads, and answers what it gave (decisions, 4.8). Who leaves ends it, and pays
 * nothing.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `INVALID_REQUEST`, `ACTION_UNAVAILABLE`,
 *   `INSUFFICIENT_CREDITS`; the signal's reason
 */
export async function runAction(parts: RunParts, call: Call): Promise<Answer> {
  const { body, caller, signal } = call;
  const { account } = caller ?? {};
  const action = await findAction(parts.wire, body.action_id, { account, signal });
  checkAllowed(parts.trials, action);
  // What a parser made of JSON.
  const params = body.params as Asked["params"];
  checkParams(parts.wire, action, params);
  const asked = { runner: requireRunner(parts.wire), action, params };
  return caller === undefined
    ? await runOnTrial(parts, asked, call)
    : await runPaid(parts, asked, call);
}

function checkAllowed(trials: Trials, { info }: Action): void {
  if (!trials.isOn)
    throw forbidden("This service does not run actions without a task; use /wire/task.");
  if (info.type === "write")
    throw forbidden("This route only runs actions that read; use /wire/task.");
  if (info.auth_mode !== "required") return;
  throw forbidden("The action needs a credential; use /wire/task.");
}

async function runPaid(parts: RunParts, asked: Asked, { caller, signal }: Call): Promise<Answer> {
  const credits = asked.action.info.credits_per_call;
  const run = await parts.runs.begin({ account: caller?.account, credits }, { signal });
  const result = await runOnce(parts, asked, { signal, run });
  return { status: 200, json: resultDocument(result, credits) };
}

async function runOnTrial(
  parts: RunParts,
  asked: Asked,
  { address, signal }: Call,
): Promise<Answer> {
  const { trials, runs } = parts;
  const credits = asked.action.info.credits_per_call;
  let remaining = await trials.take(address, credits, { signal });
  let isPaid = false;
  try {
    const run = await runs.begin({ account: undefined, credits: 0 }, { signal });
    const result = await runOnce(parts, asked, { signal, run });
    isPaid = result.status === "completed";
    if (!isPaid) remaining += credits;
    const { trial, headers } = trials.told(remaining);
    const body = JSON.stringify({ ...resultDocument(result, credits), trial });
    return { status: 200, body, headers };
  } finally {
    if (!isPaid) await trials.giveBack(address, credits);
  }
}

/** Runs within the time, and ends what was begun. */
async function runOnce(
  { runs, files, clock }: RunParts,
  { runner, action, params }: Asked,
  {
    run,
    signal,
  }: {
    readonly run: Parameters<OpenRuns["end"]>[0];
    readonly signal: AbortSignal;
  },
): Promise<RunResult> {
  using limit = deadline(clock, TIMEOUT, signal);
  let isFailed = true;
  const started = clock.monotonic();
  try {
    const call: RunCall = {
      params,
      signal: limit.signal,
      timeoutMs: TIMEOUT,
      fileKey: files.keysOf(run.id),
    };
    const result = await runner.run(action, call);
    isFailed = result.status === "failed";
    return result;
  } catch (error) {
    if (!limit.expired) throw error;
    return tooLong(clock.monotonic() - started);
  } finally {
    await runs.end(run, { isFailed });
  }
}

function tooLong(executionMs: number): RunResult {
  const message = "The run took longer than 120 seconds; use /wire/task.";
  return { status: "failed", error: { code: "EXECUTION_FAILED", message }, executionMs };
}

function resultDocument(result: RunResult, credits: number): object {
  const execution_ms = Math.round(result.executionMs);
  if (result.status === "completed") {
    const { status, data, files } = result;
    return { status, data, ...filesMember(files), credits_used: credits, execution_ms };
  }
  const { code, message } = result.error;
  return { status: "failed", error: { code, message }, credits_used: 0, execution_ms };
}

function forbidden(message: string): ServiceError {
  return new ServiceError("FORBIDDEN", { message });
}
