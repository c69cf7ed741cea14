import { DraglineError, errorQuestion, type ErrorCode } from "../../core/index.ts";
import type { ActionReport } from "./action-report.ts";
import type { ActionType } from "./action.ts";
import type { NodeAction } from "./node-action.ts";

/** Facts of an {@link ActionError}; which are present depends on the code. */
export interface ActionErrorDetails {
  /** The action's place in the list, from 0; absent when the list itself is wrong. */
  readonly index?: number;
  /** The action's kind, when it is a known one. */
  readonly type?: ActionType | NodeAction["type"];
  /** The field that is wrong. */
  readonly field?: string;
  /** Why it failed, in words: "timed out", "page closed", "page crashed", "invalid selector", … */
  readonly reason?: string;
  /** What became of the actions so far, the failed one last. */
  readonly reports?: readonly ActionReport[];
}

/** An action that is malformed, or could not be carried out. */
export class ActionError extends DraglineError<ErrorCode<"action">> {
  static override readonly brandName = "ActionError";

  declare readonly details: ActionErrorDetails;
}

/**
 * Whether `value` is an {@link ActionError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isActionError = errorQuestion<ErrorCode<"action">, ActionError>(ActionError.brandName);
