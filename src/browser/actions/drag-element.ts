import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { reachTarget, whyNot } from "./click-element.ts";
import { hitAt } from "./in-page/hit-at.ts";
import { emptyPoint } from "./in-page/empty-point.ts";
import { pathOf } from "./in-page/path-of.ts";
import { pointsOf, type Point } from "./in-page/points-of.ts";
import type { DragAction, NodeTarget } from "./node-action.ts";
import { pageCall } from "../page-call.ts";
import { lift, takeAim, type Sight } from "./take-aim.ts";
import { tellCover } from "./tell-cover.ts";

/** Moves of the mouse on the way: pages tell a drag from a click by them. */
const STEPS = 10;
/** Milliseconds between two of them: a frame of the screen. */
const STEP = 16;

/** CSS pixels beyond the middle of what is dragged to: lists that are sorted so swap only then. */
const BEYOND = 3;

/** Presses on an element, moves the mouse to another or by a way, and lets go. */
export async function dragElement(
  call: ActionCall,
  { target, to }: DragAction,
): Promise<ActionOutcome> {
  const { mouse, signal, clock, tab } = call;
  if ("node" in to) await pointOf(call, to);
  const reached = await reachTarget(call, target);
  const reason = reached === undefined ? "not found" : whyNot(reached.sight);
  if (reached === undefined || reason !== undefined) {
    return { outcome: "skipped", ...(reason !== undefined && { reason }) };
  }
  const [start] = reached.sight.points;
  if (start === undefined) throw new ActionFault(await tellCover(call, target, reached.sight));
  if (!reached.isAimed) throw new ActionFault("moving");
  const end =
    "node" in to ? beyond(start, await pointOf(call, to)) : over(start, [to.dx, to.dy], 1);
  const [again] = (await takeAim(call, target, "")).points;
  if (again?.join(" ") !== start.join(" ")) throw new ActionFault("not in view together");
  await mouse.move(start, signal);
  await mouse.press(signal);
  const way: Point = [end[0] - start[0], end[1] - start[1]];
  for (let step = 1; step <= STEPS; step += 1) {
    await mouse.move(over(start, way, step / STEPS), signal);
    await wait(clock, STEP, signal);
  }
  await mouse.release(signal);
  await tab.navigation.follow(signal);
  return { outcome: "done" };
}

function over([x, y]: Point, [dx, dy]: Point, part: number): Point {
  return [x + dx * part, y + dy * part];
}

/** A point a little further on the same way. */
function beyond(start: Point, end: Point): Point {
  const way = Math.hypot(end[0] - start[0], end[1] - start[1]);
  return way === 0 ? end : over(start, [end[0] - start[0], end[1] - start[1]], 1 + BEYOND / way);
}

async function pointOf(call: ActionCall, to: NodeTarget): Promise<Point> {
  const sight = await call.tab.persist(() => takeAim(call, to, ""), call.signal);
  const point = sight.points[0] ?? (await pointWithin(call, sight));
  if (point !== undefined) return point;
  throw new ActionFault(`target ${whyNot(sight) ?? (await tellCover(call, to, sight))}`);
}

/** A point in what is only an outline, as a box that is drawn: the mouse does not hit it. */
async function pointWithin(call: ActionCall, { cover, frame }: Sight): Promise<Point | undefined> {
  if (frame === undefined || cover?.frame !== frame) return undefined;
  const tools = { hitAt, pathOf, pointsOf };
  const point = await frame.evaluate(pageCall(emptyPoint, tools, undefined), call.signal);
  return point === undefined ? undefined : (await lift(call, frame, [point])).points[0];
}
