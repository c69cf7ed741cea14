import { wait } from "../../core/index.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { reachTarget, whyNot } from "./click-element.ts";
import { hitAt } from "./in-page/hit-at.ts";
import { emptyPoint } from "./in-page/empty-point.ts";
import { keepDraggedSource } from "./in-page/page-slot.ts";
import { pathOf } from "./in-page/path-of.ts";
import { pointBelow } from "./in-page/point-below.ts";
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

/** CSS pixels that are a drag to every page; a shorter way begins with one to the side and back. */
const LEAST = 30;

/** Where something is let go. */
interface Goal {
  readonly point: Point;
  /** Whether what is dragged lies over the target there. */
  readonly isBelow: boolean;
}

/** Presses on an element, moves the mouse to another or by a way, and lets go. */
export async function dragElement(call: ActionCall, drag: DragAction): Promise<ActionOutcome> {
  const { target, to } = drag;
  if ("node" in to) await goalOf(call, target, to);
  const reached = await reachTarget(call, target);
  const reason = reached === undefined ? "not found" : whyNot(reached.sight);
  if (reached === undefined || reason !== undefined) {
    return { outcome: "skipped", ...(reason !== undefined && { reason }) };
  }
  const { sight, isAimed } = reached;
  const [start] = sight.points;
  if (start === undefined) throw new ActionFault(await tellCover(call, target, sight));
  if (!isAimed) throw new ActionFault("moving");
  await carry(call, drag, { start, place: sight.place });
  await call.tab.navigation.follow(call.signal);
  return { outcome: "done" };
}

/** Drags what the mouse is over from a point. */
async function carry(
  call: ActionCall,
  { target, to }: DragAction,
  { start, place }: { readonly start: Point; readonly place: string },
): Promise<void> {
  const { mouse, signal } = call;
  const goal = "node" in to ? await goalOf(call, target, to) : undefined;
  const end = "node" in to ? endOf(start, goal) : over(start, [to.dx, to.dy], 1);
  const [again] = (await takeAim(call, target, "")).points;
  if (again?.join(" ") !== start.join(" ")) throw new ActionFault("not in view together");
  await mouse.move(start, signal);
  await mouse.press(signal);
  await travel(call, start, end);
  const isUpon = goal?.isBelow === true && (await isLeft(call, target, place));
  if ("node" in to && isUpon) await travel(call, end, await freePoint(call, to));
  await mouse.release(signal);
}

/** Moves the mouse in steps; twice to the end, since what is there may begin to listen with the first. */
async function travel(call: ActionCall, from: Point, to: Point): Promise<void> {
  const { mouse, signal, clock } = call;
  const way: Point = [to[0] - from[0], to[1] - from[1]];
  const [x, y] = from;
  const aside: Point[] = Math.hypot(...way) < LEAST ? [[x, y > LEAST ? y - LEAST : y + LEAST]] : [];
  const steps = Array.from({ length: STEPS }, (_, at) => over(from, way, (at + 1) / STEPS));
  for (const point of [...aside, ...steps, to]) {
    await mouse.move(point, signal);
    await wait(clock, STEP, signal);
  }
}

function endOf(start: Point, goal: Goal | undefined): Point {
  if (goal === undefined) return start;
  return goal.isBelow ? goal.point : beyond(start, goal.point);
}

/** Whether what is dragged is still where it was: only its picture comes along. */
async function isLeft(call: ActionCall, target: NodeTarget, place: string): Promise<boolean> {
  try {
    return (await takeAim(call, target, "")).place === place;
  } catch (error) {
    // A page may take it out while it is dragged.
    if (error instanceof ActionFault) return false;
    throw error;
  }
}

function over([x, y]: Point, [dx, dy]: Point, part: number): Point {
  return [x + dx * part, y + dy * part];
}

/** A point a little further on the same way. */
function beyond(start: Point, end: Point): Point {
  const way = Math.hypot(end[0] - start[0], end[1] - start[1]);
  return way === 0 ? end : over(start, [end[0] - start[0], end[1] - start[1]], 1 + BEYOND / way);
}

/** A point of the target beside what stays upon it, and would itself be dropped on. */
async function freePoint(call: ActionCall, to: NodeTarget): Promise<Point> {
  const sight = await takeAim(call, to, "");
  const [free] = sight.points;
  if (free === undefined) throw new ActionFault(`target ${await tellCover(call, to, sight)}`);
  return free;
}

async function goalOf(call: ActionCall, target: NodeTarget, to: NodeTarget): Promise<Goal> {
  const sight = await call.tab.persist(() => takeAim(call, to, ""), call.signal);
  const middle = target.frame === to.frame ? await middleBelow(call, target, sight) : undefined;
  if (middle !== undefined) return { point: middle, isBelow: true };
  const point = sight.points[0] ?? (await pointWithin(call, sight));
  if (point !== undefined) return { point, isBelow: false };
  throw new ActionFault(`target ${whyNot(sight) ?? (await tellCover(call, to, sight))}`);
}

/** The middle of what is dragged to, where only what is dragged lies over it. */
async function middleBelow(
  call: ActionCall,
  target: NodeTarget,
  { frame, state }: Sight,
): Promise<Point | undefined> {
  if (frame === undefined || state !== "ready") return undefined;
  await frame.callOn(target.node, keepDraggedSource, call.signal);
  const asked = pageCall(pointBelow, { hitAt, pathOf, pointsOf }, undefined);
  const point = await frame.evaluate(asked, call.signal);
  return point === undefined ? undefined : (await lift(call, frame, [point])).points[0];
}

/** A point in what is only an outline, as a box that is drawn: the mouse does not hit it. */
async function pointWithin(call: ActionCall, { cover, frame }: Sight): Promise<Point | undefined> {
  if (frame === undefined || cover?.frame !== frame) return undefined;
  const tools = { hitAt, pathOf, pointsOf };
  const point = await frame.evaluate(pageCall(emptyPoint, tools, undefined), call.signal);
  return point === undefined ? undefined : (await lift(call, frame, [point])).points[0];
}
