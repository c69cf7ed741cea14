import type { controlsIn } from "./controls-in.ts";
import type { hitAt } from "./hit-at.ts";
import type { PageSlot } from "./page-slot.ts";
import type { pathOf } from "./path-of.ts";
import type { Point } from "./points-of.ts";
import type { saysOneOf } from "./says-one-of.ts";

/** What lies over a target. */
interface Dismissal {
  /** Whether it is something that lies over the page, and not the page itself. */
  readonly isOverlay: boolean;
  /** Whether it is a frame, whose buttons its own document has. */
  readonly isFrame: boolean;
  /** Whether the target is in a dialog, which the Escape key would close. */
  readonly isInDialog: boolean;
  /** The middle of a button that takes it away. */
  readonly button?: Point | undefined;
}

/** What {@link findDismissal} calls. */
interface DismissalTools extends Record<string, (...args: never[]) => unknown> {
  readonly controlsIn: typeof controlsIn;
  readonly hitAt: typeof hitAt;
  readonly pathOf: typeof pathOf;
  readonly saysOneOf: typeof saysOneOf;
}

/**
 * Looks what lies over the target at a point, and for its button that closes, declines or accepts, in
 * this order. Without a point, the whole document is the overlay.
 */
export function findDismissal(
  tools: DismissalTools,
  input: { point?: Point | undefined; words: readonly (readonly string[])[] },
): Dismissal {
  const slot = globalThis as PageSlot;
  const hit = input.point === undefined ? null : tools.hitAt(...input.point);
  slot.draglineCover = hit ?? undefined;
  const around = new Set(tools.pathOf(slot.draglineTarget ?? null));
  const apart = tools.pathOf(hit).filter((step) => !around.has(step));
  const dialogs = "dialog, [popover], [role=dialog], [role=menu], [aria-modal=true]";
  const lies = (step: Element): boolean =>
    step.matches(dialogs) ||
    ["fixed", "sticky", "absolute"].includes(getComputedStyle(step).position);
  const overlay = input.point === undefined ? document.documentElement : apart.findLast(lies);
  const isFrame = hit instanceof HTMLIFrameElement;
  const isInDialog = [...around].some((step) => step.matches(dialogs));
  if (overlay === undefined) return { isOverlay: isFrame, isFrame, isInDialog };
  const controls = tools.controlsIn(overlay);
  for (const words of input.words) {
    for (const control of controls.filter((control) => tools.saysOneOf(control, words))) {
      control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const { x, y, width, height } = control.getBoundingClientRect();
      const button: Point = [x + width / 2, y + height / 2];
      const isReached = tools.pathOf(tools.hitAt(...button)).includes(control);
      if (isReached && width > 0) return { isOverlay: true, isFrame, isInDialog, button };
    }
  }
  return { isOverlay: true, isFrame, isInDialog };
}
