import { createHash } from "node:crypto";
import {
  checkArgument,
  checkSignal,
  Lateness,
  startWorker,
  WorkerThreads,
  type Clock,
  type ThreadErrors,
} from "../core/index.ts";
import type { SchemaQuestion } from "./judge-schema.ts";

/** Milliseconds that compiling a schema and judging a value by it may take together. */
const TIMEOUT_MS = 3000;
/** Bytes of a thread's heap. */
const MEMORY_BYTES = 134_217_728;
/** Threads at once; more questions wait. */
const THREADS = 2;

/** Schemas that are remembered to compile. */
const REMEMBERED = 1000;

/** A question that has no answer. */
class NoAnswer extends Error {}

const errors: ThreadErrors = {
  timedOut: (ms) => new NoAnswer(`takes longer than ${ms} ms to check`),
  lost: () => new NoAnswer("takes too much memory to check"),
  closed: () => new NoAnswer("could not be checked"),
};

/** What the judges of a process share, by their clock. */
const shared = new WeakMap<Clock, JudgeThreads>();

/**
 * Judges JSON Schemas of strangers, and values by them, in threads that are ended when one takes too
 * long: a chain of references may take for ever. All judges of a process have the same threads, which
 * live while there is work, and in which owners take turns.
 */
export class SchemaJudge {
  readonly #threads: JudgeThreads;

  constructor(clock: Clock) {
    checkArgument("clock of new SchemaJudge(clock)", clock, "clock");
    this.#threads = shared.get(clock) ?? new JudgeThreads(clock);
    shared.set(clock, this.#threads);
  }

  /**
   * Why the schema does not compile; undefined when it does.
   * @throws the signal's reason
   */
  async compiles(schema: unknown, signal: AbortSignal): Promise<string | undefined> {
    checkSignal("compiles(schema, signal)", signal);
    checkArgument("schema of compiles(schema, signal)", schema, "object");
    const hash = createHash("sha256").update(JSON.stringify(schema)).digest("base64url");
    if (this.#threads.isSound(hash)) return undefined;
    const [fault] = await this.#threads.judge({ schema }, signal);
    if (fault === undefined) this.#threads.remember(hash);
    return fault;
  }

  /**
   * Why the value does not match the schema; undefined when it does.
   * @throws the signal's reason
   */
  async matches(
    question: Required<SchemaQuestion>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const [fault] = await this.#threads.judge(question, signal);
    return fault;
  }

  /**
   * Every reason why the value does not match the schema, at most 20; none when it does.
   * @throws the signal's reason
   */
  faults(question: Required<SchemaQuestion>, signal: AbortSignal): Promise<readonly string[]> {
    return this.#threads.judge(question, signal);
  }
}

class JudgeThreads {
  readonly #clock: Clock;
  readonly #lateness: Lateness;
  #threads: WorkerThreads | undefined;
  #asked = 0;
  /** Hashes of schemas that compile, the oldest first: the same ones come again and again. */
  readonly #sound = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lateness = new Lateness(clock);
  }

  isSound(hash: string): boolean {
    return this.#sound.has(hash);
  }

  remember(hash: string): void {
    const [oldest] = this.#sound;
    if (this.#sound.size >= REMEMBERED && oldest !== undefined) this.#sound.delete(oldest);
    this.#sound.add(hash);
  }

  async judge(question: SchemaQuestion, signal: AbortSignal): Promise<readonly string[]> {
    const threads = (this.#threads ??= this.#start());
    this.#asked += 1;
    try {
      return (await threads.run({ job: question, signal })) as readonly string[];
    } catch (error) {
      if (error instanceof NoAnswer) return [error.message];
      throw error;
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0) {
        this.#threads = undefined;
        await threads[Symbol.asyncDispose]();
      }
    }
  }

  #start(): WorkerThreads {
    const place = { beside: import.meta.url, name: "schema-worker", memoryBytes: MEMORY_BYTES };
    return new WorkerThreads({
      clock: this.#clock,
      startWorker: () => startWorker(place),
      threads: THREADS,
      jobsPerThread: 1,
      jobTimeoutMs: TIMEOUT_MS,
      lateness: this.#lateness,
      errors,
      errorClasses: [],
    });
  }
}
