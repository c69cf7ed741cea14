import type { EmptyTools } from "./empty-point.ts";
import type { PageSlot } from "./page-slot.ts";
import type { Point } from "./points-of.ts";

/** The middle of the target, when what is dragged lies over it there and is not in it. */
export function pointBelow(tools: EmptyTools): Point | undefined {
  const { draglineTarget: target, draglineDragged: dragged } = globalThis as PageSlot;
  if (target === undefined || dragged === undefined) return undefined;
  const [middle] = tools.pointsOf(target);
  if (middle === undefined) return undefined;
  const path = tools.pathOf(tools.hitAt(...middle));
  return path.includes(dragged) && !path.includes(target) ? middle : undefined;
}
