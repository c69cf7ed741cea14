/** Lists what can be pressed in `overlay`, shadow roots included, and leads to no other page. */
export function controlsIn(overlay: Element): Element[] {
  const controls =
    "button, a, input[type=button], input[type=submit], [role=button], summary, [aria-label], [title]";
  const found: Element[] = [];
  const roots: (Element | ShadowRoot)[] = [overlay];
  for (const root of roots) {
    if (root instanceof Element && root.shadowRoot !== null) roots.push(root.shadowRoot);
    for (const element of root.querySelectorAll("*")) {
      if (element.matches(controls)) found.push(element);
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
    if (found.length > 1000) break;
  }
  const leaves = (element: Element): boolean =>
    element instanceof HTMLAnchorElement &&
    !/^(?:#|javascript:|$)/.test(element.getAttribute("href") ?? "");
  return found.filter(
    (element) => !leaves(element) && !element.matches(":disabled") && element.checkVisibility(),
  );
}
