import { Heap } from "../../core/index.ts";
import type { HeldJob } from "../job-store.ts";

/** A job in memory. */
export interface MemoryJob {
  readonly topic: string;
  readonly id: string;
  readonly body: string;
  readonly priority: number;
  /** Tells jobs of one priority apart: pushed earlier, first to go. */
  readonly place: number;
  readonly runAt: number;
  readonly attempt: number;
}

/** The jobs of one topic: all by id, and those that wait in the order in which they go. */
export class MemoryTopic {
  readonly #jobs = new Map<string, MemoryJob>();
  readonly #held = new Set<string>();
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

  add(job: MemoryJob, now: number): boolean {
    if (this.#jobs.has(job.id)) return false;
    this.#wait(job, now);
    return true;
  }

  claim(limit: number, now: number): HeldJob[] {
    this.#promote(now);
    const claimed: HeldJob[] = [];
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      const attempt = job.attempt + 1;
      this.#held.add(job.id);
      this.#jobs.set(job.id, { ...job, attempt });
      const { id, topic, body } = job;
      claimed.push({ id, topic, body, attempt, token: "" });
      if (claimed.length === limit) break;
    }
    return claimed;
  }

  remove(id: string): void {
    this.#held.delete(id);
    this.#jobs.delete(id);
  }

  release(id: string, runAt: number, now: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined || !this.#held.delete(id)) return;
    this.#wait({ ...job, runAt }, now);
  }

  drop(id: string): boolean {
    if (this.#held.has(id) || !this.#jobs.delete(id)) return false;
    this.#stale += 1;
    if (this.#stale > this.#jobs.size) this.#rebuild();
    return true;
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
  return a.priority === b.priority ? a.place < b.place : a.priority < b.priority;
}

function isDueBefore(a: MemoryJob, b: MemoryJob): boolean {
  return a.runAt < b.runAt;
}
