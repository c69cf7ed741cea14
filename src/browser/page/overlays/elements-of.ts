/**
 * All elements below `root` that are rendered, those of open shadow roots with them, in the order
 * of the document; at most `max`. Runs in the page.
 */
export function elementsOf(root: Element, max: number): Element[] {
  const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META"]);
  // A form's controls hide its properties: `<input name="children">`.
  const read = (name: "tagName" | "shadowRoot" | "children", element: Element): unknown =>
    Reflect.get(Element.prototype, name, element);
  // An element that is a box of nothing ("contents") still shows what is in it.
  const isRendered = (element: Element): boolean =>
    !skipped.has(String(read("tagName", element))) &&
    (Element.prototype.checkVisibility.call(element) ||
      getComputedStyle(element).display === "contents");
  const found: Element[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (found.length >= max) break;
    if (!isRendered(element)) continue;
    if (element !== root) found.push(element);
    const shadow = read("shadowRoot", element) as ShadowRoot | null;
    const children = read("children", element) as HTMLCollection;
    for (const child of [...(shadow?.children ?? []), ...children].toReversed()) {
      waiting.push(child);
    }
  }
  return found;
}
