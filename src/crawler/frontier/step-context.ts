import type { FrontierLimits } from "../frontier.ts";
import type { Draft } from "./draft.ts";
import type { Lanes } from "./lanes.ts";

/** What the parts of a step share while it is planned. */
export interface StepContext {
  readonly draft: Draft;
  readonly lanes: Lanes;
  readonly limits: FrontierLimits;
  readonly now: number;
  readonly leaseMs: number;
  /** URLs that the step adds to lanes, by lane and depth; kept where the depth is finite. */
  readonly joining: LaneCounts;
}

/** Counts by lane and depth. */
export class LaneCounts {
  readonly #counts = new Map<string, number>();

  add(lane: string, depth: number): void {
    this.#counts.set(`${depth} ${lane}`, this.at(lane, depth) + 1);
  }

  at(lane: string, depth: number): number {
    return this.#counts.get(`${depth} ${lane}`) ?? 0;
  }
}
