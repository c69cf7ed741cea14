import type { ActionCall } from "./action-call.ts";
import { findFrame } from "./find-frame.ts";
import type { FrameView } from "./frame-view.ts";
import { aim, type Aim, type AimScroll } from "./in-page/aim.ts";
import { findElement } from "./in-page/find-element.ts";
import { hitAt } from "./in-page/hit-at.ts";
import { pathOf } from "./in-page/path-of.ts";
import { pointsOf, type Point } from "./in-page/points-of.ts";
import { standIn } from "./in-page/stand-in.ts";
import { stateOf } from "./in-page/state-of.ts";
import { throughOwner } from "./in-page/through-owner.ts";
import type { Target } from "./node-action.ts";
import { pageCall } from "../page-call.ts";

/** How a target stands in the page as a whole. */
export interface Sight {
  readonly state: Aim["state"];
  /** Two equal ones in a row: the target stands still. */
  readonly place: string;
  /** Whether hidden matches before the target were passed over. */
  readonly isLater?: boolean | undefined;
  /** Points of the main frame's viewport at which a click reaches the target. */
  readonly points: readonly Point[];
  /** The frame of the target; undefined when it is missing. */
  readonly frame?: FrameView;
  /** Where something lies over it. */
  readonly cover?: Cover;
}

/** A point of a frame's viewport at which something else would get the click. */
export interface Cover {
  readonly frame: FrameView;
  readonly point: Point;
}

const tools = { findElement, hitAt, pathOf, pointsOf, standIn, stateOf };

/** Looks where a target (of a selector the first match that is not hidden) can be clicked, through all frames around it. */
export async function takeAim(call: ActionCall, target: Target, scroll: AimScroll): Promise<Sight> {
  const frame = await findFrame(call, target);
  if (frame === undefined) return { state: "missing", place: "", points: [] };
  const selector = typeof target === "string" ? target : undefined;
  const { state, isLater, box, points, first } = await frame.evaluate(
    pageCall(aim, tools, { selector, scroll }),
    call.signal,
  );
  const place = box.join(" ");
  if (state !== "ready") return { state, isLater, place, points: [], frame };
  if (points.length === 0) {
    return {
      state,
      isLater,
      place,
      points,
      frame,
      ...(first && { cover: { frame, point: first } }),
    };
  }
  const outside = await lift(call, frame, points);
  const state2 = outside.isVisible ? state : "hidden";
  const whole = `${place} ${outside.place.join(" ")}`;
  return { ...outside, state: state2, isLater, place: whole, frame };
}

/** Maps points of a frame into the main frame, as long as clicks get through. */
export async function lift(call: ActionCall, from: FrameView, points: readonly Point[]) {
  let here = from;
  let reached = points;
  let place: readonly number[] = [];
  for (let above = here.parent; above !== undefined; above = here.parent) {
    await here.atOwner("function () { globalThis.draglineTarget = this; }", call.signal);
    const through = await above.evaluate(pageCall(throughOwner, { hitAt }, reached), call.signal);
    const { mapped, isVisible } = through;
    const [point = [0, 0]] = mapped;
    place = point;
    reached = through.reached;
    here = above;
    if (!isVisible) return { points: [], isVisible, place };
    if (reached.length === 0)
      return { points: [], isVisible, place, cover: { frame: here, point } };
  }
  return { points: reached, isVisible: true, place };
}
