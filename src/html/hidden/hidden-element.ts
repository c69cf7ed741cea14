import { attributeIds } from "../attribute-names.ts";
import { tagIds } from "../tags.ts";
import type { NodeId, Tree } from "../tree.ts";
import { isAway, isBoxless, isMoving, isPlaced, isUndisplayed, isVeiled } from "./box-hiding.ts";
import type { Cascade } from "./cascade.ts";
import { backgroundOf, canvas, colourOf, isLost } from "./colour.ts";
import type { Style } from "./declarations.ts";
import { saysUnseen } from "./hidden-names.ts";
import { isInline } from "./in-line.ts";
import { isTiny } from "./length.ts";
import { isSpokenBeside } from "./name-of-control.ts";
import { isUnpainted, isVisibilityHidden, sizeOf, type PageStyles } from "./page-styles.ts";

/**
 * How an element is hidden: not displayed; by `visibility`, which what is in it can take back; kept
 * from the eye, for screen readers perhaps (`unseen`); text too small or of the background's colour,
 * which what is in it can take back (`text`); said to be hidden from screen readers (`aria`).
 */
export type Hiding = "undisplayed" | "visibility" | "unseen" | "text" | "aria";

/** What styles an element. */
export interface Styling extends Pick<PageStyles, "isLinked"> {
  readonly cascade: Cascade;
}

/** Names by which scripts know what they fade in, or load late. */
const ANIMATED =
  /(?:^|[\s_-])(?:aos|wow|fade|animate|animated|reveal|lazy|lazyload|lazyloaded|scroll|appear|motion|sal|gsap|transition)/i;

const ANIMATED_ATTRIBUTES = [
  "data-aos",
  "data-animate",
  "data-animation",
  "data-scroll",
  "data-sal",
];

/** How a page hides an element by its own markup and style elements; undefined when it does not. */
export function hidingOf(tree: Tree, node: NodeId, styles: Styling): Hiding | undefined {
  const { style, shownByState } = styles.cascade.of(node);
  if (isGone(tree, node, style)) return "undisplayed";
  if (isVisibilityHidden(style)) return "visibility";
  const isMoved = shownByState || isMoving(style) || isAnimated(tree, node);
  if (!isMoved && isVeiled(style)) return "unseen";
  if (!isMoved && isAway(style)) return "unseen";
  // So close panels; what is out of the flow as well is for screen readers.
  if (!isMoved && isBoxless(style, isInline(tree, node))) {
    return isPlaced(style) ? "unseen" : "undisplayed";
  }
  if (saysUnseen(tree.attribute(node, "class") ?? "")) return "unseen";
  if (isTiny(sizeOf(style)) || isUnpainted(style) || isColourless(tree, node, styles))
    return "text";
  const isAria = tree.attribute(node, "aria-hidden")?.trim().toLowerCase() === "true";
  return isAria && !isInline(tree, node) && !isSpokenBeside(tree, node) ? "aria" : undefined;
}

function isGone(tree: Tree, node: NodeId, style: Style): boolean {
  if (isUndisplayed(style)) return true;
  if (style.has("display")) return false;
  const hidden = tree.attribute(node, "hidden");
  if (hidden !== undefined && hidden.trim().toLowerCase() !== "until-found") return true;
  return tree.tag(node) === tagIds.dialog && tree.attribute(node, "open") === undefined;
}

function isAnimated(tree: Tree, node: NodeId): boolean {
  if (ANIMATED.test(tree.attribute(node, "class") ?? "")) return true;
  return ANIMATED_ATTRIBUTES.some((name) => tree.attribute(node, name) !== undefined);
}

/** Whether the text has the colour of what is painted behind it, as far as the page says that. */
function isColourless(tree: Tree, node: NodeId, styles: Styling): boolean {
  const { style } = styles.cascade.of(node);
  const written = style.get("color") ?? legacyColour(tree, node, attributeIds.color);
  const colour = colourOf(written?.toLowerCase());
  if (colour === undefined || style.has("text-shadow") || colour[3] < 1) return false;
  for (let at = node; at !== 0; at = tree.parent(at)) {
    const own = styles.cascade.of(at).style;
    const given = backgroundOf(own);
    const painted =
      given === undefined ? colourOf(tree.attribute(at, "bgcolor")?.toLowerCase()) : given;
    if (painted === null || tree.attribute(at, "background") !== undefined) return false;
    if (painted !== undefined) return isLost(colour, painted);
    // What stands elsewhere than in the flow has something else behind it.
    if (/absolute|fixed/.test(own.get("position") ?? "")) return false;
  }
  return !styles.isLinked && isLost(colour, canvas);
}

function legacyColour(tree: Tree, node: NodeId, id: number): string | undefined {
  const at = tree.tag(node) === tagIds.font ? tree.attributeNamed(node, id) : 0;
  return at === 0 ? undefined : tree.attributeTable.value(at);
}
