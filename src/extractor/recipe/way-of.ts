import { NodeKind, type NodeId } from "../../html/index.ts";
import type { PageText } from "../candidates/page-text.ts";

/** Siblings on the way that are looked at. */
const MOST_SIBLINGS = 100;

/**
 * A hash of what stands before an element and the ancestors that a selector by positions goes
 * through: tags with classes, and what kind of text is in elements without. Another one says that
 * positions have moved.
 */
export function wayOf(text: PageText, node: NodeId, css: string): string {
  const steps = css.split(":nth-of-type(").length - 1;
  const { tree } = text;
  let hash = 0x811c9dc5;
  let at = node;
  for (let step = 0; step < steps; step++, at = tree.parent(at)) {
    let seen = 0;
    for (let each = at; each !== 0 && seen < MOST_SIBLINGS; each = tree.previousSibling(each)) {
      if (tree.kind(each) !== NodeKind.element) continue;
      seen++;
      hash = added(hash, kindOf(text, each));
    }
    hash = added(hash, ">");
  }
  return hash.toString(36);
}

function kindOf(text: PageText, node: NodeId): string {
  const { tree } = text;
  const names = tree.attribute(node, "class") ?? "";
  return `${tree.name(node)}.${names === "" ? textKind(text.text(node)) : names}`;
}

function textKind(text: string): string {
  if (text === "") return "empty";
  if (/^[\p{N}\p{P}\s]*$/u.test(text)) return "numbers";
  if (text.length > 100) return "long";
  return /\p{N}/u.test(text) ? "mixed" : "words";
}

/** FNV-1a over UTF-16 code units. */
function added(hash: number, text: string): number {
  let sum = hash;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return sum;
}
