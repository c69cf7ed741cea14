import { deadline, Drain, type Clock, type Ids } from "../../core/index.ts";
import { throughOutages } from "../base/outages.ts";
import { newHolder, type ClaimedRow } from "./claims.ts";
import type { JobRow } from "./collections.ts";
import type { JobBells } from "./job-bells.ts";
import type { InnerParts, Kinds } from "./job-parts.ts";
import type { JobRunner } from "./job-runner.ts";
import { FIRST_LOOK } from "./job-states.ts";
import { asideOf, type JobKind } from "./job.ts";
import { Places } from "./places.ts";
import { pushJob } from "./push-job.ts";
import type { Job as Delivery } from "../../queue/index.ts";
import { ServiceError } from "../base/service-error.ts";

/** Milliseconds that a job waits for a place here before the queue gets it, and with it others. */
const LINE_MS = 1000;

/** The dependencies of own runs. */
interface OwnRunsParts {
  readonly bells: Pick<JobBells, "expect" | "forget">;
  readonly runner: Pick<JobRunner, "deliver" | "run">;
  readonly queue: Pick<InnerParts["queue"], "push">;
  readonly kinds: Kinds;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A place that is kept for a job which is about to be stored as begun. */
export interface Seat {
  /** Who has the job. */
  readonly holder: string;
  /** The job is stored: it is run, and the place is free again. */
  run(row: ClaimedRow): void;
  /** It is not: the place is free again. */
  leave(): void;
}

/** What a job is known by, here and in the queue. */
type Lined = Pick<JobRow, "id" | "type" | "parent" | "account">;

/** Whose job of which type is to have a place. */
type Seated = Pick<JobRow, "type" | "account">;

/**
 * The runs of a process, in places that are counted once: of jobs that the queue brings, and of short
 * ones that this process was given itself, which need no queue. Those that find no place wait in a
 * line; after a second they are pushed.
 */
export class OwnRuns {
  readonly #parts: OwnRunsParts;
  readonly #stop: AbortSignal;
  readonly #places = new Map<string, Places>();
  /** Each ends the wait of a job here. */
  readonly #lined = new Set<() => void>();
  readonly #underWay = new Drain();
  #isEnding = false;

  /** @param stop aborts when runs are to go back to the queue */
  constructor(parts: OwnRunsParts, stop: AbortSignal) {
    this.#parts = parts;
    this.#stop = stop;
  }

  /**
   * Runs a job that the queue brought.
   * @throws as `JobRunner.deliver`
   */
  async deliver(
    kind: JobKind,
    { body, owner }: Pick<Delivery, "body" | "owner">,
    lost: AbortSignal,
  ): Promise<void> {
    const signal = AbortSignal.any([lost, this.#stop]);
    const places = this.#placesOf(kind.type);
    await places.take(signal, owner);
    try {
      await this.#parts.runner.deliver(kind, body, signal);
    } finally {
      places.leave(owner);
    }
  }

  /** A place for a short job, if one is free. */
  seat({ type, account }: Seated): Seat | undefined {
    const kind = this.#shortKind(type);
    if (kind === undefined) return undefined;
    const places = this.#placesOf(type);
    return places.tryTake(account) ? this.#seatAt(kind, { places, account }) : undefined;
  }

  /**
   * The same for a caller who waits for the job anyway: when one is free, within the time that jobs
   * wait here. A job that is stored only then need not be claimed.
   * @throws the signal's reason
   */
  async seatSoon({ type, account }: Seated, signal: AbortSignal): Promise<Seat | undefined> {
    signal.throwIfAborted();
    const kind = this.#shortKind(type);
    if (kind === undefined) return undefined;
    const places = this.#placesOf(type);
    const { promise, resolve } = Promise.withResolvers<Seat | undefined>();
    const giveUp = (): void => {
      if (leave()) resolve(undefined);
    };
    const wait = this.#wait(giveUp);
    const leave = places.line(() => resolve(this.#seatAt(kind, { places, account })), account);
    signal.addEventListener("abort", giveUp, { once: true });
    const seat = await promise;
    wait.end();
    signal.removeEventListener("abort", giveUp);
    if (seat === undefined) signal.throwIfAborted();
    return seat;
  }

  /**
   * For a job that is run as it is stored, however many are.
   * @throws ServiceError `SERVICE_UNAVAILABLE` when no more are taken
   */
  seatNow(kind: JobKind): Seat {
    if (!this.#isEnding) return this.#seatAt(kind, undefined);
    throw new ServiceError("SERVICE_UNAVAILABLE", { message: "The service is closing." });
  }

  #seatAt(
    kind: JobKind,
    at: { readonly places: Places; readonly account: string } | undefined,
  ): Seat {
    const left = Promise.withResolvers<void>();
    void this.#underWay.add(left.promise);
    const leave = (): void => {
      at?.places.leave(at.account);
      left.resolve();
    };
    const run = async (row: ClaimedRow): Promise<void> => {
      this.#parts.bells.expect(row.id);
      await this.#runOrPush(row, () => this.#parts.runner.run(kind, row, this.#stop));
      leave();
    };
    return { holder: newHolder(this.#parts.ids), leave, run: (row) => void run(row) };
  }

  /** Lets a short job wait for a place; false when it is for the queue. */
  line(row: Lined): boolean {
    const kind = this.#shortKind(row.type);
    if (kind === undefined) return false;
    const places = this.#placesOf(row.type);
    this.#parts.bells.expect(row.id);
    const run = async (): Promise<void> => {
      await this.#runOrPush(row, () => this.#parts.runner.deliver(kind, row.id, this.#stop));
      places.leave(row.account);
    };
    const push = (): void => {
      wait.end();
      if (leave()) void this.#underWay.add(this.#push(row));
    };
    const wait = this.#wait(push);
    const leave = places.line(() => {
      wait.end();
      void this.#underWay.add(run());
    }, row.account);
    return true;
  }

  /** Takes no more; those that wait go to the queue. Resolves when no run is under way. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const giveUp of this.#lined) giveUp();
    await this.#underWay.end();
  }

  #shortKind(type: string): JobKind | undefined {
    const kind = this.#parts.kinds.run.find((each) => each.type === type);
    return this.#isEnding || kind?.start !== "soon" ? undefined : kind;
  }

  #placesOf(type: string): Places {
    const known = this.#places.get(type);
    if (known !== undefined) return known;
    const kind = this.#parts.kinds.run.find((one) => one.type === type);
    const places = kind ? new Places(kind.concurrency, asideOf(kind)) : new Places(0, 0);
    this.#places.set(type, places);
    return places;
  }

  /** The time that a job waits here at most. */
  #wait(giveUp: () => void): { end(): void } {
    const cancel = this.#parts.clock.timer(LINE_MS, giveUp);
    this.#lined.add(giveUp);
    return {
      end: () => {
        cancel();
        this.#lined.delete(giveUp);
      },
    };
  }

  /** What throws is for another run: this worker stops, the store fails, or somebody has the job. */
  async #runOrPush(row: Lined, run: () => Promise<void>): Promise<void> {
    try {
      await run();
      this.#parts.bells.forget(row.id);
    } catch {
      await this.#push(row);
    }
  }

  /** Where that fails until the sweep looks at the job, or this worker stops, the sweep pushes it. */
  async #push(row: Lined): Promise<void> {
    this.#parts.bells.forget(row.id);
    using limit = deadline(this.#parts.clock, FIRST_LOOK, this.#stop);
    const push = (): Promise<boolean> => pushJob(this.#parts.queue, row);
    await throughOutages(this.#parts, limit.signal, push).catch(() => {});
  }
}
