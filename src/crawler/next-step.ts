import type { Candidate, FrontierStep, HostWish, Retry, Settlement } from "./frontier.ts";
import type { CrawlReason, ReasonCounts } from "./reason.ts";

/** What has happened since the last step and is still to be told to the frontier. */
export class NextStep {
  #add: Candidate[] = [];
  #settle: Settlement[] = [];
  #retry: Retry[] = [];
  #pause: { readonly host: string; readonly untilMs: number }[] = [];
  #refused: { [R in CrawlReason]?: number } = {};
  #empty = true;

  get isEmpty(): boolean {
    return this.#empty;
  }

  /** URLs to be taken up. */
  get size(): number {
    return this.#add.length;
  }

  add(candidate: Candidate): void {
    this.#add.push(candidate);
    this.#empty = false;
  }

  settle(settlement: Settlement): void {
    this.#settle.push(settlement);
    this.#empty = false;
  }

  retry(retry: Retry): void {
    this.#retry.push(retry);
    this.#empty = false;
  }

  pause(host: string, untilMs: number): void {
    this.#pause.push({ host, untilMs });
    this.#empty = false;
  }

  /** Counts URLs that were refused before the frontier. */
  refuse(counts: ReasonCounts): void {
    for (const [reason, count] of Object.entries(counts) as [CrawlReason, number][]) {
      this.#refused[reason] = (this.#refused[reason] ?? 0) + count;
      this.#empty = false;
    }
  }

  /** Gives what there is, with the claims wanted, and begins anew. */
  take(claim: readonly HostWish[]): FrontierStep & { readonly add: readonly Candidate[] } {
    const step = {
      add: this.#add,
      settle: this.#settle,
      retry: this.#retry,
      pause: this.#pause,
      refused: this.#refused,
      claim,
    };
    this.#add = [];
    this.#settle = [];
    this.#retry = [];
    this.#pause = [];
    this.#refused = {};
    this.#empty = true;
    return step;
  }
}
