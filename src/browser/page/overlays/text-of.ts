/**
 * The rendered text below `root`, that of open shadow roots with it, lower case, white space
 * folded; at most `max` characters. Runs in the page.
 */
export function textOf(root: Element, max: number): string {
  const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TEXTAREA"]);
  // A form's controls hide its properties: `<input name="childNodes">`.
  const read = (name: "tagName" | "shadowRoot", element: Element): unknown =>
    Reflect.get(Element.prototype, name, element);
  const isRendered = (element: Element): boolean =>
    !skipped.has(String(read("tagName", element))) &&
    (Element.prototype.checkVisibility.call(element, { visibilityProperty: true }) ||
      getComputedStyle(element).display === "contents");
  const parts: string[] = [];
  let length = 0;
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined && length < max; node = waiting.pop()) {
    if (node instanceof Text) {
      const text = node.data.replace(/\s+/g, " ").trim();
      if (text !== "") parts.push(text);
      length += text.length;
    }
    if (!(node instanceof Element) || !isRendered(node)) continue;
    const shadow = read("shadowRoot", node) as ShadowRoot | null;
    const children = Reflect.get(Node.prototype, "childNodes", node) as NodeList;
    for (const child of [...(shadow?.childNodes ?? []), ...children].toReversed()) {
      waiting.push(child);
    }
  }
  return parts.join(" ").slice(0, max).toLowerCase();
}
