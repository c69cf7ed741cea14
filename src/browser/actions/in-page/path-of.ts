/** Lists the elements that an event at `element` passes, from inside out. */
export function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let node: Node | null = element; node !== null;) {
    if (node instanceof Element) path.push(node);
    const slot: Element | null = node instanceof Element ? node.assignedSlot : null;
    node = slot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  }
  return path;
}
