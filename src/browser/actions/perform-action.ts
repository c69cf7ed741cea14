import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionDefaults } from "./action-defaults.ts";
import { actionLimits } from "./action-limits.ts";
import type { Action, WaitForAction } from "./action.ts";
import { clickElement, reachTarget, whyNot } from "./click-element.ts";
import { dragElement } from "./drag-element.ts";
import { fillControl } from "./fill-control.ts";
import type { NodeAction, ScrollNodeAction, NodeTarget } from "./node-action.ts";
import { pressKey } from "./press-key.ts";
import { scrollView } from "./scroll-view.ts";
import { seekFrame } from "./seek-frame.ts";
import { setFile } from "./set-file.ts";
import { selectText } from "./select-text.ts";
import { writeText } from "./write-text.ts";
import { findElement } from "./in-page/find-element.ts";
import { giveFocus } from "./in-page/give-focus.ts";
import { pageCall } from "../page-call.ts";
import { tellCover } from "./tell-cover.ts";

/**
 * Carries out one action.
 * @throws ActionFault when it fails; what the driver throws; the signal's reason
 */
export async function performAction(
  call: ActionCall,
  action: Action | NodeAction,
): Promise<ActionOutcome> {
  switch (action.type) {
    case "wait":
      await wait(call.clock, action.milliseconds, call.signal);
      return { outcome: "done" };
    case "wait_for":
      return waitFor(call, action);
    case "click":
      if ("target" in action) return performOnNode(call, action);
      return clickElement(call, action.selector);
    case "scroll":
      return scrollView(call, {
        direction: action.direction,
        target: "target" in action ? action.target : action.selector,
      });
    case "write":
      return writeText(call, action);
    case "press":
      return pressKey(call, action);
    default:
      return performOnNode(call, action);
  }
}

/** Carries out what is done with an element that is known by its node. */
async function performOnNode(
  call: ActionCall,
  action: Exclude<NodeAction, ScrollNodeAction>,
): Promise<ActionOutcome> {
  switch (action.type) {
    case "hover":
      return hoverElement(call, action.target);
    case "focus":
      return focusElement(call, action.target);
    case "fill":
      return fillControl(call, action);
    case "set_file":
      return setFile(call, action);
    case "drag":
      return dragElement(call, action);
    case "select_text":
      return selectText(call, action);
    default:
      return clickElement(call, action.target);
  }
}

const { ready, navigation, typing, slack } = actionLimits;

/** Milliseconds of actions of their kind, without slack; of others a navigation. */
const bounds: Readonly<Partial<Record<(Action | NodeAction)["type"], number>>> = {
  click: ready + navigation,
  hover: ready + navigation,
  focus: ready + navigation,
  fill: ready + typing + 2 * navigation,
  select_text: ready,
  drag: 2 * ready + navigation,
  scroll: 0,
  write: typing + navigation,
  set_file: typing + navigation,
};

/** The longest that an action may take, in milliseconds, before it has failed. */
export function boundOf(action: Action | NodeAction): number {
  if (action.type === "wait") return action.milliseconds + slack;
  if (action.type === "wait_for") {
    return (action.milliseconds ?? actionDefaults.milliseconds) + slack;
  }
  return (bounds[action.type] ?? navigation) + slack;
}

async function waitFor(call: ActionCall, action: WaitForAction): Promise<ActionOutcome> {
  const { selector, milliseconds = actionDefaults.milliseconds } = action;
  const frame = await seekFrame(call, selector, milliseconds);
  if (frame === undefined) throw new ActionFault("timed out", "timed_out");
  return { outcome: "done" };
}

/** Moves the mouse over an element, as a click does, and presses nothing. */
async function hoverElement(call: ActionCall, target: NodeTarget): Promise<ActionOutcome> {
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
async function focusElement(call: ActionCall, target: NodeTarget): Promise<ActionOutcome> {
  const frame = await seekFrame(call, target, actionLimits.missing);
  const has = await frame?.evaluate(pageCall(giveFocus, { findElement }, undefined), call.signal);
  if (has !== true) return { outcome: "skipped", reason: "not focusable" };
  await call.tab.navigation.follow(call.signal);
  return { outcome: "done" };
}
