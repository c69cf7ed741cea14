import { checkArgument, systemClock, type Clock } from "../../core/index.ts";
import type { HeldJob, JobStore, NewJob } from "../job-store.ts";
import { Notices } from "../notices.ts";
import { MemoryTopic } from "./memory-topic.ts";

/** The collaborators of memory jobs. */
export interface MemoryJobsCollaborators {
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Jobs in this process: what several {@link MemoryQueue}s may share. */
export class MemoryJobs implements JobStore {
  /** No worker of the own process can be lost. */
  readonly leaseMs = Number.POSITIVE_INFINITY;
  readonly notices = new Notices();
  readonly #clock: Clock;
  readonly #topics = new Map<string, MemoryTopic>();
  #count = 0;

  constructor(collaborators: MemoryJobsCollaborators = {}) {
    checkArgument("collaborators of new MemoryJobs({ clock })", collaborators, "object");
    this.#clock = collaborators.clock ?? systemClock;
  }

  async push(given: NewJob): Promise<boolean> {
    checkArgument("job of push(job)", given, "object");
    const { topic, id, body, runAt, priority, owner } = given;
    const jobs = this.#topics.get(topic) ?? new MemoryTopic();
    this.#topics.set(topic, jobs);
    this.#count += 1;
    const place = this.#count;
    const job = { topic, id, body, priority, owner, place, runAt, attempt: 0 };
    const added = jobs.add(job, this.#clock.now());
    if (added) this.notices.tell(topic, runAt);
    return added;
  }

  claim(topic: string, limit: number, others?: ReadonlySet<string>): Promise<HeldJob[]> {
    const jobs = this.#topics.get(topic);
    const now = this.#clock.now();
    const claimed =
      (others ? jobs?.claimOthers(limit, now, others) : jobs?.claim(limit, now)) ?? [];
    // The claimer looks again when the next job is due, and not before.
    if (jobs?.nextDue !== undefined) this.notices.tell(topic, jobs.nextDue);
    return Promise.resolve(claimed);
  }

  async settle(job: HeldJob): Promise<void> {
    const { topic, id } = checkArgument("job of settle(job)", job, "object");
    this.#topics.get(topic)?.remove(id);
    this.#forget(topic);
  }

  async release(job: HeldJob, runAt: number): Promise<void> {
    const { topic, id } = checkArgument("job of release(job, runAt)", job, "object");
    this.#topics.get(topic)?.release(id, runAt, this.#clock.now());
    this.notices.tell(topic, runAt);
  }

  extend(): Promise<HeldJob[]> {
    return Promise.resolve([]);
  }

  drop(topic: string, id: string): Promise<boolean> {
    const dropped = this.#topics.get(topic)?.drop(id) ?? false;
    this.#forget(topic);
    return Promise.resolve(dropped);
  }

  depth(topic: string): Promise<number> {
    return Promise.resolve(this.#topics.get(topic)?.size ?? 0);
  }

  #forget(topic: string): void {
    if (this.#topics.get(topic)?.size === 0) this.#topics.delete(topic);
  }
}
