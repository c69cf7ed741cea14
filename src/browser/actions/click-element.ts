import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { actionLimits } from "./action-limits.ts";
import type { ClickAction } from "./action.ts";
import { chooseOption } from "./in-page/choose-option.ts";
import { forceClick } from "./in-page/force-click.ts";
import { pageCall } from "../page-call.ts";
import { seekFrame } from "./seek-frame.ts";
import type { Sight } from "./take-aim.ts";
import { TargetWatch } from "./target-watch.ts";

/**
 * Clicks the first match that is not hidden as a person would: scrolls it into view, waits up to 5 seconds until it is
 * visible, enabled and at rest, takes away what lies over it, moves the mouse there and presses.
 * Afterwards a navigation that this began is waited for.
 */
export async function clickElement(
  call: ActionCall,
  { selector }: ClickAction,
): Promise<ActionOutcome> {
  const { tab, clock, signal } = call;
  const found = await seekFrame(call, selector, actionLimits.missing);
  if (found === undefined) return { outcome: "skipped", reason: "not found" };
  const watch = new TargetWatch(call, selector);
  let sight = await watch.look();
  while (!watch.isOver) {
    await wait(clock, watch.interval, signal);
    sight = await watch.look();
  }
  const outcome = await press(call, sight, watch.isAimed);
  if (outcome.outcome === "done") await tab.navigation.follow(signal);
  return sight.isLater === true ? alsoSay(outcome, "hidden match passed over") : outcome;
}

function alsoSay(outcome: ActionOutcome, said: string): ActionOutcome {
  const { reason } = outcome;
  return { ...outcome, reason: reason === undefined ? said : `${reason}, ${said}` };
}

async function press(call: ActionCall, sight: Sight, isAimed: boolean): Promise<ActionOutcome> {
  const { mouse, signal } = call;
  const { state, frame } = sight;
  if (frame === undefined) return { outcome: "skipped", reason: "not found" };
  if (state === "hidden") return { outcome: "skipped", reason: "not visible" };
  if (state === "disabled") return { outcome: "skipped", reason: "disabled" };
  if (state === "option") {
    await frame.evaluate(pageCall(chooseOption, {}, undefined), signal);
    return { outcome: "done" };
  }
  const [best] = sight.points;
  if (best === undefined) {
    await frame.evaluate(pageCall(forceClick, {}, undefined), signal);
    return state === "area" ? { outcome: "done" } : { outcome: "done", reason: "covered" };
  }
  // What never comes to rest is caught on the run.
  if (!isAimed) await mouse.move(best, signal);
  await mouse.click(signal);
  return { outcome: "done" };
}
