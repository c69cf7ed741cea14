import type { hitAt } from "./hit-at.ts";
import type { PageSlot } from "./page-slot.ts";
import type { pathOf } from "./path-of.ts";
import type { Point, pointsOf } from "./points-of.ts";

/** What {@link emptyPoint} calls. */
export interface EmptyTools extends Record<string, (...args: never[]) => unknown> {
  readonly hitAt: typeof hitAt;
  readonly pathOf: typeof pathOf;
  readonly pointsOf: typeof pointsOf;
}

/** A point within the target, which is an outline, where nothing lies: the mouse is over what is around it. */
export function emptyPoint(tools: EmptyTools): Point | undefined {
  const target = (globalThis as PageSlot).draglineTarget;
  if (target === undefined) return undefined;
  const around = tools.pathOf(target);
  return tools.pointsOf(target).find(([x, y]) => {
    const hit = tools.hitAt(x, y);
    return hit !== null && around.includes(hit);
  });
}
