import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { Cascade } from "./cascade.ts";
import { backgroundOf, canvas, colourOf, isLost, type Colour } from "./colour.ts";
import type { Style } from "./declarations.ts";
import { isPaintedElsewhere } from "./other-sheets.ts";
import { losesItself, type PageStyles } from "./page-styles.ts";

/** What styles an element. */
export interface Styling extends Pick<PageStyles, "others"> {
  /** Of what may be hidden. */
  readonly cascade: Cascade;
  /** Of all elements. */
  readonly around: () => Cascade;
}

/** The colour behind an element; undefined where the page does not say it. */
export function colourBehind(tree: Tree, node: NodeId, styles: Styling): Colour | undefined {
  const { others, around, cascade } = styles;
  const elsewhere = others === "linked" ? paintedElsewhere(tree, node) : 0;
  if (elsewhere === node && !cascade.someOf(node, losesItself)) return undefined;
  let found = paintOf(tree, node, cascade.of(node).style);
  for (let at = tree.parent(node); at !== 0 && found === undefined; at = tree.parent(at)) {
    const { style } = around().of(at);
    const isUnknown = at === elsewhere || (others === "linked" && isDarkPage(tree, at, style));
    found = isUnknown ? null : paintOf(tree, at, style);
  }
  if (found === undefined && others !== "unread") return canvas;
  return found ?? undefined;
}

/** What an element paints behind its letters: undefined for nothing, null for what is not known. */
function paintOf(tree: Tree, node: NodeId, style: Style): Colour | null | undefined {
  if (tree.attribute(node, "background") !== undefined) return null;
  const given = backgroundOf(style);
  if (given !== undefined) return given;
  const old = colourOf(tree.attribute(node, "bgcolor")?.toLowerCase());
  // What stands elsewhere than in the flow has something else behind it.
  return old ?? (/absolute|fixed/.test(style.get("position") ?? "") ? null : undefined);
}

/** The innermost element, itself too, behind which a linked sheet may well paint; 0 without one. */
function paintedElsewhere(tree: Tree, node: NodeId): NodeId {
  let at = node;
  while (at !== 0 && !isPaintedElsewhere(tree, at)) at = tree.parent(at);
  return at;
}

/** Whether all letters of the page are light, as they are where it is dark. */
function isDarkPage(tree: Tree, node: NodeId, style: Style): boolean {
  if (tree.tag(node) !== tagIds.body && tree.tag(node) !== tagIds.html) return false;
  const colour = colourOf(style.get("color"));
  return colour !== undefined && isLost(colour, canvas);
}
