import { Heap } from "../../core/index.ts";
import type { HeldJob } from "../job-store.ts";
import { AHEAD, firstOfOthers } from "../owner-turns.ts";
import { MemoryTurns } from "./memory-turns.ts";
import type { MemoryJob, PushedJob } from "./memory-turns.ts";

/** The jobs of one topic: all by id, and those that wait in the order in which they go. */
export class MemoryTopic {
  readonly #jobs = new Map<string, MemoryJob>();
  readonly #held = new Set<string>();
  readonly #turns = new MemoryTurns();
  #ready = new Heap(goesBefore);
  #later = new Heap(isDueBefore);
  /** Entries of the two heaps whose job was dropped. */
  #stale = 0;

  get size(): number {
    return this.#jobs.size;
  }

  /** When the next job that is not due will be; undefined without one. */
  get nextDue(): number | undefined {
    return this.#later.first?.runAt;
  }

  add(job: PushedJob, now: number): boolean {
    if (this.#jobs.has(job.id)) return false;
    this.#wait({ ...job, turn: this.#turns.next(job) }, now);
    return true;
  }

  claim(limit: number, now: number): HeldJob[] {
    this.#promote(now);
    const claimed: HeldJob[] = [];
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      claimed.push(this.#hold(job));
      if (claimed.length === limit) break;
    }
    return claimed;
  }

  /** Claims jobs of owners that are not among those given, one of each. */
  claimOthers(limit: number, now: number, others: ReadonlySet<string>): HeldJob[] {
    this.#promote(now);
    const first: MemoryJob[] = [];
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      first.push(job);
      if (first.length === AHEAD) break;
    }
    const chosen = new Set(firstOfOthers(first, others).slice(0, limit));
    for (const job of first) if (!chosen.has(job)) this.#ready.add(job);
    return [...chosen].map((job) => this.#hold(job));
  }

  remove(id: string): void {
    this.#held.delete(id);
    this.#forget(id);
  }

  release(id: string, runAt: number, now: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined || !this.#held.delete(id)) return;
    this.#wait({ ...job, runAt }, now);
  }

  drop(id: string): boolean {
    if (this.#held.has(id) || !this.#forget(id)) return false;
    this.#stale += 1;
    if (this.#stale > this.#jobs.size) this.#rebuild();
    return true;
  }

  #hold(job: MemoryJob): HeldJob {
    const attempt = job.attempt + 1;
    this.#held.add(job.id);
    this.#jobs.set(job.id, { ...job, attempt });
    this.#turns.begun(job);
    const { id, topic, body, owner } = job;
    return { id, topic, body, attempt, token: "", ...(owner !== undefined && { owner }) };
  }

  #forget(id: string): boolean {
    const job = this.#jobs.get(id);
    if (job !== undefined) this.#turns.gone(job);
    return this.#jobs.delete(id);
  }

  #wait(job: MemoryJob, now: number): void {
    this.#jobs.set(job.id, job);
    (job.runAt <= now ? this.#ready : this.#later).add(job);
  }

  #promote(now: number): void {
    for (let job = this.#later.first; job !== undefined; job = this.#later.first) {
      if (job.runAt > now) return;
      this.#later.take();
      this.#ready.add(job);
    }
  }

  /** The next job that goes, dropped ones passed over. */
  #next(): MemoryJob | undefined {
    for (let job = this.#ready.take(); job !== undefined; job = this.#ready.take()) {
      if (this.#jobs.get(job.id) === job) return job;
      this.#stale -= 1;
    }
    return undefined;
  }

  /** Lets go of dropped jobs that are due late or never. */
  #rebuild(): void {
    this.#ready = new Heap(goesBefore);
    this.#later = new Heap(isDueBefore);
    this.#stale = 0;
    for (const job of this.#jobs.values()) if (!this.#held.has(job.id)) this.#later.add(job);
  }
}

function goesBefore(a: MemoryJob, b: MemoryJob): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  return a.turn === b.turn ? a.place < b.place : a.turn < b.turn;
}

function isDueBefore(a: MemoryJob, b: MemoryJob): boolean {
  return a.runAt < b.runAt;
}
