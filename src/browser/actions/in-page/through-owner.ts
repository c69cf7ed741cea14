import type { hitAt } from "./hit-at.ts";
import type { PageSlot } from "./page-slot.ts";
import type { Point } from "./points-of.ts";

/** What {@link throughOwner} calls. */
interface ThroughTools extends Record<string, (...args: never[]) => unknown> {
  readonly hitAt: typeof hitAt;
}

/**
 * Maps points of a frame into the document that holds it, whose target is the frame's element.
 * `reached` are those at which a click goes into the frame.
 */
export function throughOwner(tools: ThroughTools, points: readonly Point[]) {
  const owner = (globalThis as PageSlot).draglineTarget;
  if (!(owner instanceof HTMLElement)) return { mapped: [], reached: [], isVisible: false };
  const { left, top, width, height } = owner.getBoundingClientRect();
  const style = getComputedStyle(owner);
  const across = owner.offsetWidth > 0 ? width / owner.offsetWidth : 1;
  const down = owner.offsetHeight > 0 ? height / owner.offsetHeight : 1;
  const [inX, inY] = [
    owner.clientLeft + Number.parseFloat(style.paddingLeft),
    owner.clientTop + Number.parseFloat(style.paddingTop),
  ];
  const mapped = points.map(([x, y]): Point => [left + (inX + x) * across, top + (inY + y) * down]);
  return {
    mapped,
    reached: mapped.filter(([x, y]) => tools.hitAt(x, y) === owner),
    isVisible: width > 0 && height > 0 && style.visibility === "visible",
  };
}
