import { updating, type Operation } from "../../storage/index.ts";
import type { HostWish } from "../frontier.ts";
import { levelRows, urlRows } from "./frontier-collections.ts";
import type { StepContext } from "./step-context.ts";

/** URLs of a host that can be claimed as far as its lanes tell. */
export interface Claimable {
  readonly again: number;
  readonly ready: number;
}

/** Plans claims. A step claims by number, not by name, so that workers do not want the same rows. */
export class ClaimPlan {
  readonly operations: Operation[] = [];
  readonly #context: StepContext;
  readonly #level: number | undefined;

  /** @param level the one depth of which URLs may be claimed; undefined: every one */
  constructor(context: StepContext, level: number | undefined) {
    this.#context = context;
    this.#level = level;
  }

  /** Plans the claims of one wish; gives what is left to be claimed after it. */
  add(wish: HostWish, claimable: Claimable): Claimable {
    const { draft, lanes, now } = this.#context;
    const most = this.#mostOf(wish);
    const again = Math.min(most, claimable.again);
    const { maxPages, started } = draft.crawl.row;
    const slots = maxPages === null ? Infinity : maxPages - started;
    const ready = Math.min(most - again, claimable.ready, slots);
    const left = { again: claimable.again - again, ready: claimable.ready - ready };
    if (again + ready === 0) return left;
    this.#take(lanes.again(wish.host), again);
    this.#take(lanes.ready(wish.host), ready);
    this.#count(wish, { again, ready });
    const guarded = draft.host(wish.host);
    guarded.row.lastStart = now;
    guarded.guard = {
      ...guarded.guard,
      active: { lte: wish.cap - draft.grown(wish.host) },
      pausedUntil: { lte: now },
      ...(wish.gapMs > 0 ? { lastStart: { lte: now - wish.gapMs } } : {}),
    };
    return left;
  }

  /** The last of the step's operations: nothing of a lesser depth is open. */
  check(): Operation[] {
    if (this.#level === undefined || this.operations.length === 0) return [];
    const { id } = this.#context.draft.crawl.row;
    const where = { crawl: id, depth: { lt: this.#level }, open: { gt: 0 } };
    return [updating(levelRows, { where }, 0)];
  }

  #mostOf({ host, count, cap, gapMs }: HostWish): number {
    const { draft, now } = this.#context;
    const { row } = draft.host(host);
    if (now < row.pausedUntil || (gapMs > 0 && now < row.lastStart + gapMs)) return 0;
    return Math.max(0, Math.min(gapMs > 0 ? 1 : count, cap - row.active));
  }

  #take(lane: string, limit: number): void {
    if (limit === 0) return;
    const { lanes, now, leaseMs } = this.#context;
    const where = this.#level === undefined ? { lane } : { lane, depth: this.#level };
    const order = [
      ["depth", "asc"],
      ["seq", "asc"],
    ] as const;
    const set = { lane: lanes.claimed, until: now + leaseMs };
    this.operations.push(
      updating(urlRows, { where, order, limit, set, add: { attempt: 1 } }, limit),
    );
  }

  #count({ host }: HostWish, { again, ready }: Claimable): void {
    const { draft } = this.#context;
    const { row } = draft.crawl;
    const { row: hostRow } = draft.host(host);
    row.claimed += again + ready;
    row.waiting -= again + ready;
    row.held -= again;
    row.started += ready;
    hostRow.active += again + ready;
    hostRow.waiting -= again + ready;
    hostRow.held -= again;
  }
}
