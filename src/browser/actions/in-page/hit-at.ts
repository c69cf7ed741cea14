import type { PageSlot } from "./page-slot.ts";

/** Gives the element that a click at a point of the viewport would go to. */
export function hitAt(x: number, y: number): Element | null {
  const closed = (globalThis as PageSlot).draglineRoots;
  let hit = document.elementFromPoint(x, y);
  const inner = (): ShadowRoot | null | undefined =>
    hit === null ? null : (hit.shadowRoot ?? closed?.get(hit));
  for (let root = inner(); root; root = inner()) {
    const below = root.elementFromPoint(x, y);
    if (below === null || below === hit || below.getRootNode() !== root) break;
    hit = below;
  }
  return hit;
}
