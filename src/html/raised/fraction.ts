import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { textBefore } from "./text-around.ts";

/** A number, or one letter, above or below the bar. */
const PART = /^(?:\d{1,4}|\p{L})$/u;
const SLASH = /^\s*[/\u2044\u2215]\s*$/;
/** Before the fraction stands a number, white space or nothing, but no factor. */
const LEAD = /(?:^|[^\p{L}\u2063)\]])$/u;

/** Whether a `sup` is above the bar of a fraction, as in `5<sup>1</sup>/<sub>2</sub>`. */
export function isNumerator(
  view: View,
  sup: NodeId,
  { text, before }: { readonly text: string; readonly before: string },
): boolean {
  if (!PART.test(text) || !LEAD.test(before)) return false;
  const { tree } = view;
  const slash = besides(view, sup, (node) => tree.nextSibling(node));
  if (!SLASH.test(textIn(tree, slash))) return false;
  const sub = besides(view, slash, (node) => tree.nextSibling(node));
  return tree.tag(sub) === tagIds.sub && PART.test(textIn(tree, sub).trim());
}

/** Whether a `sub` is below the bar of a fraction. */
export function isDenominator(view: View, sub: NodeId, text: string): boolean {
  const { tree } = view;
  if (!PART.test(text)) return false;
  const slash = besides(view, sub, (node) => tree.previousSibling(node));
  if (!SLASH.test(textIn(tree, slash))) return false;
  const sup = besides(view, slash, (node) => tree.previousSibling(node));
  if (tree.tag(sup) !== tagIds.sup || !PART.test(textIn(tree, sup).trim())) return false;
  return LEAD.test(textBefore(view, sup));
}

/** The neighbour of a node, blank texts and what is left out passed over; 0 when there is none. */
function besides({ tree, dropped }: View, node: NodeId, towards: (node: NodeId) => NodeId): NodeId {
  let at = node === 0 ? 0 : towards(node);
  while (at !== 0 && (dropped[at] === 1 || tree.isBlankText(at))) at = towards(at);
  return at;
}

/** The text of a text, or of an element with one. */
function textIn(tree: Tree, node: NodeId): string {
  if (node === 0) return "";
  if (tree.kind(node) === NodeKind.text) return tree.text(node);
  const only = tree.firstChild(node);
  if (only === 0 || tree.nextSibling(only) !== 0) return "";
  return tree.kind(only) === NodeKind.text ? tree.text(only) : "";
}
