import { attributeIds } from "../scan/attribute-names.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import {
  isAway,
  isBoxless,
  isFaint,
  isMoving,
  isPlaced,
  isSkipped,
  isUndisplayed,
  isVeiled,
} from "./box-hiding.ts";
import { colourBehind, type Styling } from "./colour-behind.ts";
import { colourOf, isLost } from "./colour.ts";
import type { Style } from "./declarations.ts";
import { saysUnseen } from "./hidden-names.ts";
import { isInline } from "./in-line.ts";
import { isTiny } from "./length.ts";
import { isSpokenBeside } from "./name-of-control.ts";
import { nodesBelow } from "./text-below.ts";
import { isUnpainted, isVisibilityHidden, sizeOf } from "./page-styles.ts";

/**
 * How an element is hidden: not displayed; by `visibility`, which what is in it can take back; kept
 * from the eye, for screen readers perhaps (`unseen`); text too small or of the background's colour,
 * which what is in it can take back (`text`); said to be hidden from screen readers (`aria`).
 */
export type Hiding = "undisplayed" | "visibility" | "unseen" | "text" | "aria";

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
  if (isUndisplayed(style) || isSkipped(style, kindOf(tree, node))) return true;
  if (style.has("display")) return false;
  const hidden = tree.attribute(node, "hidden");
  if (hidden !== undefined && hidden.trim().toLowerCase() !== "until-found") return true;
  return tree.tag(node) === tagIds.dialog && tree.attribute(node, "open") === undefined;
}

/** What an element is that `content-visibility` does not hide. */
function kindOf(tree: Tree, node: NodeId): "line" | "table" | undefined {
  if (TABLES.has(tree.tag(node))) return "table";
  return isInline(tree, node) ? "line" : undefined;
}

const TABLES = new Set<number>([
  tagIds.table,
  tagIds.caption,
  tagIds.thead,
  tagIds.tbody,
  tagIds.tfoot,
  tagIds.tr,
]);

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

function legacyColour(tree: Tree, node: NodeId, id: number): string | undefined {
  const at = tree.tag(node) === tagIds.font ? tree.attributeNamed(node, id) : 0;
  return at === 0 ? undefined : tree.attributeTable.value(at);
}
