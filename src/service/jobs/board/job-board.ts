import type { Call } from "../../../storage/index.ts";
import { jobView } from "../job-view.ts";
import type { Job, JobStatus } from "../job.ts";
import type { BoardParts } from "./board-parts.ts";
import { JobChanges } from "./job-changes.ts";
import { JobCounts, type CountQuery, type Counts, type JobTotals } from "./job-counts.ts";
import { rowsBehind, type ListPlace } from "./rows-behind.ts";

/** Which jobs of an account. */
interface PageQuery {
  readonly account: string;
  /** Of these types; of all when absent. */
  readonly types?: readonly string[] | undefined;
  /** In these states; in all when absent. */
  readonly statuses?: readonly JobStatus[] | undefined;
  /** Created from … */
  readonly since?: number | undefined;
  /** … to before, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** What their URL has in it. */
  readonly text?: string | undefined;
  /** The last job of the part before; the list's beginning when absent. */
  readonly behind: ListPlace | undefined;
  readonly limit: number;
}

/** A part of the list, newest first. */
interface JobPage {
  readonly jobs: readonly Job[];
  /** Where the next part begins; undefined at the end. */
  readonly next: ListPlace | undefined;
}

/** All jobs of an account: listed, counted, followed. The children of batches are not among them. */
export class JobBoard {
  readonly #parts: BoardParts;
  readonly #counts: JobCounts;
  readonly #changes: JobChanges;

  constructor(parts: BoardParts) {
    this.#parts = parts;
    this.#counts = new JobCounts(parts);
    this.#changes = new JobChanges(parts);
  }

  /** The types that jobs may have. */
  get types(): readonly string[] {
    return this.#parts.kinds.types;
  }

  /** What a job is about, in a line: its URL, or what its kind says. */
  titleOf(job: Job): string {
    return this.#parts.kinds.of(job.type).title?.(job) ?? job.url;
  }

  /** Path of the route that shows a job's document, relative to the base URL. */
  pathOf(job: Job): string {
    const kind = this.#parts.kinds.of(job.type);
    return `${kind.resultPath}/${kind.shownAs?.(job) ?? job.id}`;
  }

  /** A part of the list of jobs. */
  async page(query: PageQuery, call: Call): Promise<JobPage> {
    const { clock, settings } = this.#parts;
    const records = await this.#parts.records.ready(call);
    const { account, types, statuses, text, behind, limit } = query;
    const { since = 0, until = Infinity } = query;
    const where = {
      account,
      parent: null,
      ...(types !== undefined && { type: oneOf(types) }),
      ...(text !== undefined && { url: { contains: text } }),
    };
    const from = Math.max(since, clock.now() - settings.retentionMs + 1);
    const part = { by: "createdAt", direction: "desc", from, until, where, statuses } as const;
    const rows = await rowsBehind(records, { ...part, behind, limit: limit + 1 }, call);
    const jobs = rows.slice(0, limit).map(jobView);
    const last = jobs.at(-1);
    const isEnd = last === undefined || rows.length <= limit;
    return { jobs, next: isEnd ? undefined : { at: last.createdAt, id: last.id } };
  }

  /** How the jobs stand and what was spent, by day. */
  counts(query: CountQuery, call: Call): Promise<Counts> {
    return this.#counts.of(query, call);
  }

  /** How the account's jobs of a type stand, all that are kept. */
  totals(account: string, type: string, call: Call): Promise<JobTotals> {
    return this.#counts.totals(account, type, call);
  }

  /**
   * Jobs whose status changes, each as it then is, until the signal aborts or following ends; an empty
   * list where a look found nothing more.
   * @param since milliseconds since 1970; what changed up to 5 s before may come again
   */
  follow(account: string, since: number, call: Call): AsyncGenerator<readonly Job[]> {
    return this.#changes.follow(account, since, call);
  }

  /** Ends what {@link follow} gave, as if nothing changed any more. */
  endFollowing(): void {
    this.#changes.end();
  }
}

/** One value is looked up in an index in its order, several are not. */
function oneOf<Value>(values: readonly Value[]): Value | { readonly in: readonly Value[] } {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : { in: values };
}
