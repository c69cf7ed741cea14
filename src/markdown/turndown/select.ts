import type * as CssSelect from "css-select";
import { loadDependency } from "../../core/index.ts";
import type { DomElement } from "./dom-element.ts";
import { isElement, type DomNode } from "./dom-node.ts";

type Engine = Pick<typeof CssSelect, "is" | "selectAll" | "selectOne">;
let engine: Engine | undefined;

/** The selector engine, loaded when a rule asks for it, so that nobody else pays for it. */
function loadEngine(): Engine {
  engine ??= loadDependency("css-select", import.meta.url) as Engine;
  return engine;
}

/** Whether a CSS selector finds the element. */
export function isSelected(element: DomElement, selector: string): boolean {
  return loadEngine().is<DomNode, DomElement>(element, selector, { adapter });
}

/** The first element below `root` that a CSS selector finds. */
export function selectFirst(root: DomNode, selector: string): DomElement | null {
  const { childNodes } = root;
  return loadEngine().selectOne<DomNode, DomElement>(selector, [...childNodes], { adapter });
}

/** The elements below `root` that a CSS selector finds, in document order. */
export function selectAll(root: DomNode, selector: string): readonly DomElement[] {
  const { childNodes } = root;
  return loadEngine().selectAll<DomNode, DomElement>(selector, [...childNodes], { adapter });
}

const adapter = {
  isTag: isElement,
  getAttributeValue: (element: DomElement, name: string) => element.getAttribute(name) ?? undefined,
  getChildren: (node: DomNode): DomNode[] => [...node.childNodes],
  getName: (element: DomElement) => element.localName,
  getParent: (node: DomNode) => node.parentNode,
  getSiblings: (node: DomNode): DomNode[] =>
    node.parentNode === null ? [node] : [...node.parentNode.childNodes],
  getText: (node: DomNode) => node.textContent,
  hasAttrib: (element: DomElement, name: string) => element.hasAttribute(name),
  removeSubsets: withoutInner,
};

/** The nodes once each, without those inside another. */
function withoutInner(nodes: readonly DomNode[]): DomNode[] {
  const all = new Set(nodes);
  return [...all].filter((node) => {
    for (let at = node.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return false;
    return true;
  });
}
