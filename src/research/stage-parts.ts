import type { Clock } from "../core/index.ts";
import type { Asker } from "./ask.ts";
import type { Budget } from "./budget.ts";
import type { HostPace } from "./host-pace.ts";
import type { PageEntry, StageOutputs } from "./journal-entries.ts";
import type { StageEnd } from "./research-states.ts";
import type { ResearchSettings } from "./research-options.ts";
import type { ResearchCall, ResearchCollaborators, ResearchStage } from "./research.ts";

/** What stages work with. */
export interface StageParts extends Pick<
  ResearchCollaborators,
  "search" | "scraper" | "robots" | "judge"
> {
  readonly prompt: string;
  readonly call: Pick<ResearchCall, "schema" | "useBrowser" | "country" | "tenant">;
  readonly settings: ResearchSettings;
  readonly budget: Budget;
  readonly asker: Asker;
  /** Asks whether citations say their sentences. */
  readonly checker: Asker;
  readonly clock: Clock;
  /** Of all rounds. */
  readonly pace: HostPace;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** What the report is to say of the stage. */
  readonly notes: string[];
  /** Tells the caller what happens. */
  readonly tell: (message: string) => void;
  /** Keeps a page that was tried. */
  readonly keepPage: (page: Omit<PageEntry, "kind" | "spent">) => Promise<void>;
}

/** What a stage came to. */
export interface StageResult<Stage extends ResearchStage> {
  readonly output: StageOutputs[Stage];
  /** @default "finished" */
  readonly end?: StageEnd;
}
