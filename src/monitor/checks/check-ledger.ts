import type { Call, Operation } from "../../storage/index.ts";
import type { MonitorChange, MonitorRun } from "./change.ts";
import type { ChangeTexts } from "./change-texts.ts";
import type { Monitor } from "../definition/definition.ts";

/** A check that is to begin. */
export interface BeginningCheck {
  readonly monitor: Monitor;
  /** The run's id. */
  readonly runId: string;
}

/** What must hold for a check to begin. */
export interface BeginTerms {
  /** What the run reserves; its `creditsUsed` while it is under way. */
  readonly credits: number;
  /** Part of the atomic step that begins the run. Where they do not hold, the run is skipped. */
  readonly operations: readonly Operation[];
  /** The `error` of the run that is skipped then. */
  readonly refusal: string;
}

/** What a change lies between. */
export interface SnapshotFacts {
  readonly contentHash: string;
  /** Pages of a site that were watched then; 1 for the other scopes. */
  readonly totalPages: number;
}

/** A check that has come to its end. */
export interface EndingCheck {
  readonly monitor: Monitor;
  /** As it will be stored, but for `creditsUsed`, which is what was reserved. */
  readonly run: MonitorRun;
  /** The change that is recorded with it; undefined when there is none. */
  readonly change: MonitorChange | undefined;
  /** The snapshots before and after the change; undefined when there is none. */
  readonly between: { readonly before: SnapshotFacts; readonly after: SnapshotFacts } | undefined;
  /**
   * Reads what was there before the change and after it: the bodies, the values as JSON, or the pages
   * of a site that differ under their URLs. Undefined for what is kept no longer, and without a change.
   */
  texts(): Promise<ChangeTexts>;
}

/** What else happens with the end of a check. */
export interface EndTerms {
  /** What the run cost in the end; at most what was reserved. */
  readonly creditsUsed: number;
  /** Part of the atomic step that ends the run: events, what is given back. */
  readonly operations: readonly Operation[];
  /** Whether somebody is told of the change. */
  readonly isTold: boolean;
}

/** What checks cost and whom they tell: a host's part in the steps that begin and end them. */
export interface CheckLedger {
  begin(check: BeginningCheck, call: Call): Promise<BeginTerms>;
  /** May be asked again for the same check, where its step did not apply; only one of them counts. */
  end(check: EndingCheck, call: Call): Promise<EndTerms>;
  /** Called after a step with operations of {@link end} was stored. */
  stored(): void;
}
