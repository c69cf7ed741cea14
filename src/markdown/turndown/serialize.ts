import type { DomElement } from "./dom-element.ts";
import { isElement, type DomNode } from "./dom-node.ts";

const VOID = new Set(
  "area base br col embed frame hr img input keygen link meta param source track wbr".split(" "),
);

/** A node and all below it as HTML (WHATWG HTML 13.3). */
export function serialize(node: DomNode): string {
  if (!isElement(node)) return inside(node);
  const tag = startTag(node);
  return VOID.has(node.localName) ? tag : `${tag}${inside(node)}</${node.localName}>`;
}

function inside(node: DomNode): string {
  if (node.nodeValue !== null) return escapeText(node.nodeValue);
  return node.childNodes.map((child) => serialize(child)).join("");
}

function startTag(element: DomElement): string {
  const attributes = element.attributes.map(
    ({ name, value }) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`,
  );
  return `<${element.localName}${attributes.join("")}>`;
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
