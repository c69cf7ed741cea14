import type { AtomicOutcome, Operation, Records } from "../../storage/index.ts";
import type { FrontierCall, FrontierLimits } from "../frontier.ts";
import type { Seen } from "./draft.ts";
import {
  crawlRows,
  frontierCollections,
  hostRows,
  levelRows,
  urlRows,
  type CrawlRow,
  type HostRow,
  type UrlRow,
} from "./frontier-collections.ts";
import { Lanes } from "./lanes.ts";

/** Most values that one look-up asks for; a query takes 10,000. */
const MOST_VALUES = 5000;

/** The rows of one crawl. */
export class FrontierStore {
  readonly crawl: string;
  readonly lanes: Lanes;
  readonly #records: Records;
  #ensured: Promise<void> | undefined;

  constructor(records: Records, crawl: string) {
    this.#records = records;
    this.crawl = crawl;
    this.lanes = new Lanes(crawl);
  }

  /** Makes the collections known to the records. */
  ensure(call: FrontierCall): Promise<void> {
    this.#ensured ??= this.#records.ensure(frontierCollections, call).catch((error: unknown) => {
      this.#ensured = undefined;
      throw error;
    });
    return this.#ensured;
  }

  /** Adds the crawl's row. */
  insert(row: CrawlRow, call: FrontierCall): Promise<void> {
    return this.#records.insert(crawlRows, [row], call);
  }

  /** The crawl's row; undefined when it was never begun. */
  async row(call: FrontierCall): Promise<CrawlRow | undefined> {
    const [row] = await this.#records.find(crawlRows, { where: { id: this.crawl } }, call);
    return row;
  }

  /** The crawl, the hosts of these names, and the open levels where they count. */
  async see(names: Iterable<string>, limits: FrontierLimits, call: FrontierCall): Promise<Seen> {
    const wanted = [...new Set(names)];
    const [crawl, hosts, levels] = await Promise.all([
      this.row(call),
      wanted.length === 0 ? [] : this.hosts(wanted, call),
      limits.depth < Infinity ? this.#levels(call) : [],
    ]);
    if (crawl === undefined) throw new TypeError("The frontier was not opened.");
    return {
      crawl,
      hosts: new Map(hosts.map((row) => [row.host, row])),
      levels: new Map(levels.map(({ depth, open }) => [depth, open])),
    };
  }

  /** Hosts by name. */
  async hosts(names: readonly string[], call: FrontierCall): Promise<HostRow[]> {
    const pieces = await Promise.all(
      piecesOf(names).map((piece) => {
        const where = { crawl: this.crawl, host: { in: piece } };
        return this.#records.find(hostRows, { where }, call);
      }),
    );
    return pieces.flat();
  }

  /** Hosts with URLs that wait. */
  waitingHosts(call: FrontierCall): Promise<HostRow[]> {
    const where = { crawl: this.crawl, waiting: { gt: 0 } };
    return this.#records.find(hostRows, { where }, call);
  }

  /** URLs by key. */
  async urls(keys: readonly string[], call: FrontierCall): Promise<Map<string, UrlRow>> {
    const pieces = await Promise.all(
      piecesOf(keys).map((piece) =>
        this.#records.find(urlRows, { where: { key: { in: piece } } }, call),
      ),
    );
    return new Map(pieces.flat().map((row) => [row.key, row]));
  }

  /** URLs of a lane that are due, or whose lease ends, by a time; the first of them to be so first. */
  dueIn(lane: string, query: DueQuery, call: FrontierCall): Promise<UrlRow[]> {
    const { by, limit } = query;
    const where = { lane, until: { lte: by } };
    return this.#records.find(urlRows, { where, order: [["until", "asc"]], limit }, call);
  }

  /** How many URLs of a lane are at a depth; no more than `limit` are counted. */
  countIn(lane: string, query: DepthQuery, call: FrontierCall): Promise<number> {
    const { depth, limit } = query;
    return this.#records.count(urlRows, { where: { lane, depth }, limit }, call);
  }

  /** Keeps claims of one attempt for longer; gives the keys of those that are still valid. */
  async extend(
    { keys, attempt }: { readonly keys: readonly string[]; readonly attempt: number },
    until: number,
    call: FrontierCall,
  ): Promise<string[]> {
    const where = { key: { in: keys }, attempt, lane: this.lanes.claimed };
    const rows = await this.#records.update(urlRows, { where, set: { until } }, call);
    return rows.map(({ key }) => key);
  }

  /** Carries out operations, all or none. */
  atomic(operations: readonly Operation[], call: FrontierCall): Promise<AtomicOutcome> {
    return this.#records.atomic(operations, call);
  }

  #levels(call: FrontierCall) {
    return this.#records.find(levelRows, { where: { crawl: this.crawl } }, call);
  }
}

interface DueQuery {
  readonly by: number;
  readonly limit: number;
}

interface DepthQuery {
  readonly depth: number;
  readonly limit: number;
}

function piecesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  if (items.length <= MOST_VALUES) return items.length === 0 ? [] : [items];
  const pieces: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += MOST_VALUES) {
    pieces.push(items.slice(from, from + MOST_VALUES));
  }
  return pieces;
}
