import type { Call, Records, Where } from "../../storage/index.ts";
import type { JobTotals } from "./board/job-counts.ts";
import { jobRows, resultRows, type JobRow } from "./collections.ts";
import { findInStates } from "./find-in-states.ts";
import type { InnerParts } from "./job-parts.ts";
import { jobSteps } from "./job-states.ts";
import { jobView } from "./job-view.ts";
import type { Job, JobStatus } from "./job.ts";

/** Rows that are read at a time. */
const AT_ONCE = 200;

/** Which jobs of an account, and how many of them. */
export interface JobQuery {
  readonly account: string;
  readonly type: string;
  /** `processing` means all that are not settled. */
  readonly status?: Extract<JobStatus, "processing" | "completed" | "failed"> | undefined;
  /** What their action begins with. */
  readonly actionPrefix?: string | undefined;
  /** Judges each job; every one when absent. */
  readonly matches?: ((job: Job) => boolean) | undefined;
  /** How many to pass over. */
  readonly skip: number;
  readonly take: number;
}

/** A job of a list. */
export interface ListedJob {
  readonly job: Job;
  /** The text of its result; null where it has none, undefined for one that is too large for its row. */
  readonly result: string | null | undefined;
}

/** A part of a list, newest first. */
export interface JobList {
  readonly jobs: readonly ListedJob[];
  /** How many the whole list has. */
  readonly total: number;
}

type Condition = Where<typeof jobRows>;

/** The dependencies of {@link JobLists}. */
interface ListParts extends Pick<InnerParts, "records" | "clock" | "settings"> {
  /** How the account's jobs of a type stand. */
  readonly totals: (account: string, type: string, call: Call) => Promise<JobTotals>;
}

/** Lists jobs. */
export class JobLists {
  readonly #parts: ListParts;

  constructor(parts: ListParts) {
    this.#parts = parts;
  }

  /** As `Jobs.list`. */
  async list(query: JobQuery, call: Call): Promise<JobList> {
    const records = await this.#parts.records.ready(call);
    const { matches, skip, take } = query;
    const found: Job[] = [];
    let total = matches === undefined ? await this.#count(records, query, call) : 0;
    const isOver = (seen: number): boolean => matches === undefined && seen >= skip + take;
    let seen = 0;
    const statuses = query.status === undefined ? undefined : statesOf(query.status);
    for await (const rows of newestFirst(records, { where: this.#where(query), statuses }, call)) {
      for (const row of rows) {
        const job = jobView(row);
        if (matches?.(job) === false) continue;
        if (seen >= skip && found.length < take) found.push(job);
        seen += 1;
      }
      if (isOver(seen)) break;
    }
    if (matches !== undefined) total = seen;
    return { jobs: await withResults(records, found, call), total };
  }

  /** How many a whole list has: from the counts of days, where it has all of a state. */
  async #count(records: Records, query: JobQuery, call: Call): Promise<number> {
    const { account, type, status, actionPrefix } = query;
    if (actionPrefix === undefined) {
      const totals = await this.#parts.totals(account, type, call);
      if (status !== undefined) return totals[status];
      return totals.processing + totals.completed + totals.failed;
    }
    const states = status === undefined ? {} : { status: { in: statesOf(status) } };
    return await records.count(jobRows, { where: { ...this.#where(query), ...states } }, call);
  }

  #where(query: Pick<JobQuery, "account" | "type" | "actionPrefix">): Condition {
    const { account, type, actionPrefix: prefix } = query;
    const { clock, settings } = this.#parts;
    return {
      account,
      type,
      createdAt: { gt: clock.now() - settings.retentionMs },
      ...(prefix === undefined ? {} : { action: { gte: prefix, lt: behind(prefix) } }),
    };
  }
}

function statesOf(status: NonNullable<JobQuery["status"]>): readonly JobStatus[] {
  return status === "processing" ? jobSteps.cancel : [status];
}

/** The first text behind all that begin so. */
function behind(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}

/**
 * Rows in pieces: each begins where the one before ended, at a time that several may share. A look has
 * one end of the time only, as in `rowsBehind`.
 */
async function* newestFirst(
  records: Records,
  {
    where,
    statuses,
  }: { readonly where: Condition; readonly statuses: readonly JobStatus[] | undefined },
  call: Call,
): AsyncGenerator<readonly JobRow[]> {
  const order = [
    ["createdAt", "desc"],
    ["id", "asc"],
  ] as const;
  const since = where.createdAt as { readonly gt: number };
  let until = Infinity;
  let shown = new Set<string>();
  for (;;) {
    const limit = AT_ONCE + shown.size;
    const createdAt = until === Infinity ? since : { lte: until };
    const query = { where: { ...where, createdAt }, statuses, order, limit };
    const rows = await findInStates(records, query, call);
    const fresh = rows.filter((row) => !shown.has(row.id) && row.createdAt > since.gt);
    yield fresh;
    const oldest = fresh.at(-1)?.createdAt;
    if (oldest === undefined || rows.length < limit) return;
    const kept = oldest === until ? shown : [];
    const atEnd = fresh.filter(({ createdAt: at }) => at === oldest).map(({ id }) => id);
    shown = new Set([...kept, ...atEnd]);
    until = oldest;
  }
}

async function withResults(
  records: Records,
  jobs: readonly Job[],
  call: Call,
): Promise<ListedJob[]> {
  const completed = jobs.filter(({ status }) => status === "completed").map(({ id }) => id);
  const rows =
    completed.length === 0
      ? []
      : await records.find(resultRows, { where: { id: { in: completed } } }, call);
  const texts = new Map(rows.map(({ id, text }) => [id, text ?? undefined]));
  return jobs.map((job) => {
    return { job, result: job.status === "completed" ? texts.get(job.id) : null };
  });
}
