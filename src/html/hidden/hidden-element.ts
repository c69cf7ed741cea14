import { attributeIds } from "../attribute-names.ts";
import { tagIds } from "../tags.ts";
import type { NodeId, Tree } from "../tree.ts";
import {
  isAway,
  isBoxless,
  isFaint,
  isMoving,
  isPlaced,
  isUndisplayed,
  isVeiled,
} from "./box-hiding.ts";
import type { Cascade } from "./cascade.ts";
import { backgroundOf, canvas, colourOf, isLost, type Colour } from "./colour.ts";
import type { Style } from "./declarations.ts";
import { saysUnseen } from "./hidden-names.ts";
import { isInline } from "./in-line.ts";
import { isTiny } from "./length.ts";
import { isSpokenBeside } from "./name-of-control.ts";
import { nodesBelow } from "./text-below.ts";
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
  if (isAwaited(tree, node, style)) return undefined;
  if (isGone(tree, node, style)) return "undisplayed";
  if (isVisibilityHidden(style)) return "visibility";
  const hiding = shownByState ? undefined : unseenBy(tree, node, style);
  if (hiding !== undefined) return hiding;
  if (isForMachines(tree, node)) return "unseen";
  if (isUnreadable(tree, node, styles)) return "text";
  return isAria(tree, node) ? "aria" : undefined;
}

/** How a style keeps a displayed element from the eye, for good: what moves comes in later. */
function unseenBy(tree: Tree, node: NodeId, style: Style): Hiding | undefined {
  if (isMoving(style) || isAnimated(tree, node) || isFadedPart(tree, node, style)) return undefined;
  if (isVeiled(style) || isAway(style)) return "unseen";
  if (!isBoxless(style, isInline(tree, node))) return undefined;
  // So close panels; what is out of the flow as well is for screen readers.
  return isPlaced(style) ? "unseen" : "undisplayed";
}

/** Whether the element's class keeps it for screen readers. */
function isForMachines(tree: Tree, node: NodeId): boolean {
  return saysUnseen(tree.attribute(node, "class") ?? "");
}

/** Whether a part of the page, more than words in a line, is said to be nothing for screen readers. */
function isAria(tree: Tree, node: NodeId): boolean {
  if (tree.attribute(node, "aria-hidden")?.trim().toLowerCase() !== "true") return false;
  return !isInline(tree, node) && !isSpokenBeside(tree, node);
}

function isUnreadable(tree: Tree, node: NodeId, styles: Styling): boolean {
  const { style } = styles.cascade.of(node);
  return isTiny(sizeOf(style)) || isUnpainted(style) || isColourless(tree, node, styles);
}

/**
 * Whether scripts are to show the element as soon as they run: parts that React streams behind the
 * page, and custom elements that are invisible until they are defined.
 */
function isAwaited(tree: Tree, node: NodeId, style: Style): boolean {
  if (/^S:[\da-f]+$/.test(tree.attribute(node, "id") ?? "")) return true;
  return tree.tag(node) === 0 && !isUndisplayed(style) && tree.name(node).includes("-");
}

function isGone(tree: Tree, node: NodeId, style: Style): boolean {
  if (isUndisplayed(style)) return true;
  if (style.has("display")) return false;
  const hidden = tree.attribute(node, "hidden");
  if (hidden !== undefined && hidden.trim().toLowerCase() !== "until-found") return true;
  return tree.tag(node) === tagIds.dialog && tree.attribute(node, "open") === undefined;
}

/** Whether a whole part of the page is faint and nothing else, as what comes in when it is scrolled to. */
function isFadedPart(tree: Tree, node: NodeId, style: Style): boolean {
  if (!isFaint(style)) return false;
  for (const at of nodesBelow(tree, node)) if (PARTS.has(tree.tag(at))) return true;
  return false;
}

const PARTS = new Set<number>([
  tagIds.h1,
  tagIds.h2,
  tagIds.h3,
  tagIds.h4,
  tagIds.h5,
  tagIds.img,
  tagIds.picture,
]);

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
  const behind = colourBehind(tree, node, styles);
  return behind !== undefined && isLost(colour, behind);
}

/** The colour behind an element; undefined where the page does not say it. */
function colourBehind(
  tree: Tree,
  node: NodeId,
  { cascade, isLinked }: Styling,
): Colour | undefined {
  for (let at = node; at !== 0; at = tree.parent(at)) {
    const { style } = cascade.of(at);
    if (tree.attribute(at, "background") !== undefined) return undefined;
    const given = backgroundOf(style);
    if (given !== undefined) return given ?? undefined;
    const painted = colourOf(tree.attribute(at, "bgcolor")?.toLowerCase());
    if (painted !== undefined) return painted;
    // What stands elsewhere than in the flow has something else behind it.
    if (/absolute|fixed/.test(style.get("position") ?? "")) return undefined;
  }
  return isLinked ? undefined : canvas;
}

function legacyColour(tree: Tree, node: NodeId, id: number): string | undefined {
  const at = tree.tag(node) === tagIds.font ? tree.attributeNamed(node, id) : 0;
  return at === 0 ? undefined : tree.attributeTable.value(at);
}
