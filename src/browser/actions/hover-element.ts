import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { actionLimits } from "./action-limits.ts";
import { reachTarget, whyNot } from "./click-element.ts";
import { findElement } from "./in-page/find-element.ts";
import { giveFocus } from "./in-page/give-focus.ts";
import type { NodeTarget } from "./node-action.ts";
import { pageCall } from "../page-call.ts";
import { seekFrame } from "./seek-frame.ts";
import { tellCover } from "./tell-cover.ts";

/** Moves the mouse over an element, as a click does, and presses nothing. */
export async function hoverElement(call: ActionCall, target: NodeTarget): Promise<ActionOutcome> {
  const reached = await reachTarget(call, target);
  if (reached === undefined) return { outcome: "skipped", reason: "not found" };
  const { sight, isAimed } = reached;
  const reason = whyNot(sight);
  if (reason !== undefined) return { outcome: "skipped", reason };
  if (isAimed) return { outcome: "done" };
  const isCovered = sight.points.length === 0;
  return {
    outcome: "skipped",
    reason: isCovered ? await tellCover(call, target, sight) : "moving",
  };
}

/** Gives an element the focus, as the Tab key would. */
export async function focusElement(call: ActionCall, target: NodeTarget): Promise<ActionOutcome> {
  const frame = await seekFrame(call, target, actionLimits.missing);
  const has = await frame?.evaluate(pageCall(giveFocus, { findElement }, undefined), call.signal);
  if (has !== true) return { outcome: "skipped", reason: "not focusable" };
  await call.tab.navigation.follow(call.signal);
  return { outcome: "done" };
}
