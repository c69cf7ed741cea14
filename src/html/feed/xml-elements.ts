import { escapeAttribute, escapeText } from "../scan/escape.ts";
import { tagIds, type TagName } from "../scan/tags.ts";
import { isVoid } from "../view/to-html.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Characters of one element's text. */
const LONGEST = 1_000_000;

/** The elements right below a node. */
export function elementsBelow(tree: Tree, parent: NodeId): NodeId[] {
  const found: NodeId[] = [];
  for (let node = tree.firstChild(parent); node !== 0; node = tree.nextSibling(node)) {
    if (tree.kind(node) === NodeKind.element) found.push(node);
  }
  return found;
}

/** An element's name without its prefix. */
export function localName(tree: Tree, node: NodeId): string {
  return tree.name(node).replace(/^.*:/, "");
}

/** The elements right below a node by name, prefix included; each list in document order. */
export class Members {
  readonly #tree: Tree;
  readonly #byName: ReadonlyMap<string, readonly NodeId[]>;

  constructor(tree: Tree, parent: NodeId) {
    this.#tree = tree;
    this.#byName = Map.groupBy(elementsBelow(tree, parent), (node) => nameOf(tree, node));
  }

  /** Those of the names, in the order of the names. */
  all(...names: readonly string[]): readonly NodeId[] {
    return names.flatMap((name) => this.#byName.get(name) ?? []);
  }

  /** The text of the first with one that is not empty. */
  text(...names: readonly string[]): string | undefined {
    for (const node of this.all(...names)) {
      const text = textOf(this.#tree, node);
      if (text !== "") return text;
    }
    return undefined;
  }
}

/** Prefixes that feeds give to the elements of their own format. */
const OWN_PREFIX = /^(?:rss|atom|a10|rdf)\d*:/;

function nameOf(tree: Tree, node: NodeId): string {
  return tree.name(node).replace(OWN_PREFIX, "");
}

/** All text below an element; markup inside counts with its text. */
export function textOf(tree: Tree, root: NodeId): string {
  let text = "";
  let node = tree.firstChild(root);
  while (node !== 0 && text.length < LONGEST) {
    if (tree.kind(node) === NodeKind.text) text += tree.text(node);
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return text.trim();
}

/**
 * What is below an element, XHTML, written as HTML: names without their prefixes, and an end tag for
 * what HTML would leave open (`<div/>`, `<a id="x"/>`).
 */
export function htmlBelow(tree: Tree, root: NodeId): string {
  let html = "";
  let node = tree.firstChild(root);
  while (node !== 0 && html.length < LONGEST) {
    html += opening(tree, node);
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      html += closing(tree, node);
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return html;
}

function opening(tree: Tree, node: NodeId): string {
  if (tree.kind(node) === NodeKind.text) return escapeText(tree.text(node));
  if (tree.kind(node) !== NodeKind.element) return "";
  const attributes = tree
    .attributes(node)
    .filter(([name]) => /^[a-z][\w-]*$/.test(name) && name !== "xmlns")
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${localName(tree, node)}${attributes.join("")}>`;
}

function closing(tree: Tree, node: NodeId): string {
  if (tree.kind(node) !== NodeKind.element) return "";
  const name = localName(tree, node);
  const isKnown = Object.hasOwn(tagIds, name);
  return isKnown && isVoid(tagIds[name as TagName]) ? "" : `</${name}>`;
}

/** Whether an XML document goes on to the end of its last outermost element; one without any has no end. */
export function isWholeXml(text: string, tree: Tree): boolean {
  const last = elementsBelow(tree, 0).at(-1);
  if (last === undefined) return true;
  const rootName = tree.name(last);
  const end = withoutTrailing(text);
  if (end.endsWith("/>"))
    return end.toLowerCase().lastIndexOf(`<${rootName}`) === end.lastIndexOf("<");
  const [, name] = /<\/([^\s<>/]{1,200})\s{0,200}>$/.exec(end.slice(-500)) ?? [];
  return name?.toLowerCase() === rootName && !isOpen(end);
}

/** The text without the comments and instructions behind it. */
function withoutTrailing(text: string): string {
  let end = text.trimEnd();
  for (;;) {
    const mark = end.endsWith("-->") ? "<!--" : end.endsWith("?>") ? "<?" : undefined;
    const start = mark === undefined ? -1 : end.lastIndexOf(mark);
    if (start === -1) return end;
    end = end.slice(0, start).trimEnd();
  }
}

/** Whether the end is inside a comment or CDATA; what looks like one inside the other is none. */
function isOpen(text: string): boolean {
  const ends = Math.max(text.lastIndexOf("-->"), text.lastIndexOf("]]>"));
  return Math.max(text.lastIndexOf("<!--"), text.lastIndexOf("<![CDATA[")) > ends;
}
