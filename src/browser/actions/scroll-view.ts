import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { actionDefaults } from "./action-defaults.ts";
import { actionLimits } from "./action-limits.ts";
import type { FrameView } from "./frame-view.ts";
import { findElement } from "./in-page/find-element.ts";
import { pathOf } from "./in-page/path-of.ts";
import { scrollByView, type Scrolled } from "./in-page/scroll-by-view.ts";
import { mainFrame } from "./list-frames.ts";
import { pageCall } from "../page-call.ts";
import type { Target } from "./node-action.ts";
import { seekFrame } from "./seek-frame.ts";
import { lift } from "./take-aim.ts";

/** Milliseconds in which the page sees that it was scrolled: more than two frames of the screen. */
const SETTLE = 50;
/** Milliseconds that a turn of the wheel takes to have scrolled. */
const WHEEL_SETTLE = 200;
/** What a wheel is turned by in CSS pixels: a usual viewport. */
const WHEEL = 800;

const tools = { findElement, pathOf };

/** Which way what is scrolled; the page without a target. */
interface ScrollCall {
  readonly direction?: "up" | "down" | undefined;
  readonly target?: Target | undefined;
}

/** Scrolls the page, or a target, by what it shows at once. */
export async function scrollView(
  call: ActionCall,
  { direction = actionDefaults.direction, target }: ScrollCall,
): Promise<ActionOutcome> {
  const { tab, clock, signal } = call;
  const by = direction === "up" ? -1 : 1;
  const frame =
    target === undefined
      ? await tab.persist(() => mainFrame(tab, signal), signal)
      : await seekFrame(call, target, actionLimits.missing);
  if (frame === undefined) return { outcome: "skipped", reason: "not found" };
  const selector = typeof target === "string" ? target : undefined;
  const input = { selector, isNode: typeof target === "object", by } as const;
  const scrolled = await frame.evaluate(pageCall(scrollByView, tools, input), signal);
  if (!scrolled.isFound) return { outcome: "skipped", reason: "not found" };
  await turnWheel(call, { frame, scrolled, by });
  await wait(clock, SETTLE, signal);
  const isAtEnd = !scrolled.hasMoved && scrolled.wheel === undefined;
  return isAtEnd ? { outcome: "done", reason: "at the end" } : { outcome: "done" };
}

/** What has no scrollbar may still listen to the wheel: pages that move themselves, frames. */
async function turnWheel(
  call: ActionCall,
  { frame, scrolled, by }: { frame: FrameView; scrolled: Scrolled; by: 1 | -1 },
): Promise<void> {
  if (scrolled.wheel === undefined) return;
  const [point] = (await lift(call, frame, [scrolled.wheel])).points;
  if (point === undefined) return;
  await call.mouse.move(point, call.signal);
  await call.mouse.wheel(by * WHEEL, call.signal);
  await wait(call.clock, WHEEL_SETTLE, call.signal);
}
