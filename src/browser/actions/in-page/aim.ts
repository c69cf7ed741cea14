import type { findElement } from "./find-element.ts";
import type { hitAt } from "./hit-at.ts";
import type { PageSlot } from "./page-slot.ts";
import type { pathOf } from "./path-of.ts";
import type { Point, pointsOf } from "./points-of.ts";
import type { standIn } from "./stand-in.ts";
import type { stateOf, TargetState } from "./state-of.ts";

/** How a target stands. */
export interface Aim {
  readonly state: TargetState | "missing";
  /** The target's place in its frame's viewport; it differs while the target moves. */
  readonly box: readonly number[];
  /** Points of the viewport at which a click reaches the target, the best first. */
  readonly points: readonly Point[];
  /** Whether matches before it were passed over, since they are hidden. */
  readonly isLater?: boolean;
  /** A point at which it ought to reach it. */
  readonly first?: Point | undefined;
}

/** Where to scroll the target to first; nowhere when empty, unless its middle is out of view. */
export type AimScroll = "" | "center" | "start" | "end";

/** What {@link aim} calls. */
interface AimTools extends Record<string, (...args: never[]) => unknown> {
  readonly findElement: typeof findElement;
  readonly hitAt: typeof hitAt;
  readonly pathOf: typeof pathOf;
  readonly pointsOf: typeof pointsOf;
  readonly standIn: typeof standIn;
  readonly stateOf: typeof stateOf;
}

/** Looks where the first match of a selector that is not hidden can be clicked, in its own frame. */
export function aim(
  tools: AimTools,
  input: { selector: string | undefined; scroll: AimScroll },
): Aim {
  const slot = globalThis as PageSlot;
  const isSeen = (element: Element): boolean => tools.stateOf(tools.standIn(element)) !== "hidden";
  const asked = tools.findElement(input.selector, isSeen);
  const isLater = asked !== tools.findElement(input.selector);
  const target = asked === null ? undefined : tools.standIn(asked);
  slot.draglineTarget = target;
  if (asked === null || target === undefined) return { state: "missing", box: [], points: [] };
  const state = tools.stateOf(target);
  if (state !== "ready") return { state, isLater, box: [], points: [] };
  const place = (): DOMRect => target.getClientRects()[0] ?? target.getBoundingClientRect();
  const isInView = ({ x, y, width, height }: DOMRect): boolean => {
    const [across, down] = [x + width / 2, y + height / 2];
    return across >= 0 && down >= 0 && across < innerWidth && down < innerHeight;
  };
  if (input.scroll !== "" || !isInView(place())) {
    const block = input.scroll === "" ? "center" : input.scroll;
    target.scrollIntoView({ block, inline: "center", behavior: "instant" });
  }
  const control = target instanceof HTMLLabelElement ? target.control : null;
  const reaches = ([x, y]: Point): boolean => {
    const path = tools.pathOf(tools.hitAt(x, y));
    const depth = path.indexOf(target);
    const isLabelled = path.some(
      (step) => step instanceof HTMLLabelElement && step.control === asked,
    );
    if (depth === -1 || !(target instanceof HTMLLabelElement)) return depth !== -1 || isLabelled;
    // A link inside a label takes the click for itself.
    const inner = path.slice(0, depth);
    return !inner.some(
      (step) => step !== control && step.matches("a[href], button, input, select"),
    );
  };
  const points = tools.pointsOf(target);
  const { x, y, width, height } = place();
  const reached = points.filter(reaches);
  return { state, isLater, box: [x, y, width, height], points: reached, first: points[0] };
}
