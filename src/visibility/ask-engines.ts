import {
  checkArgument,
  backoff,
  checkNumber,
  CoreError,
  deadline,
  systemClock,
  systemIds,
  traced,
  unlessAborted,
  wait,
  withDefaults,
  type Clock,
  type Deadline,
  type Ids,
} from "../core/index.ts";
import type { AnswerEngine, EngineAnswer, EngineReply } from "./answer-engine.ts";
import { checkEngineCall } from "./check-engine-call.ts";
import { isVisibilityError, type VisibilityError } from "./visibility-error.ts";

/** What engines are asked with; each is borrowed. */
export interface AskCollaborators {
  /** At least one, no slug twice. */
  readonly engines: readonly AnswerEngine[];
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** A question to several engines, and how long each has. */
export interface EnginesQuestion {
  /** What a person asks, of 1 to 2,000 characters. */
  readonly query: string;
  /** A country code of two letters, lower case; the engines' own choice when absent. */
  readonly country?: string | undefined;
  /** Told of each engine's job before its answer is waited for; what it throws ends the search. */
  readonly onHandle?: ((source: string, handle: string) => void | Promise<void>) | undefined;
  /**
   * Jobs that were begun for this question before, by source: what `onHandle` told of in a process that
   * was lost. Each is waited for instead of being begun anew, where its engine keeps jobs. None when
   * absent.
   */
  readonly handles?: Readonly<Record<string, string>> | undefined;
}

/** What engines may take. */
export interface AskOptions {
  /**
   * The most milliseconds for one engine, attempts and waits included: 1 to 600,000.
   * @default 300000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The most attempts at one engine, from 1: what may pass is tried again, a job that was taken is
   * looked at instead of being begun anew.
   * @default 2
   */
  readonly attempts?: number | undefined;
}

/** What one engine came to. */
export interface SourceResult {
  /** The engine's slug. */
  readonly source: string;
  readonly status: "completed" | "failed" | "timed_out";
  /** Present when completed. */
  readonly answer?: EngineAnswer;
  /** One sentence, without secrets; absent when completed. */
  readonly error?: string;
  /** The code of what failed; absent when completed, and for what no engine documents. */
  readonly code?: VisibilityError["code"];
  /** The job at the engine, if it has one: what finds a late answer. */
  readonly handle?: string;
  /** Milliseconds from the beginning of the search. */
  readonly latencyMs: number;
}

/** Milliseconds of a whole search: what is open then has timed out. */
const LONGEST_SEARCH = 600_000;
/** Milliseconds between two looks at a job. */
const POLL = 2_000;
const BACKOFF = Object.freeze({ baseMs: 1_000, maxMs: 10_000 });

interface Settings {
  readonly timeoutMs: number;
  readonly attempts: number;
}

const defaults: Settings = Object.freeze({ timeoutMs: 300_000, attempts: 2 });

/** What the engines of one search share. */
interface Search extends EnginesQuestion {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly start: number;
  readonly time: Deadline;
}

/**
 * Asks engines one question, all at once, and gives what each came to as it comes; the last one ends
 * it, at the latest after ten minutes. One engine's failure is its result and no other's. Whoever
 * stops early ends the rest.
 * @throws VisibilityError `INVALID_QUERY`; CoreError `INVALID_OPTION`; what `onHandle` throws; the
 *   signal's reason
 * @example
 * ```ts
 * for await (const { source, status, answer } of askEngines({ engines }, { query })) {
 *   console.log(source, status, answer?.summary);
 * }
 * ```
 */
export async function* askEngines(
  collaborators: AskCollaborators,
  asking: EnginesQuestion,
  { signal, ...options }: AskOptions & { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<SourceResult, void, undefined> {
  checkArgument("collaborators of askEngines({ engines }, { query })", collaborators, "object");
  checkArgument("question of askEngines({ engines }, { query })", asking, "object");
  const { engines, clock = systemClock, ids = systemIds } = collaborators;
  const { onHandle, handles, ...question } = asking;
  const asked = checkEngineCall(question);
  checkEngines(engines);
  const settings = withDefaults(defaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1, max: LONGEST_SEARCH });
  checkNumber("attempts", settings.attempts, { min: 1 });
  signal?.throwIfAborted();
  using time = deadline(clock, LONGEST_SEARCH, signal);
  const search = {
    ...asked,
    onHandle,
    handles,
    clock,
    ids,
    settings,
    start: clock.monotonic(),
    time,
  };
  const open = new Map(
    engines.map((engine) => [engine.slug, new SourceQuestion(engine, search).run()]),
  );
  try {
    while (open.size > 0) {
      const result = await Promise.race(open.values());
      open.delete(result.source);
      yield result;
    }
  } finally {
    time.abort(new Error("The caller stopped the search."));
    await Promise.allSettled(open.values());
  }
}

function checkEngines(engines: readonly AnswerEngine[]): void {
  const slugs = engines.map(({ slug }) => slug);
  if (slugs.length > 0 && new Set(slugs).size === slugs.length) return;
  const message = "'engines' must have at least one engine, and each must have its own slug.";
  throw new CoreError("INVALID_OPTION", { message, details: { option: "engines" } });
}

/** One engine of a search: asked, asked again, or its job looked at. */
class SourceQuestion {
  readonly #engine: AnswerEngine;
  readonly #search: Search;
  #handle: string | undefined;
  /** What the host's own part threw: that is no failure of the engine's. */
  #hostFailure: { readonly error: unknown } | undefined;

  constructor(engine: AnswerEngine, search: Search) {
    this.#engine = engine;
    this.#search = search;
    const { handles = {} } = search;
    if (Object.hasOwn(handles, engine.slug)) this.#handle = handles[engine.slug];
  }

  /** @throws what `onHandle` throws; the reason of the caller's signal */
  async run(): Promise<SourceResult> {
    const { clock, settings, time: whole } = this.#search;
    using time = deadline(clock, settings.timeoutMs, whole.signal);
    const context = { engine: this.#engine.slug, query: this.#search.query };
    try {
      const work = (): Promise<EngineReply> => this.#tryAll(time);
      const { answer } = await traced("dragline:visibility:ask", context, work);
      return this.#settled({ status: "completed", answer });
    } catch (error) {
      if (this.#hostFailure !== undefined) throw this.#hostFailure.error;
      const isOver = time.expired || whole.expired;
      if (whole.signal.aborted && !isOver) throw error;
      if (isOver || isVisibilityError(error, "TIMEOUT")) return this.#timedOut(error);
      const isKnown = isVisibilityError(error);
      const message = isKnown ? error.message : `${this.#engine.label} failed unexpectedly.`;
      return this.#settled({
        status: "failed",
        error: message,
        ...(isKnown && { code: error.code }),
      });
    }
  }

  #timedOut(error: unknown): SourceResult {
    const took = Math.round(this.#latency() / 1000);
    const message = `${this.#engine.label} gave no answer within ${took} s.`;
    const own = isVisibilityError(error, "TIMEOUT") ? error.message : message;
    return this.#settled({ status: "timed_out", error: own, code: "TIMEOUT" });
  }

  #settled(result: Omit<SourceResult, "source" | "latencyMs" | "handle">): SourceResult {
    return {
      source: this.#engine.slug,
      ...result,
      ...(this.#handle !== undefined && { handle: this.#handle }),
      latencyMs: this.#latency(),
    };
  }

  #latency(): number {
    return Math.round(this.#search.clock.monotonic() - this.#search.start);
  }

  async #tryAll(time: Deadline): Promise<EngineReply> {
    const { settings, clock, ids } = this.#search;
    for (let attempt = 1; ; attempt++) {
      try {
        return await unlessAborted(this.#try(time), time.signal);
      } catch (error) {
        time.signal.throwIfAborted();
        if (!isVisibilityError(error, "ENGINE_UNAVAILABLE")) throw error;
        const ms = error.details.retryAfterMs ?? backoff(attempt, ids.random(), BACKOFF);
        if (attempt >= settings.attempts || ms >= time.remaining()) throw error;
        await wait(clock, ms, time.signal);
      }
    }
  }

  async #try({ signal }: Deadline): Promise<EngineReply> {
    const { query, country, clock } = this.#search;
    const handle = this.#handle;
    if (handle === undefined || this.#engine.collect === undefined) {
      const reply = await this.#engine.ask({ query, country, signal, onHandle: this.#keep });
      this.#handle ??= reply.handle;
      return reply;
    }
    for (;;) {
      const answer = await this.#engine.collect(handle, { signal });
      if (answer !== undefined) return { handle, answer };
      await wait(clock, POLL, signal);
    }
  }

  readonly #keep = async (handle: string): Promise<void> => {
    this.#handle = handle;
    try {
      await this.#search.onHandle?.(this.#engine.slug, handle);
    } catch (error) {
      this.#hostFailure = { error };
      throw error;
    }
  };
}
