import type { ResearchStage } from "./research.ts";

/** How a stage ended: `cut`, the time for gathering is over; `gaps`, another round is to be made. */
export type StageEnd = "finished" | "gaps" | "cut";

/** Where a research is: at a stage, or settled. */
export type ResearchState = ResearchStage | "settled";

/**
 * What follows a stage.
 *
 * | stage     | `finished` | `gaps`   | `cut`     |
 * |-----------|------------|----------|-----------|
 * | `plan`    | `search`   |          | `write`   |
 * | `search`  | `scrape`   |          | `write`   |
 * | `scrape`  | `read`     |          | `read`    |
 * | `read`    | `judge`    |          | `write`   |
 * | `judge`   | `write`    | `search` | `write`   |
 * | `write`   | `verify`   |          | `verify`  |
 * | `verify`  | `extract`  |          | `extract` |
 * | `extract` | `settled`  |          | `settled` |
 */
const transitions: Readonly<
  Record<ResearchStage, Readonly<Partial<Record<StageEnd, ResearchState>>>>
> = Object.freeze({
  plan: { finished: "search", cut: "write" },
  search: { finished: "scrape", cut: "write" },
  scrape: { finished: "read", cut: "read" },
  read: { finished: "judge", cut: "write" },
  judge: { finished: "write", gaps: "search", cut: "write" },
  write: { finished: "verify", cut: "verify" },
  verify: { finished: "extract", cut: "extract" },
  extract: { finished: "settled", cut: "settled" },
});

/** The state after a stage; undefined when a stage cannot end so. */
export function stateAfter(stage: ResearchStage, end: StageEnd): ResearchState | undefined {
  return transitions[stage][end];
}
