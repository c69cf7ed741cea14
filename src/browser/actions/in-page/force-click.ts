import type { PageSlot } from "./page-slot.ts";

/** Gives the target a click although something lies over it. */
export function forceClick(): void {
  const target = (globalThis as PageSlot).draglineTarget;
  if (target instanceof HTMLElement) target.click();
  else {
    const init = { bubbles: true, cancelable: true, composed: true, view: window };
    target?.dispatchEvent(new MouseEvent("click", init));
  }
}
