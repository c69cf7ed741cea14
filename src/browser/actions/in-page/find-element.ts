/**
 * Finds the first element that matches: in the document's own tree, else in its open shadow roots,
 * each before those inside it.
 * @throws SyntaxError when the selector is not valid CSS
 */
export function findElement(selector: string): Element | null {
  const light = document.querySelector(selector);
  if (light !== null) return light;
  const pending: (Document | ShadowRoot)[] = [document];
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    const match = root === document ? null : root.querySelector(selector);
    if (match !== null) return match;
    const inner: ShadowRoot[] = [];
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      if (shadowRoot !== null) inner.push(shadowRoot);
    }
    for (const shadowRoot of inner.toReversed()) pending.push(shadowRoot);
  }
  return null;
}
