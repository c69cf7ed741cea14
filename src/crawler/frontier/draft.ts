import {
  inserting,
  removing,
  updating,
  type Change,
  type Operation,
  type Where,
} from "../../storage/index.ts";
import {
  crawlRows,
  hostRows,
  levelRows,
  reasonFields,
  type CrawlRow,
  type HostRow,
} from "./frontier-collections.ts";
import { OpenLevels } from "./open-levels.ts";

type Mutable<R> = { -readonly [F in keyof R]: R[F] };
/** A row as it will be, and what must hold of it as it is. */
interface Drafted<R, W> {
  readonly row: Mutable<R>;
  guard: W;
}

/** A crawl, its hosts and levels as a step found them. */
export interface Seen {
  readonly crawl: CrawlRow;
  readonly hosts: ReadonlyMap<string, HostRow>;
  /** Open URLs by depth; empty where the depth is infinite. */
  readonly levels: ReadonlyMap<number, number>;
}

type CrawlWhere = Where<typeof crawlRows>;
type HostWhere = Where<typeof hostRows>;
type HostField = "waiting" | "held" | "delayed" | "active";

/** A time that never comes, and one before all times; both are finite, as stored numbers are. */
export const NEVER = Number.MAX_SAFE_INTEGER;
const BEFORE = Number.MIN_SAFE_INTEGER;

const crawlFields = [
  "started",
  "waiting",
  "claimed",
  "held",
  ...Object.values(reasonFields),
] as const;
const hostFields: readonly HostField[] = ["waiting", "held", "delayed", "active"];

/**
 * Counts of a crawl, its hosts and levels as they will be. The rows are changed freely; what is
 * written is the difference, so that other workers' changes are kept.
 */
export class Draft {
  readonly crawl: Drafted<CrawlRow, CrawlWhere>;
  readonly levels = new OpenLevels();
  readonly #seen: Seen;
  readonly #hosts = new Map<string, Drafted<HostRow, HostWhere>>();

  constructor(seen: Seen) {
    const { id, finished } = seen.crawl;
    this.#seen = seen;
    this.crawl = { row: { ...seen.crawl }, guard: { id, finished } };
    for (const [depth, open] of seen.levels) this.levels.add(depth, open);
  }

  /** Whether a URL may be claimed that has no place among `maxPages` yet. */
  get hasSlots(): boolean {
    const { maxPages, started } = this.crawl.row;
    return maxPages === null || started < maxPages;
  }

  /** A host; one that was not there before is made. */
  host(name: string): Drafted<HostRow, HostWhere> {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const { id: crawl } = this.#seen.crawl;
    const row = this.#seen.hosts.get(name) ?? newHost(crawl, name);
    const drafted = { row: { ...row }, guard: { crawl, host: name } };
    this.#hosts.set(name, drafted);
    return drafted;
  }

  /** The host if it was there before, or was made. */
  knownHost(name: string): Drafted<HostRow, HostWhere> | undefined {
    return this.#hosts.has(name) || this.#seen.hosts.has(name) ? this.host(name) : undefined;
  }

  /** How many more claims of a host are open than before; fewer when negative. */
  grown(name: string): number {
    return this.host(name).row.active - (this.#seen.hosts.get(name)?.active ?? 0);
  }

  /** Hosts as they will be. */
  hosts(): HostRow[] {
    return Array.from(this.#hosts.values(), ({ row }) => row);
  }

  /** What is to be written, the crawl's row first. */
  operations(): Operation[] {
    return [this.#crawlOperation(), ...this.#hostOperations(), ...this.#levelOperations()];
  }

  #crawlOperation(): Operation {
    const { row } = this.crawl;
    const { crawl: seen } = this.#seen;
    const growth = row.started - seen.started;
    // Others may have started claims since: there must still be places for these.
    const { maxPages } = row;
    const isBound = maxPages !== null && growth > 0;
    const guard = isBound
      ? { ...this.crawl.guard, started: { lte: maxPages - growth } }
      : this.crawl.guard;
    const add: Change<typeof crawlRows>["add"] = { ...differences(seen, row, crawlFields) };
    const more = row.started + row.waiting - seen.started - seen.waiting;
    return updating(
      crawlRows,
      {
        where: guard,
        add: more === 0 ? add : { ...add, occupied: more },
        ...(row.finished === seen.finished ? {} : { set: { finished: row.finished } }),
      },
      1,
    );
  }

  #hostOperations(): Operation[] {
    const operations: Operation[] = [];
    const made: HostRow[] = [];
    for (const [name, drafted] of this.#hosts) {
      const seen = this.#seen.hosts.get(name);
      if (seen === undefined) made.push(drafted.row);
      else operations.push(...hostOperations(seen, drafted));
    }
    return made.length === 0 ? operations : [...operations, inserting(hostRows, made)];
  }

  #levelOperations(): Operation[] {
    const { crawl, levels } = this.#seen;
    if (crawl.maxDepth === null) return [];
    const operations: Operation[] = [];
    const now = new Map(this.levels.entries());
    for (const [depth, open] of levels) {
      const more = (now.get(depth) ?? 0) - open;
      if (more === 0) continue;
      const where = { crawl: crawl.id, depth };
      operations.push(updating(levelRows, { where, add: { open: more } }, 1));
      if (!now.has(depth)) operations.push(removing(levelRows, { where: { ...where, open: 0 } }));
    }
    const made = [...now].filter(([depth]) => !levels.has(depth));
    const rows = made.map(([depth, open]) => ({ crawl: crawl.id, depth, open }));
    return rows.length === 0 ? operations : [...operations, inserting(levelRows, rows)];
  }
}

function hostOperations(seen: HostRow, { row, guard }: Drafted<HostRow, HostWhere>): Operation[] {
  const { crawl, host } = seen;
  const add = differences(seen, row, hostFields);
  const operations: Operation[] = [];
  const isStarted = row.lastStart !== seen.lastStart;
  if (isStarted || Object.keys(add).length > 0) {
    operations.push(
      updating(
        hostRows,
        {
          where: guard,
          add: row.delayed === seen.delayed ? add : { ...add, turns: 1 },
          ...(isStarted ? { set: { lastStart: row.lastStart } } : {}),
        },
        1,
      ),
    );
  }
  // Other workers may have set an earlier due or a later end of the pause; theirs stay then.
  const { dueAt, pausedUntil } = row;
  if (dueAt < seen.dueAt) {
    const where = { crawl, host, dueAt: { gt: dueAt } };
    operations.push(updating(hostRows, { where, set: { dueAt } }));
  }
  if (pausedUntil > seen.pausedUntil) {
    const where = { crawl, host, pausedUntil: { lt: pausedUntil } };
    operations.push(updating(hostRows, { where, set: { pausedUntil } }));
  }
  return operations;
}

/** By how much numbers differ; those that do not are left out. */
function differences<F extends string>(
  before: Readonly<Record<F, number>>,
  after: Readonly<Record<F, number>>,
  fields: readonly F[],
): { readonly [Name in F]?: number } {
  const differing: { [Name in F]?: number } = {};
  for (const field of fields) {
    const by = after[field] - before[field];
    if (by !== 0) differing[field] = by;
  }
  return differing;
}

function newHost(crawl: string, host: string): HostRow {
  return {
    crawl,
    host,
    waiting: 0,
    held: 0,
    delayed: 0,
    dueAt: NEVER,
    turns: 0,
    active: 0,
    lastStart: BEFORE,
    pausedUntil: 0,
  };
}
