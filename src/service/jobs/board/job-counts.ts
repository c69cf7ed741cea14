import type { Call, Records } from "../../../storage/index.ts";
import { ledgerRows } from "../../accounts/credits/collections.ts";
import { jobRows } from "../collections.ts";
import type { JobStatus } from "../job.ts";
import type { BoardParts } from "./board-parts.ts";

const DAY = 86_400_000;
/** Milliseconds after a day's end in which a job of it may still be stored: clocks differ. */
const SETTLING = 600_000;
/** Days of accounts that are kept. */
const MOST_KEPT = 1000;

/** Which jobs are counted. */
export interface CountQuery {
  readonly account: string;
  /** Created from … */
  readonly since: number;
  /** … to before, in milliseconds since 1970. */
  readonly until: number;
}

/** Jobs of one type, counted. */
interface JobCount {
  readonly type: string;
  readonly statuses: Readonly<Record<JobStatus, number>>;
  /** Milliseconds that jobs ran, to two digits, below which the part of a hundred is; none ran: null. */
  readonly durations: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
}

/** Credits of one product. */
interface Spending {
  /** A job's type, `monitor` or `browser`; `other` for what was paid before products were kept. */
  readonly product: string;
  /** Taken, less what was given back. */
  readonly credits: number;
}

/** What was counted of a time. */
export interface Count {
  readonly jobs: readonly JobCount[];
  readonly spent: readonly Spending[];
}

/** How an account's jobs of a type stand, all that are kept. */
export interface JobTotals {
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  readonly creditsUsed: number;
}

/** The same of each day, newest first, and of all. */
export interface Counts {
  readonly days: readonly (Count & { /** Its beginning in UTC. */ readonly day: number })[];
  readonly total: Count;
}

/** Jobs of a type, state and duration. */
interface Bin {
  readonly type: string;
  readonly status: string;
  readonly lasted: number | null;
  readonly count: number;
  /** What they cost. */
  readonly used: number;
}

/** A day as it was read. */
interface ReadDay {
  readonly day: number;
  readonly bins: readonly Bin[];
  readonly spent: readonly Spending[];
}

/** A part of a day. */
interface Span {
  readonly day: number;
  readonly from: number;
  readonly until: number;
}

/**
 * Counts jobs, a day at a time, so that nothing else waits for long. A day whose jobs are all settled
 * does not change any more, and is not read again.
 */
export class JobCounts {
  readonly #parts: BoardParts;
  readonly #kept = new Map<string, ReadDay>();

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** As `JobBoard.counts`. */
  async of(query: CountQuery, call: Call): Promise<Counts> {
    const days = await this.#days(query, call);
    return {
      days: days.map(({ day, bins, spent }) => ({ day, ...countOf(bins, spent) })),
      total: countOf(
        days.flatMap(({ bins }) => bins),
        days.flatMap(({ spent }) => spent),
      ),
    };
  }

  /** As `JobBoard.totals`. */
  async totals(account: string, type: string, call: Call): Promise<JobTotals> {
    const days = await this.#days({ account, since: 0, until: Infinity }, call);
    const own = days.flatMap(({ bins }) => bins.filter((bin) => bin.type === type));
    const completed = sumOf(own, "completed");
    const failed = sumOf(own, "failed");
    return {
      processing: own.reduce((sum, { count }) => sum + count, 0) - completed - failed,
      completed,
      failed,
      creditsUsed: own.reduce((sum, { used }) => sum + used, 0),
    };
  }

  /** The days of a time that have anything, newest first. */
  async #days({ account, since, until }: CountQuery, call: Call): Promise<ReadDay[]> {
    const { clock, settings } = this.#parts;
    const now = clock.now();
    const records = await this.#parts.records.ready(call);
    const from = Math.max(since, now - settings.retentionMs + 1);
    const days: ReadDay[] = [];
    for (const span of spansOf(from, Math.min(until, now + DAY))) {
      const key = `${account} ${span.day}`;
      const isWhole = span.until - span.from === DAY && span.until + SETTLING < now;
      const read =
        (isWhole ? this.#kept.get(key) : undefined) ??
        (await readDay(records, { account, ...span }, call));
      if (isWhole && read.bins.every(({ status }) => isOver(status))) this.#keep(key, read);
      if (read.bins.length + read.spent.length > 0) days.push(read);
    }
    return days;
  }

  #keep(key: string, read: ReadDay): void {
    this.#kept.delete(key);
    this.#kept.set(key, read);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The days of a time, newest first. */
function spansOf(from: number, until: number): Span[] {
  const spans: Span[] = [];
  const first = Math.floor(from / DAY) * DAY;
  for (let day = first; day < until; day += DAY) {
    spans.push({ day, from: Math.max(day, from), until: Math.min(day + DAY, until) });
  }
  return spans.toReversed();
}

async function readDay(
  records: Records,
  { account, day, from, until }: Span & { readonly account: string },
  call: Call,
): Promise<ReadDay> {
  const createdAt = { gte: from, lt: until };
  const by = ["type", "status", "lasted"] as const;
  const jobs = { where: { account, createdAt, parent: null }, by, sum: ["creditsUsed"] } as const;
  const kind = { in: ["charge", "refund"] };
  const paid = { where: { account, createdAt, kind }, by: ["product"], sum: ["credits"] } as const;
  const [bins, spent] = await Promise.all([
    records.tally(jobRows, jobs, call),
    records.tally(ledgerRows, paid, call),
  ]);
  return {
    day,
    bins: bins.map(({ values, count, sums }) => ({ ...values, count, used: sums.creditsUsed })),
    spent: spent.map(({ values, sums }) => {
      return { product: values.product ?? "other", credits: 0 - sums.credits };
    }),
  };
}

function countOf(bins: readonly Bin[], spent: readonly Spending[]): Count {
  const jobs = [...Map.groupBy(bins, ({ type }) => type)].map(([type, own]) => ({
    type,
    statuses: {
      pending: sumOf(own, "pending"),
      queued: sumOf(own, "queued"),
      processing: sumOf(own, "processing"),
      completed: sumOf(own, "completed"),
      failed: sumOf(own, "failed"),
    },
    durations: durationsOf(own),
  }));
  const products = [...Map.groupBy(spent, ({ product }) => product)].map(([product, own]) => ({
    product,
    credits: own.reduce((sum, { credits }) => sum + credits, 0),
  }));
  return {
    jobs: jobs.toSorted((one, other) => (one.type < other.type ? -1 : 1)),
    spent: products.toSorted((one, other) => (one.product < other.product ? -1 : 1)),
  };
}

function sumOf(bins: readonly Bin[], status: JobStatus): number {
  return bins.reduce((sum, bin) => sum + (bin.status === status ? bin.count : 0), 0);
}

function durationsOf(bins: readonly Bin[]): JobCount["durations"] {
  const ran = bins.flatMap(({ lasted, count }) => (lasted === null ? [] : [{ lasted, count }]));
  ran.sort((one, other) => one.lasted - other.lasted);
  const all = ran.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const at = (part: number): number => {
    let left = Math.ceil(all * part);
    for (const { lasted, count } of ran) {
      left -= count;
      if (left <= 0) return lasted;
    }
    return 0;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function isOver(status: string): boolean {
  return status === "completed" || status === "failed";
}
