import type { ActionType } from "./action.ts";
import type { NodeAction } from "./node-action.ts";

/** What became of an action. */
export interface ActionReport {
  /** The action's place in the list, from 0. */
  readonly index: number;
  readonly type: ActionType | NodeAction["type"];
  /**
   * `skipped` when there was nothing to do it with: the run went on. `failed` and `timed_out` end a
   * run and stand in its error only.
   */
  readonly outcome: "done" | "skipped" | "failed" | "timed_out";
  /** Milliseconds that it took, with the navigation that it began. */
  readonly ms: number;
  /**
   * Why it was skipped ("not found", "not visible", "disabled") or failed; of one that was done, how
   * it was done otherwise than asked ("covered": the click was given to the element by script; "hidden
   * match passed over": a later match was taken).
   */
  readonly reason?: string;
  /** Where the tabs were to lead that the page opened meanwhile; absent without any. */
  readonly popups?: readonly string[];
}
