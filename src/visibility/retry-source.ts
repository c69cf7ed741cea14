import { checkArgument, deadline, systemClock, unlessAborted } from "../core/index.ts";
import type { AnswerEngine, EngineAnswer } from "./answer-engine.ts";
import {
  askEngines,
  type AskCollaborators,
  type AskOptions,
  type EnginesQuestion,
  type SourceResult,
} from "./ask-engines.ts";
import { checkEngineCall } from "./check-engine-call.ts";
import { isVisibilityError, type VisibilityError } from "./visibility-error.ts";

/** The answer of a job that finished after its search had given it up. */
export interface LateAnswer {
  readonly source: string;
  readonly handle: string;
  readonly answer: EngineAnswer;
  /** Milliseconds that collecting it took. */
  readonly latencyMs: number;
}

/** What a retry works with; each is borrowed. */
export interface RetryCollaborators extends Omit<AskCollaborators, "engines"> {
  readonly engine: AnswerEngine;
  /**
   * Takes a late answer in place of the result that had timed out: true for the one call that does, in
   * one step with what it stores; false when the handle was adopted before. What it throws ends the
   * retry, which may be made again.
   */
  readonly adopt: (late: LateAnswer) => Promise<boolean>;
  /**
   * Called before the engine is asked anew, which may cost something. What it throws ends the retry, and
   * nothing is begun. Nothing is called when absent.
   */
  readonly beforeAsking?: (() => void | Promise<void>) | undefined;
}

/** What is retried. */
export interface RetryQuestion extends EnginesQuestion {
  /** The job of the run that timed out; absent where it had none, or failed in another way. */
  readonly handle?: string | undefined;
}

/** What a retry came to. */
export interface SourceRetry {
  readonly result: SourceResult;
  /**
   * `adopted`: the late answer of the first run, which costs nothing; `already-adopted`: the same, but
   * another retry was faster; `asked`: the engine was asked anew; `unchecked`: it could not be asked
   * whether the first run has an answer, so nothing was begun.
   */
  readonly how: "adopted" | "already-adopted" | "asked" | "unchecked";
}

/** Milliseconds in which an engine has to say whether a job has an answer. */
const CHECK = 30_000;

/** Failures of a check after which the job has no answer to wait for. */
const WITHOUT_ANSWER: ReadonlySet<VisibilityError["code"]> = new Set([
  "JOB_GONE",
  "ENGINE_FAILED",
  "NO_ANSWER",
  "BAD_ANSWER",
  "INVALID_HANDLE",
]);

/**
 * Asks one engine again. Where the run before timed out and left a job, its answer is looked for
 * first, and adopted exactly once, however many retries there are and whenever one of them dies: by the
 * host's `adopt`. Else the engine is asked anew, as `askEngines` does.
 * @throws VisibilityError `INVALID_QUERY`; CoreError `INVALID_OPTION`; what `adopt`, `beforeAsking` and
 *   `onHandle` throw; the signal's reason
 * @example
 * ```ts
 * import type { AnswerEngine } from "dragline/visibility";
 * import { retrySource } from "dragline/visibility";
 *
 * export async function askAgain(engine: AnswerEngine, handle: string): Promise<string> {
 *   const adopted = new Set<string>();
 *   const adopt = async (late: { readonly handle: string }) =>
 *     !adopted.has(late.handle) && adopted.add(late.handle).has(late.handle);
 *   const { how, result } = await retrySource({ engine, adopt }, { query: "best tide tables", handle });
 *   return `${how}: ${result.status}`;
 * }
 * ```
 */
export async function retrySource(
  collaborators: RetryCollaborators,
  asking: RetryQuestion,
  options: AskOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<SourceRetry> {
  checkArgument("collaborators of retrySource({ engine }, { query })", collaborators, "object");
  checkArgument("question of retrySource({ engine }, { query })", asking, "object");
  const { engine, adopt, beforeAsking, ...parts } = collaborators;
  const { handle, ...question } = asking;
  checkEngineCall(question);
  options.signal?.throwIfAborted();
  const { clock = systemClock } = parts;
  if (handle !== undefined) {
    const start = clock.monotonic();
    const found = await lookFor(engine, handle, { clock, signal: options.signal });
    const latencyMs = Math.round(clock.monotonic() - start);
    const source = engine.slug;
    if (found.kind === "late") {
      const late = { source, handle, answer: found.answer, latencyMs };
      const how = (await adopt(late)) ? "adopted" : "already-adopted";
      return { how, result: { ...late, status: "completed" } };
    }
    if (found.kind === "unchecked") {
      const { error, code } = found;
      const result = { source, status: "failed", error, code, handle, latencyMs } as const;
      return { how: "unchecked", result };
    }
  }
  await beforeAsking?.();
  return { how: "asked", result: await askOne({ ...parts, engine }, question, options) };
}

type Found =
  | { readonly kind: "late"; readonly answer: EngineAnswer }
  | { readonly kind: "none" }
  | { readonly kind: "unchecked"; readonly error: string; readonly code: VisibilityError["code"] };

async function lookFor(
  engine: AnswerEngine,
  handle: string,
  {
    clock,
    signal,
  }: { readonly clock: NonNullable<AskCollaborators["clock"]>; signal: AbortSignal | undefined },
): Promise<Found> {
  if (engine.collect === undefined) return { kind: "none" };
  using time = deadline(clock, CHECK, signal);
  try {
    const work = engine.collect(handle, { signal: time.signal });
    const answer = await unlessAborted(work, time.signal);
    return answer === undefined ? { kind: "none" } : { kind: "late", answer };
  } catch (error) {
    if (time.expired) {
      const message = `${engine.label} did not say within ${CHECK / 1000} s whether it has an answer.`;
      return { kind: "unchecked", error: message, code: "TIMEOUT" };
    }
    if (time.signal.aborted || !isVisibilityError(error)) throw error;
    if (WITHOUT_ANSWER.has(error.code)) return { kind: "none" };
    return { kind: "unchecked", error: error.message, code: error.code };
  }
}

async function askOne(
  { engine, ...parts }: Omit<RetryCollaborators, "adopt" | "beforeAsking">,
  question: EnginesQuestion,
  options: AskOptions & { readonly signal?: AbortSignal | undefined },
): Promise<SourceResult> {
  const search = askEngines({ ...parts, engines: [engine] }, question, options);
  const { value } = await search.next();
  await search.return();
  // A search of one engine gives one result.
  return value as SourceResult;
}
