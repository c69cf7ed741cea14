import PQueue from "p-queue";
import { LeaseKeeper, wait, WorkLoop, type Clock } from "../core/index.ts";
import type { HeldJob, JobStore } from "./job-store.ts";
import type { EngineWorker } from "./queue-engine.ts";
import { QueueError } from "./queue-error.ts";
import type { Run } from "./queue.ts";
import { RunningOwners } from "./running-owners.ts";
import { retryDelay, type RetrySettings } from "./retry-delay.ts";

/** Milliseconds between two attempts to write how a job ended, doubled from the first to the last. */
const FIRST_REWRITE = 50;
const LAST_REWRITE = 1000;

/** How a worker looks for jobs. */
export interface PollSettings {
  /** Milliseconds between two looks at an empty topic; doubled up to `maxPollMs`. */
  readonly pollMs: number;
  readonly maxPollMs: number;
}

/** Where the jobs are and what to do with them. */
interface StoreWorkerParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly topic: string;
  readonly run: Run;
}

/** Bounds of a worker. */
interface StoreWorkerSettings extends PollSettings, RetrySettings {
  readonly concurrency: number;
  /** Jobs beside, of owners of which none runs. */
  readonly aside: number;
}

/**
 * Claims jobs of a topic as slots are free, and runs them. A store that fails is tried again after
 * the wait that an empty one gets.
 */
export class StoreWorker implements EngineWorker {
  readonly topic: string;
  readonly #parts: StoreWorkerParts;
  readonly #settings: StoreWorkerSettings;
  readonly #slots: PQueue;
  readonly #leases: LeaseKeeper<HeldJob>;
  readonly #loop: WorkLoop;
  readonly #owners = new RunningOwners();
  /** Resolves when the worker has stopped and no job runs. */
  readonly ended: Promise<void>;
  /** The earliest time at which a job is known to be due; Infinity when none is known. */
  #dueAt = Number.POSITIVE_INFINITY;
  /** No slot is free but those beside. */
  #taken = false;
  /** Nor one of those. */
  #full = false;
  #aborted = false;
  /** Milliseconds until the next look at an empty topic. */
  #pauseMs: number;

  constructor(parts: StoreWorkerParts, settings: StoreWorkerSettings) {
    this.topic = parts.topic;
    this.#parts = parts;
    this.#settings = settings;
    this.#slots = new PQueue({ concurrency: settings.concurrency + settings.aside });
    const { store, clock } = parts;
    this.#leases = new LeaseKeeper({
      clock,
      everyMs: store.leaseMs / 3,
      extend: (jobs) => store.extend(jobs),
      lost: leaseLost,
    });
    this.#loop = new WorkLoop({ clock, step: () => this.#step() });
    this.#pauseMs = settings.pollMs;
    this.ended = this.#work();
  }

  /** Stops claiming; resolves when no job runs and nothing is under way in the store. */
  stop(): Promise<void> {
    this.#loop.stop();
    return this.ended;
  }

  /** Aborts the runs; jobs that they do not finish are released, due at once. */
  abort(reason: unknown): void {
    this.#aborted = true;
    this.#leases.abort(reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #work(): Promise<void> {
    const silence = this.#parts.store.notices.listen(this.topic, (dueAt) => {
      if (dueAt >= this.#dueAt) return;
      this.#dueAt = dueAt;
      this.#loop.ring();
    });
    // p-queue frees the slot before it tells: claiming earlier would claim more than can run.
    this.#slots.addEventListener("next", () => {
      if (this.#taken) this.#loop.ring();
    });
    await this.#loop.run();
    silence();
    await this.#slots.onIdle();
    await this.#loop.end();
    await this.#leases[Symbol.asyncDispose]();
  }

  /** Claims; gives the milliseconds until there may be more, unless the bell rings. */
  async #step(): Promise<number> {
    const { pollMs, maxPollMs } = this.#settings;
    const claimed = await this.#claim();
    if (claimed > 0) this.#pauseMs = pollMs;
    if (claimed > 0) return 0;
    if (this.#full) return Number.POSITIVE_INFINITY;
    const ms = this.#untilDue(this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxPollMs);
    return ms;
  }

  /** Fills the free slots; gives how many jobs came. */
  async #claim(): Promise<number> {
    const { concurrency, aside } = this.#settings;
    const free = concurrency - this.#slots.pending - this.#slots.size;
    this.#taken = free <= 0;
    this.#full = free + aside <= 0;
    if (this.#full || this.#loop.stopping.aborted) return 0;
    if (this.#dueAt <= this.#parts.clock.now()) this.#dueAt = Number.POSITIVE_INFINITY;
    const claim = this.#taken
      ? this.#parts.store.claim(this.topic, free + aside, this.#owners.names())
      : this.#parts.store.claim(this.topic, free);
    const jobs = await claim.catch(() => []);
    for (const job of jobs) this.#start(job);
    return jobs.length;
  }

  #untilDue(pause: number): number {
    return Math.min(pause, Math.max(0, this.#dueAt - this.#parts.clock.now()));
  }

  /**
   * Runs a job in a slot. How it ended is written outside of it, so that a store can do it together
   * with the claim for the slots that became free.
   */
  #start(job: HeldJob): void {
    const lease = this.#leases.hold(job);
    this.#owners.add(job.owner);
    const end = this.#slots
      .add(() => this.#outcome(job, lease.signal).finally(() => this.#owners.remove(job.owner)))
      .then((write) => this.#write(write))
      .then(() => lease[Symbol.dispose]());
    this.#loop.add(end);
  }

  /** Runs the job; gives the write that its end asks for. */
  async #outcome(held: HeldJob, signal: AbortSignal): Promise<() => Promise<void>> {
    const { store, clock, run } = this.#parts;
    if (this.#loop.stopping.aborted) return () => store.release(held, clock.now());
    const { token: _, ...job } = held;
    try {
      await run(job, signal);
      return () => store.settle(held);
    } catch {
      const delay = this.#aborted ? 0 : retryDelay(held.attempt, this.#settings);
      const runAt = clock.now() + delay;
      return () => store.release(held, runAt);
    }
  }

  /** Writes until it succeeds; once stopped, one failure leaves the job to the end of its lease. */
  async #write(write: () => Promise<void>): Promise<void> {
    if (await succeeds(write)) return;
    const { stopping } = this.#loop;
    let pause = FIRST_REWRITE;
    while (!stopping.aborted) {
      await wait(this.#parts.clock, pause, stopping).catch(() => {});
      if (await succeeds(write)) break;
      pause = Math.min(pause * 2, LAST_REWRITE);
    }
  }
}

function succeeds(write: () => Promise<void>): Promise<boolean> {
  return write().then(
    () => true,
    () => false,
  );
}

function leaseLost(): QueueError {
  const message = "The lease of the job was lost; another worker may run it.";
  return new QueueError("UNAVAILABLE", { message });
}
