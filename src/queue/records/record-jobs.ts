import type { Clock, Ids } from "../../core/index.ts";
import { removing, updating } from "../../storage/index.ts";
import type { Change, Operation, Order, Records } from "../../storage/index.ts";
import type { HeldJob, JobStore, NewJob } from "../job-store.ts";
import { Notices } from "../notices.ts";
import { AHEAD, firstOfOthers } from "../owner-turns.ts";
import { Batches } from "./batches.ts";
import { heldGroups, stillHeld } from "./held-groups.ts";
import { insertJobs, type Push } from "./insert-jobs.ts";
import { jobRows, type JobRow } from "./job-rows.ts";
import { Promotion } from "./promotion.ts";
import { QueueRecords, uncancelled } from "./queue-records.ts";
import { withTurns } from "./turns.ts";

const TOKEN_BYTES = 12;

/** A worker claims for the slots that runs freed one turn after it writes how they ended. */
const CLAIM_TURNS = 2;

/** The order in which jobs go. */
const ORDER = [
  ["priority", "asc"],
  ["turn", "asc"],
  ["place", "asc"],
] as const satisfies Order<typeof jobRows>;

/** The dependencies of record jobs. */
interface RecordJobsParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The end of a hold: without a time the job is settled. */
interface HoldEnd {
  readonly job: HeldJob;
  readonly runAt?: number;
}

/** A claim; its lease begins when it is written. */
interface Claim {
  readonly topic: string;
  /** Of these jobs alone; of all when undefined. */
  readonly ids: readonly string[] | undefined;
  readonly limit: number;
  readonly token: string;
}

/** The ends of holds and the claims that go into one write. */
type Write = { readonly end: HoldEnd } | { readonly claim: Claim };

/** Jobs as rows. A claim is one guarded update; each later write matches id and token. */
export class RecordJobs implements JobStore {
  readonly leaseMs: number;
  readonly notices = new Notices();
  readonly #records: QueueRecords;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #promotion: Promotion;
  readonly #pushes: Batches<Push, boolean>;
  readonly #writes: Batches<Write, readonly object[]>;
  #lastPlace = 0;

  constructor({ records, clock, ids }: RecordJobsParts, leaseMs: number) {
    this.leaseMs = leaseMs;
    this.#records = new QueueRecords(records);
    this.#clock = clock;
    this.#ids = ids;
    this.#promotion = new Promotion(this.#records, clock);
    this.#pushes = new Batches((pushes) => this.#insert(pushes));
    this.#writes = new Batches((writes) => this.#write(writes), CLAIM_TURNS);
  }

  push(job: NewJob): Promise<boolean> {
    const { topic, id, body, priority, runAt, owner = null } = job;
    const ready = runAt <= this.#clock.now();
    const place = ready ? this.#nextPlace() : runAt * 1000;
    const fresh = { attempt: 0, token: null, turn: null };
    const row = { topic, id, body, priority, place, ready, runAt, owner, ...fresh };
    return this.#pushes.add({ job, row });
  }

  async claim(topic: string, limit: number, others?: ReadonlySet<string>): Promise<HeldJob[]> {
    await this.#promotion.promote(topic);
    const ids = others && (await this.#firstOfOthers(topic, others));
    if (ids?.length === 0) return [];
    const token = this.#ids.token(TOKEN_BYTES);
    const claim = { topic, ids, limit, token };
    const rows = (await this.#writes.add({ claim })) as readonly JobRow[];
    if (rows.length < limit) this.#promotion.expect(topic);
    return rows.map(({ id, body, attempt, owner }) => ({
      id,
      topic,
      body,
      attempt,
      token,
      ...(owner !== null && { owner }),
    }));
  }

  async #firstOfOthers(topic: string, others: ReadonlySet<string>): Promise<readonly string[]> {
    const query = { where: { topic, ready: true }, order: ORDER, limit: AHEAD } as const;
    const next = await this.#records.call((store) =>
      store.find(jobRows, query, { signal: uncancelled }),
    );
    return firstOfOthers(next, others).map(({ id }) => id);
  }

  settle(job: HeldJob): Promise<void> {
    return this.#end({ job });
  }

  release(job: HeldJob, runAt: number): Promise<void> {
    return this.#end({ job, runAt });
  }

  async extend(jobs: readonly HeldJob[]): Promise<HeldJob[]> {
    const set = { ready: false, runAt: this.#clock.now() + this.leaseMs };
    const groups = heldGroups(jobs);
    const rows = await this.#atomic(
      groups.map((group) => updating(jobRows, { where: stillHeld(group), set })),
    );
    const held = new Set<string>();
    for (const row of rows.flat() as { id: string; token: string }[]) {
      held.add(`${row.token} ${row.id}`);
    }
    return jobs.filter(({ id, token }) => !held.has(`${token} ${id}`));
  }

  async drop(topic: string, id: string, signal: AbortSignal): Promise<boolean> {
    // A job waits when it is due, or when no claim holds it; one whose lease ended is due.
    const rows = await this.#atomic(
      [
        removing(jobRows, { where: { topic, id, ready: true } }),
        removing(jobRows, { where: { topic, id, token: null } }),
        removing(jobRows, { where: { topic, id, runAt: { lte: this.#clock.now() } } }),
      ],
      signal,
    );
    return rows.flat().length > 0;
  }

  depth(topic: string, signal: AbortSignal): Promise<number> {
    return this.#records.call((store) => store.count(jobRows, { where: { topic } }, { signal }));
  }

  /** Larger than all places before and, as far as clocks agree, than those of other processes. */
  #nextPlace(): number {
    this.#lastPlace = Math.max(this.#lastPlace + 1, this.#clock.now() * 1000);
    return this.#lastPlace;
  }

  async #insert(given: readonly Push[]): Promise<boolean[]> {
    const pushes = await withTurns(this.#records, given);
    const outcomes = await insertJobs(this.#records, pushes);
    for (const [index, { job }] of pushes.entries()) {
      if (outcomes[index] === true) this.notices.tell(job.topic, job.runAt);
    }
    return outcomes;
  }

  async #end(end: HoldEnd): Promise<void> {
    await this.#writes.add({ end });
    if (end.runAt !== undefined) this.notices.tell(end.job.topic, end.runAt);
  }

  async #write(writes: readonly Write[]): Promise<readonly (readonly object[])[]> {
    const claims = writes.flatMap((write) => ("claim" in write ? [write.claim] : []));
    const ends = writes.flatMap((write) => ("end" in write ? [write.end] : []));
    const rows = await this.#writeTogether(ends, claims);
    let claimed = 0;
    return writes.map((write) => ("claim" in write ? (rows[claimed++] ?? []) : []));
  }

  /** The rows of the claims, in their order. */
  async #writeTogether(
    ends: readonly HoldEnd[],
    claims: readonly Claim[],
  ): Promise<readonly (readonly object[])[]> {
    const operations = this.#ending(ends);
    const [claim, ...otherClaims] = claims;
    if (claim !== undefined && otherClaims.length === 0 && operations.length === 0) {
      const call = { signal: uncancelled };
      const change = this.#claiming(claim);
      return [await this.#records.call((store) => store.update(jobRows, change, call))];
    }
    const rows = await this.#atomic([
      ...operations,
      ...claims.map((each) => updating(jobRows, this.#claiming(each))),
    ]);
    return rows.slice(operations.length);
  }

  #claiming({ topic, ids, limit, token }: Claim): Change<typeof jobRows> {
    return {
      where: { topic, ready: true, ...(ids && { id: { in: ids } }) },
      order: ORDER,
      limit,
      set: { ready: false, runAt: this.#clock.now() + this.leaseMs, token },
      add: { attempt: 1 },
    };
  }

  /** One operation for all jobs of a claim that end alike: a batch of many must not take long. */
  #ending(ends: readonly HoldEnd[]): Operation[] {
    const now = this.#clock.now();
    return [...Map.groupBy(ends, ({ runAt }) => runAt)].flatMap(([runAt, alike]) =>
      heldGroups(alike.map(({ job }) => job)).map((group) => {
        const where = stillHeld(group);
        if (runAt === undefined) return removing(jobRows, { where });
        return updating(jobRows, { where, set: { ready: runAt <= now, runAt, token: null } });
      }),
    );
  }

  async #atomic(
    operations: readonly Operation[],
    signal = uncancelled,
  ): Promise<readonly (readonly object[])[]> {
    const outcome = await this.#records.call((store) => store.atomic(operations, { signal }));
    return outcome.applied ? outcome.rows : [];
  }
}
