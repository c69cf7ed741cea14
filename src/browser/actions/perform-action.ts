import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionDefaults } from "./action-defaults.ts";
import { actionLimits } from "./action-limits.ts";
import type { Action, WaitForAction } from "./action.ts";
import { clickElement } from "./click-element.ts";
import { pressKey } from "./press-key.ts";
import { scrollView } from "./scroll-view.ts";
import { seekFrame } from "./seek-frame.ts";
import { writeText } from "./write-text.ts";

/**
 * Carries out one action.
 * @throws ActionFault when it fails; what the driver throws; the signal's reason
 */
export async function performAction(call: ActionCall, action: Action): Promise<ActionOutcome> {
  switch (action.type) {
    case "wait":
      await wait(call.clock, action.milliseconds, call.signal);
      return { outcome: "done" };
    case "wait_for":
      return waitFor(call, action);
    case "click":
      return clickElement(call, action);
    case "scroll":
      return scrollView(call, action);
    case "write":
      return writeText(call, action);
    default:
      return pressKey(call, action);
  }
}

/** The longest that an action may take, in milliseconds, before it has failed. */
export function boundOf(action: Action): number {
  const { ready, navigation, typing, slack } = actionLimits;
  switch (action.type) {
    case "wait":
      return action.milliseconds + slack;
    case "wait_for":
      return (action.milliseconds ?? actionDefaults.milliseconds) + slack;
    case "click":
      return ready + navigation + slack;
    case "scroll":
      return slack;
    case "write":
      return typing + navigation + slack;
    default:
      return navigation + slack;
  }
}

async function waitFor(call: ActionCall, action: WaitForAction): Promise<ActionOutcome> {
  const { selector, milliseconds = actionDefaults.milliseconds } = action;
  const frame = await seekFrame(call, selector, milliseconds);
  if (frame === undefined) throw new ActionFault("timed out", "timed_out");
  return { outcome: "done" };
}
