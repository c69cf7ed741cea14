import { traced, type Clock } from "../core/index.ts";
import { attempt, type AttemptEnd } from "./attempt.ts";
import type { AttemptParts } from "./look-ahead.ts";
import type { Claim } from "./frontier.ts";
import type { NextStep } from "./next-step.ts";
import type { PageLine } from "./page-line.ts";
import type { Politeness } from "./politeness/pace.ts";

/** What visits work with. */
interface VisitParts {
  readonly attempts: AttemptParts;
  readonly politeness: Politeness;
  readonly clock: Clock;
  /** Cuts all of them off. */
  readonly signal: AbortSignal;
  /** Most at once. */
  readonly maxConcurrency: number;
  /** Is told what came of them. */
  readonly next: NextStep;
  /** Takes the pages. */
  readonly line: PageLine;
  /** One has ended. */
  readonly onEnd: () => void;
  /** Something failed that is no page's fault. */
  readonly onError: (error: unknown) => void;
}

/** A claim that is being fetched and read. */
interface Visit {
  readonly claim: Claim;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** The claims of a worker that are being fetched and read. */
export class PageVisits {
  readonly #parts: VisitParts;
  readonly #running = new Map<string, Visit>();
  /** Claimed ahead, so that no visit waits for the store when another ends. */
  #ready: Claim[] = [];

  constructor(parts: VisitParts) {
    this.#parts = parts;
  }

  /** Those that run, and those that will when one ends. */
  get size(): number {
    return this.#running.size + this.#ready.length;
  }

  /** Whether the next visit to end is followed by one that was claimed already. */
  get hasReserve(): boolean {
    return this.#ready.length > 0;
  }

  /** The claims; after {@link end} those that were cut off or never begun. */
  claims(): Claim[] {
    return [...Array.from(this.#running.values(), ({ claim }) => claim), ...this.#ready];
  }

  /**
   * Visits a page as soon as may be; at once, however many run, when the pace of its host goes by the
   * time of the claim.
   */
  start(claim: Claim, isPaced: boolean): void {
    this.#parts.politeness.started(claim.host);
    if (isPaced || this.#running.size < this.#parts.maxConcurrency) this.#begin(claim);
    else this.#ready.push(claim);
  }

  #begin(claim: Claim): void {
    const abort = new AbortController();
    const ended = this.#visit(claim, abort.signal);
    this.#running.set(claim.token, { claim, abort, ended });
  }

  /** Gives up claims that are another worker's by now. */
  drop(claims: readonly Claim[]): void {
    const lost = new Set(claims.map(({ token }) => token));
    for (const token of lost) this.#running.get(token)?.abort.abort();
    const dropped = this.#ready.filter(({ token }) => lost.has(token));
    this.#ready = this.#ready.filter(({ token }) => !lost.has(token));
    for (const { host } of dropped) this.#parts.politeness.dropped(host);
  }

  /** Cuts off every visit; resolves when they have stopped. */
  async end(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(ENDED);
    await Promise.all(running.map(({ ended }) => ended));
  }

  async #visit(claim: Claim, signal: AbortSignal): Promise<void> {
    const { attempts, politeness, onEnd, onError } = this.#parts;
    const context = { url: claim.url, attempt: claim.attempt };
    try {
      const run = (): Promise<AttemptEnd> => attempt(attempts, claim, signal);
      this.#ended(claim, await traced("dragline:crawler:page", context, run));
    } catch (error) {
      politeness.dropped(claim.host);
      // What is cut off with all others stays among them, to be handed back.
      if (this.#parts.signal.aborted || signal.reason === ENDED) return;
      if (!signal.aborted) onError(error);
    }
    this.#running.delete(claim.token);
    const next = this.#ready.shift();
    if (next !== undefined) this.#begin(next);
    onEnd();
  }

  #ended(claim: Claim, { outcome, request }: AttemptEnd): void {
    const { politeness, clock, next, line } = this.#parts;
    if (request === undefined) politeness.dropped(claim.host);
    else {
      const until = politeness.ended(claim.host, request);
      if (until !== undefined) next.pause(claim.host, until);
    }
    if (outcome.kind === "page") {
      const { page, reading } = outcome;
      for (const url of reading?.follow ?? []) {
        next.add({ url, depth: claim.depth + 1, hops: 0, from: claim.url });
      }
      next.refuse(reading?.refused ?? {});
      line.add({ claim, page });
    } else if (outcome.kind === "again") {
      next.retry({ claim, dueAt: clock.now() + outcome.afterMs });
    } else {
      if (outcome.target !== undefined) next.add(outcome.target);
      next.settle({ claim, reason: outcome.reason, slot: "returned" });
    }
  }
}

/** The worker has ended. */
const ENDED = new Error("The crawl has ended.");
