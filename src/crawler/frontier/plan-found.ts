import { inserting, updating, type Operation } from "../../storage/index.ts";
import type { Candidate, StepOutcome } from "../frontier.ts";
import { urlRows, type UrlRow } from "./frontier-collections.ts";
import { hostOf } from "./host-of.ts";
import { refusalOf, roomOf } from "./refusal-of.ts";
import type { StepContext } from "./step-context.ts";

/** What is known of the URLs that a step found. */
export interface FoundUrls {
  /** Keys of the URLs that may be new; the others are known. */
  readonly keys: ReadonlyMap<string, string>;
  /** Those of them that are known after all. */
  readonly rows: ReadonlyMap<string, UrlRow>;
  /** Gives places in the order of discovery. */
  readonly nextSeq: () => number;
}

/** What becomes of them. */
export interface FoundPlan {
  readonly refusals: StepOutcome["refusals"];
  /** Those of the URLs that might have been new and are known from now on. */
  readonly known: readonly Candidate[];
  readonly operations: readonly Operation[];
}

/** Plans what becomes of URLs that were found. */
export class FoundPlanner {
  readonly #urls: FoundUrls;
  readonly #context: StepContext;
  /** URLs that are taken up, by key. */
  readonly #taken = new Map<string, UrlRow>();
  readonly #nearer: Operation[] = [];
  readonly #known: Candidate[] = [];
  #isFull = false;

  constructor(urls: FoundUrls, context: StepContext) {
    this.#urls = urls;
    this.#context = context;
  }

  plan(candidates: readonly Candidate[]): FoundPlan {
    const refusals = candidates.map((candidate) => this.#judge(candidate));
    const rows = [...this.#taken.values()];
    guardRoom({ taken: rows.length, isFull: this.#isFull }, this.#context);
    const inserts = rows.length === 0 ? [] : [inserting(urlRows, rows)];
    return { refusals, known: this.#known, operations: [...inserts, ...this.#nearer] };
  }

  #judge(candidate: Candidate): FoundPlan["refusals"][number] {
    const { draft } = this.#context;
    const key = this.#urls.keys.get(candidate.url);
    const refusal = key === undefined ? "duplicate" : this.#judgeNovel(candidate, key);
    if (refusal !== undefined) draft.crawl.row[refusal] += 1;
    return refusal;
  }

  #judgeNovel(candidate: Candidate, key: string): FoundPlan["refusals"][number] {
    const { draft, limits } = this.#context;
    const known = this.#taken.get(key) ?? this.#urls.rows.get(key);
    const refusal =
      known === undefined ? refusalOf(candidate.depth, limits, draft.crawl.row) : "duplicate";
    if (refusal === "limit") this.#isFull = true;
    if (known !== undefined) this.#comeNearer(candidate, known);
    else if (refusal === undefined) this.#takeUp(candidate, key);
    if (known !== undefined || refusal === undefined) this.#known.push(candidate);
    return refusal;
  }

  #takeUp({ url, depth, hops, from }: Candidate, key: string): void {
    const { draft, lanes, joining, limits } = this.#context;
    const name = hostOf(url);
    const lane = lanes.ready(name);
    draft.crawl.row.waiting += 1;
    draft.host(name).row.waiting += 1;
    if (limits.depth < Infinity) {
      draft.levels.add(depth, 1);
      joining.add(lane, depth);
    }
    const crawl = draft.crawl.row.id;
    const seq = this.#urls.nextSeq();
    const fresh = { crawl, seq, lane, until: 0, attempt: 0, reason: null };
    this.#taken.set(key, { key, url, depth, hops, from, ...fresh });
  }

  /**
   * A redirect may lead, on this level, to what a page of this level named for the next. What is
   * claimed meanwhile cannot come nearer: the step does not hold then, and is planned anew.
   */
  #comeNearer({ url, depth, hops, from }: Candidate, known: UrlRow): void {
    const { draft, lanes, joining, limits } = this.#context;
    const lane = lanes.ready(hostOf(url));
    if (limits.depth === Infinity || known.depth <= depth || known.lane !== lane) return;
    draft.levels.add(known.depth, -1);
    draft.levels.add(depth, 1);
    joining.add(lane, depth);
    const set = { depth, hops, from };
    if (this.#taken.has(known.key)) {
      this.#taken.set(known.key, { ...known, ...set });
      return;
    }
    const where = { key: known.key, lane, depth: known.depth };
    this.#nearer.push(updating(urlRows, { where, set }, 1));
  }
}

/** Whether there is room is judged by the crawl as it is when the step is written. */
function guardRoom(
  { taken, isFull }: { readonly taken: number; readonly isFull: boolean },
  { draft, limits }: StepContext,
): void {
  const most = roomOf(limits) - taken;
  if (most === Infinity || draft.crawl.row.finished) return;
  const { guard } = draft.crawl;
  if (taken > 0 && isFull) draft.crawl.guard = { ...guard, occupied: { gte: most, lte: most } };
  else if (taken > 0) draft.crawl.guard = { ...guard, occupied: { lte: most } };
  else if (isFull) draft.crawl.guard = { ...guard, occupied: { gte: most } };
}
