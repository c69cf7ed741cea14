import type { PageSlot } from "./page-slot.ts";

/**
 * Finds the first element that matches: in the document's own tree, else in its open shadow roots,
 * each before those inside it. With `suits`, the first of which it holds, else the first of all.
 * Without a selector it is the element that the action is for by its node.
 * @throws SyntaxError when the selector is not valid CSS
 */
export function findElement(
  selector: string | undefined,
  suits: (element: Element) => boolean = () => true,
): Element | null {
  if (selector === undefined) {
    const asked = (globalThis as PageSlot).draglineAsked;
    return asked?.isConnected === true ? asked : null;
  }
  const pending: (Document | ShadowRoot)[] = [document];
  let first: Element | null = null;
  let left = 200;
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    for (const match of root.querySelectorAll(selector)) {
      first ??= match;
      if (suits(match)) return match;
      left -= 1;
      if (left === 0) return first;
    }
    const inner = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    pending.push(...inner.toReversed());
  }
  return first;
}
