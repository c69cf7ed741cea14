import assert from "node:assert/strict";
import type { Call, Job, Queue, Run } from "../queue/index.ts";
import { neverAborts } from "../core/index.ts";

/** A queue under test and its time. */
export interface QueueSubject extends AsyncDisposable {
  readonly queue: Queue;
  /** A second queue object on the same jobs, as another process would have; disposed with the subject. */
  another(): Queue | Promise<Queue>;
  /** Milliseconds since 1970, as the queue sees them. */
  now(): number;
  /**
   * Moves time forward and lets the queue act on it: a fake clock where the queue takes one, a wait
   * where its time is real.
   */
  advance(ms: number): Promise<void>;
  /**
   * Milliseconds after which a job that failed once is due again. The port's 1000 where time is
   * fake; where it is real some 100, by an option of the adapter. The cases' other times are multiples of it.
   */
  readonly retryMs: number;
}

/** Makes a subject without jobs. */
export type MakeQueue = () => Promise<QueueSubject>;

/** A call that nobody cancels. */
export const call: Call = Object.freeze({ signal: neverAborts() });

/** Steps of a twentieth of the back-off after which what should happen has not. */
const STEPS = 600;

/** What a case works with: the subject, without its end, and logs whose runs end with the case. */
export interface CaseSubject extends Omit<QueueSubject, typeof Symbol.asyncDispose> {
  log(): RunLog;
}

/** Promises by their sentences, and what shows that a subject keeps them. */
export type QueueChecks = Readonly<Record<string, (subject: CaseSubject) => Promise<void>>>;

/** Carries out a check on a fresh subject. What it held runs on to its end, also when it fails. */
export async function runCheck(make: MakeQueue, check: QueueChecks[string]): Promise<void> {
  await using subject = await make();
  const logs: RunLog[] = [];
  const { queue, retryMs } = subject;
  try {
    await check({
      queue,
      retryMs,
      another: () => subject.another(),
      now: () => subject.now(),
      advance: (ms) => subject.advance(ms),
      log() {
        const log = new RunLog();
        logs.push(log);
        return log;
      },
    });
  } finally {
    for (const log of logs) log.open();
  }
}

/** Moves time until `holds`; fails when it does not come to that. */
export async function until(
  subject: CaseSubject,
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    if (await holds()) return;
    await subject.advance(subject.retryMs / 20);
  }
  assert.fail(`Never came: ${what}`);
}

/** Records what runs, and can hold it. */
class RunLog {
  readonly started: Job[] = [];
  readonly ended: Job[] = [];
  /** Reasons with which the signals of held runs were aborted. */
  readonly aborted: unknown[] = [];
  /** Most jobs that ran at the same time. */
  most = 0;
  readonly #gate = Promise.withResolvers<void>();

  /** Ids in the order in which their runs began. */
  get ids(): string[] {
    return this.started.map(({ id }) => id);
  }

  /** A run that ends after a turn of the event loop. */
  readonly run: Run = async (job) => {
    this.#start(job);
    await new Promise((resolve) => setImmediate(resolve));
    this.ended.push(job);
  };

  /** A run that lasts until {@link open}, and throws when its signal aborts. */
  readonly held: Run = async (job, signal) => {
    this.#start(job);
    const abort = Promise.withResolvers<never>();
    const onAbort = (): void => {
      this.aborted.push(signal.reason);
      abort.reject(signal.reason);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([this.#gate.promise, abort.promise]);
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.ended.push(job);
    }
  };

  /** Lets held runs end, now and later. */
  open(): void {
    this.#gate.resolve();
  }

  #start(job: Job): void {
    this.started.push(job);
    this.most = Math.max(this.most, this.started.length - this.ended.length);
  }
}

/** Whether a promise has settled by the time that a few turns of the event loop have passed. */
export async function settlesSoon(work: PromiseLike<unknown>): Promise<boolean> {
  const outcome = { settled: false };
  const mark = (): void => {
    outcome.settled = true;
  };
  work.then(mark, mark);
  for (let turns = 0; turns < 20 && !outcome.settled; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcome.settled;
}

/** Asserts that the call throws a QueueError with the code. */
export function throwsCode(code: string): (failure: unknown) => boolean {
  return (failure) => {
    assert.equal((failure as { name?: unknown }).name, "QueueError");
    assert.equal((failure as { code?: unknown }).code, code);
    return true;
  };
}
