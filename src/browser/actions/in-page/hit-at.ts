/** Gives the element that a click at a point of the viewport would go to. */
export function hitAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (inner === null || inner === hit || inner.getRootNode() !== root) break;
    hit = inner;
  }
  return hit;
}
