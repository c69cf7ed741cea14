import type { Call, Records, Where } from "../../storage/index.ts";
import { jobRows, resultRows, type JobRow } from "./collections.ts";
import type { InnerParts } from "./job-parts.ts";
import { before } from "./job-states.ts";
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

/** How an account's jobs of a type stand, all that are kept. */
export interface JobTotals {
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  readonly creditsUsed: number;
}

type Condition = Where<typeof jobRows>;

/** Lists jobs. */
export class JobLists {
  readonly #parts: Pick<InnerParts, "records" | "clock" | "settings">;

  constructor(parts: Pick<InnerParts, "records" | "clock" | "settings">) {
    this.#parts = parts;
  }

  /** As `Jobs.list`. */
  async list(query: JobQuery, call: Call): Promise<JobList> {
    const records = await this.#parts.records.ready(call);
    const where = this.#where(query);
    const { matches, skip, take } = query;
    const found: Job[] = [];
    let total = matches === undefined ? await records.count(jobRows, { where }, call) : 0;
    const isOver = (seen: number): boolean => matches === undefined && seen >= skip + take;
    let seen = 0;
    for await (const rows of newestFirst(records, where, call)) {
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

  /** As `Jobs.totals`. */
  async totals(query: Pick<JobQuery, "account" | "type">, call: Call): Promise<JobTotals> {
    const records = await this.#parts.records.ready(call);
    const count = (status: JobQuery["status"]): Promise<number> =>
      records.count(jobRows, { where: this.#where({ ...query, status }) }, call);
    const [processing, completed, failed] = await Promise.all([
      count("processing"),
      count("completed"),
      count("failed"),
    ]);
    let creditsUsed = 0;
    const where = { ...this.#where(query), creditsUsed: { gt: 0 } };
    for await (const rows of newestFirst(records, where, call)) {
      for (const row of rows) creditsUsed += row.creditsUsed ?? 0;
    }
    return { processing, completed, failed, creditsUsed };
  }

  #where(query: Pick<JobQuery, "account" | "type" | "status" | "actionPrefix">): Condition {
    const { account, type, status, actionPrefix: prefix } = query;
    const { clock, settings } = this.#parts;
    return {
      account,
      type,
      createdAt: { gt: clock.now() - settings.retentionMs },
      ...(status === undefined ? {} : statusIs(status)),
      ...(prefix === undefined ? {} : { action: { gte: prefix, lt: behind(prefix) } }),
    };
  }
}

function statusIs(status: NonNullable<JobQuery["status"]>): Condition {
  return status === "processing" ? before("cancel") : { status };
}

/** The first text behind all that begin so. */
function behind(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}

/** Rows in pieces: each begins where the one before ended, at a time that several may share. */
async function* newestFirst(
  records: Records,
  where: Condition,
  call: Call,
): AsyncGenerator<readonly JobRow[]> {
  const order = [
    ["createdAt", "desc"],
    ["id", "asc"],
  ] as const;
  const since = where.createdAt as { readonly gt: number };
  let until = Number.MAX_SAFE_INTEGER;
  let shown = new Set<string>();
  for (;;) {
    const limit = AT_ONCE + shown.size;
    const query = { where: { ...where, createdAt: { ...since, lte: until } }, order, limit };
    const rows = await records.find(jobRows, query, call);
    const fresh = rows.filter(({ id }) => !shown.has(id));
    yield fresh;
    const oldest = fresh.at(-1)?.createdAt;
    if (oldest === undefined || rows.length < limit) return;
    const kept = oldest === until ? shown : [];
    const atEnd = fresh.filter(({ createdAt }) => createdAt === oldest).map(({ id }) => id);
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
