import type { JobRow } from "./collections.ts";
import type { JobStatus } from "./job.ts";

// The life of a job (decisions, 3.1), as what each step asks of its row and writes into it.

/** Milliseconds within which a job is to be started. */
export const START_WITHIN = 1_800_000;
/**
 * Milliseconds for which a run has its job without a sign of life. Another worker goes on within two
 * more seconds: the sweep looks each second, the queue as often.
 */
export const HELD_FOR = 8000;
/** Milliseconds between two signs of life. */
export const SHOWN_EVERY = HELD_FOR / 3;
/** Milliseconds for which a run tries to write through an outage: its token fences what comes late. */
export const OUTAGE_PATIENCE = 30_000;
/** Runs of one job: the first, and two after its worker was lost. */
export const MOST_RUNS = 3;
/** Milliseconds after which a job that waits is looked at for the first time. */
export const FIRST_LOOK = 20_000;
/** Longest failure text, in characters. */
const LONGEST_ERROR = 1000;

/** Where a job may be before each step. Nothing leaves `completed` and `failed`. */
export const jobSteps = Object.freeze({
  /** The queue has it, and that is shown. */
  queue: ["pending"],
  /** A worker starts. */
  start: ["pending", "queued"],
  /** Another worker goes on after one that was lost. */
  takeOver: ["processing"],
  /** A worker that stops hands it back; nobody sees a change. */
  handBack: ["processing"],
  /** The work ends. */
  settle: ["processing"],
  /** It could not be queued, or was not started in time. */
  giveUp: ["pending", "queued"],
  /** Nobody wants it any more. */
  cancel: ["pending", "queued", "processing"],
  /** The first child of a batch leaves `pending`. */
  startBatch: ["pending"],
  /** The last child of a batch is settled. */
  settleBatch: ["pending", "processing"],
} as const satisfies Readonly<Record<string, readonly JobStatus[]>>);

/** Which rows a step may be done to, besides their id. */
export function before(step: keyof typeof jobSteps): {
  readonly status: { in: readonly string[] };
} {
  return { status: { in: jobSteps[step] } };
}

/** A job that waits in the queue, and shows it: guard and values. */
export function queued(now: number) {
  return { where: before("queue"), set: { status: "queued", changedAt: now } } as const;
}

/** Whether a job has not been started. */
export function isWaiting({ status }: Pick<JobRow, "status">): boolean {
  return status === "pending" || status === "queued";
}

/** A run that begins: guard and values. Jobs that waited too long are not started. */
export function started(now: number, holder: string) {
  return {
    where: { ...before("start"), createdAt: { gt: now - START_WITHIN } },
    set: {
      status: "processing",
      startedAt: now,
      changedAt: now,
      holder,
      lookAt: now + HELD_FOR,
    },
    add: { runs: 1 },
  } as const;
}

/** A run that goes on where another was lost. */
export function takenOver(row: Pick<JobRow, "holder" | "lookAt">, now: number, holder: string) {
  return {
    where: { ...before("takeOver"), holder: row.holder, lookAt: row.lookAt },
    set: { holder, lookAt: now + HELD_FOR },
    add: { runs: 1 },
  } as const;
}

/** A run that ends before its job: the job waits for another, and the run does not count. */
export function handedBack(now: number, holder: string) {
  return {
    where: { ...before("handBack"), holder },
    set: { holder: null, lookAt: now + FIRST_LOOK },
    add: { runs: -1 },
  } as const;
}

/** Whether somebody has the job and is alive, as far as one can tell. */
export function isHeld(
  { holder, lookAt }: Pick<JobRow, "holder" | "lookAt">,
  now: number,
): boolean {
  return holder !== null && lookAt !== null && lookAt > now;
}

/** Milliseconds until a held job is anybody's, where its holder missed two signs; undefined where not. */
export function untilFree({ lookAt }: Pick<JobRow, "lookAt">, now: number): number | undefined {
  const left = (lookAt ?? now) - now;
  return left <= SHOWN_EVERY ? left : undefined;
}

/** When a new job is looked at. */
export function firstLook(now: number): number {
  return now + FIRST_LOOK;
}

/**
 * When a job that was looked at is looked at again: one that waits after twice its age, so that a long
 * queue is not pushed again and again, and at the end of the time that it may wait.
 */
export function nextLook({ status, createdAt }: Pick<JobRow, "status" | "createdAt">, now: number) {
  if (!isWaiting({ status })) return now + FIRST_LOOK;
  const end = createdAt + START_WITHIN;
  return Math.max(now + 1, Math.min(end, now + Math.max(FIRST_LOOK, now - createdAt)));
}

/** Whether a job has waited for too long. */
export function isOverdue(
  { status, createdAt }: Pick<JobRow, "status" | "createdAt">,
  now: number,
) {
  return isWaiting({ status }) && createdAt + START_WITHIN <= now;
}

/** What a job came to. */
export interface JobEnd {
  readonly status: "completed" | "failed";
  readonly error: string | null;
  /** Of the kind's own; none when absent. */
  readonly code?: string | undefined;
  readonly credits: number;
}

/**
 * The values of a job that has come to its end.
 * @param since when it began to run; null when it did not
 */
export function settledAs(
  { status, error, code, credits }: JobEnd,
  now: number,
  since: number | null,
) {
  const text = error === null ? null : error.slice(0, LONGEST_ERROR).toWellFormed();
  const over = { holder: null, lookAt: null, left: null } as const;
  return {
    status,
    error: text,
    errorCode: code ?? null,
    creditsUsed: credits,
    completedAt: now,
    changedAt: now,
    lasted: since === null ? null : twoDigits(Math.max(0, now - since)),
    ...over,
  };
}

/** A number of milliseconds, of which two digits say enough. */
function twoDigits(ms: number): number {
  return Number(ms.toPrecision(2));
}

/** What a batch comes to when its last child is settled. */
export function batchEnd({
  unitsCompleted,
  spent,
}: Pick<JobRow, "unitsCompleted" | "spent">): JobEnd {
  return unitsCompleted > 0
    ? { status: "completed", error: null, credits: spent }
    : { status: "failed", error: "All URLs failed", credits: spent };
}
