import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { actionLimits } from "./action-limits.ts";
import { chooseOption } from "./in-page/choose-option.ts";
import { forceClick } from "./in-page/force-click.ts";
import type { Target } from "./node-action.ts";
import { pageCall } from "../page-call.ts";
import { seekFrame } from "./seek-frame.ts";
import type { Sight } from "./take-aim.ts";
import { TargetWatch } from "./target-watch.ts";
import { tellCover } from "./tell-cover.ts";

/**
 * Clicks the first match that is not hidden as a person would: scrolls it into view, waits up to 5 seconds until it is
 * visible, enabled and at rest, takes away what lies over it, moves the mouse there and presses.
 * Afterwards a navigation that this began is waited for.
 */
export async function clickElement(call: ActionCall, target: Target): Promise<ActionOutcome> {
  const outcome = await pressElement(call, target);
  if (outcome.outcome === "done") await call.tab.navigation.follow(call.signal);
  return outcome;
}

/** The same, but no navigation is waited for. */
export async function pressElement(call: ActionCall, target: Target): Promise<ActionOutcome> {
  const reached = await reachTarget(call, target);
  if (reached === undefined) return { outcome: "skipped", reason: "not found" };
  const { sight } = reached;
  const outcome = await press(call, target, reached);
  return sight.isLater === true ? alsoSay(outcome, "hidden match passed over") : outcome;
}

/** A target, and whether the mouse is over it. */
interface Reached {
  readonly sight: Sight;
  readonly isAimed: boolean;
}

/** Moves the mouse over a target as soon as it is ready; undefined when there is none. */
export async function reachTarget(call: ActionCall, target: Target): Promise<Reached | undefined> {
  const found = await seekFrame(call, target, actionLimits.missing);
  if (found === undefined) return undefined;
  const watch = new TargetWatch(call, target);
  let sight = await watch.look();
  while (!watch.isOver) {
    await wait(call.clock, watch.interval, call.signal);
    sight = await watch.look();
  }
  return { sight, isAimed: watch.isAimed };
}

/** Why nothing can be done with a target; undefined when something can. */
export function whyNot({ state, frame }: Sight): string | undefined {
  if (frame === undefined) return "not found";
  return { hidden: "not visible", disabled: "disabled" }[state as string];
}

function alsoSay(outcome: ActionOutcome, said: string): ActionOutcome {
  const { reason } = outcome;
  return { ...outcome, reason: reason === undefined ? said : `${reason}, ${said}` };
}

async function press(
  call: ActionCall,
  target: Target,
  { sight, isAimed }: Reached,
): Promise<ActionOutcome> {
  const { mouse, signal } = call;
  const { state, frame } = sight;
  const reason = whyNot(sight);
  if (frame === undefined || reason !== undefined)
    return { outcome: "skipped", ...(reason !== undefined && { reason }) };
  if (state === "option") {
    await frame.evaluate(pageCall(chooseOption, {}, undefined), signal);
    return { outcome: "done" };
  }
  const [best] = sight.points;
  if (best === undefined) {
    const isArea = state === "area";
    const covered = isArea ? undefined : await tellCover(call, target, sight);
    await frame.evaluate(pageCall(forceClick, {}, undefined), signal);
    return { outcome: "done", ...(covered !== undefined && { reason: covered }) };
  }
  // What never comes to rest is caught on the run.
  if (!isAimed) await mouse.move(best, signal);
  await mouse.click(signal);
  return { outcome: "done" };
}
