import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { elementBefore, elementBehind } from "./beside.ts";
import { isInline } from "./in-line.ts";
import { saysUnseen } from "./hidden-names.ts";
import { lettersOf, nodesBelow } from "./text-below.ts";

/** Letters of what is a name, and elements up to what it names. */
const LONGEST = 80;
const MOST_STEPS = 4;
/** Nodes of a control that are looked at. */
const MOST_INSIDE = 200;
/** Elements beside a text for screen readers that are held against it. */
const MOST_BESIDE = 4;

/**
 * Whether a text that is kept from the eye is all that a link or button has for a name: it stands
 * for its picture, as an image's `alt` does.
 */
export function isName(tree: Tree, node: NodeId, dropped: Uint8Array): boolean {
  const control = controlAround(tree, node);
  if (control === 0 || lettersOf(tree, node).length > LONGEST) return false;
  let until = 0;
  for (const at of nodesBelow(tree, control, MOST_INSIDE)) {
    if (at === node) until = node;
    if (dropped[at] === 1 || isIn(tree, at, until)) continue;
    if (tree.kind(at) === NodeKind.text && /[\p{L}\p{N}]/u.test(tree.text(at))) return false;
    if (tree.tag(at) === tagIds.img && (tree.attribute(at, "alt") ?? "").trim() !== "")
      return false;
  }
  return true;
}

/** The link or button that the node is in; 0 outside of them. */
function controlAround(tree: Tree, node: NodeId): NodeId {
  let at = tree.parent(node);
  for (let steps = 0; at !== 0 && steps < MOST_STEPS; steps++) {
    const tag = tree.tag(at);
    if (tag === tagIds.a || tag === tagIds.button) return at;
    at = tree.parent(at);
  }
  return 0;
}

function isIn(tree: Tree, node: NodeId, outer: NodeId): boolean {
  if (outer === 0) return false;
  let at = node;
  for (let steps = 0; at !== 0 && steps <= MOST_STEPS * 2; steps++) {
    if (at === outer) return true;
    at = tree.parent(at);
  }
  return false;
}

/**
 * The element beside that says the same to the eye alone, in pieces perhaps: a price with its cents
 * raised. 0 without one; the whole text is then the better of the two.
 */
export function twinOf(tree: Tree, node: NodeId): NodeId {
  const own = lettersOf(tree, node);
  if (own === "" || own.length > LONGEST) return 0;
  for (const at of elementsBeside(tree, node)) {
    if (tree.attribute(at, "aria-hidden") === "true" && lettersOf(tree, at) === own) return at;
  }
  return 0;
}

/** Whether a text in the line, for screen readers, says what an element beside it draws. */
export function isSpokenBeside(tree: Tree, node: NodeId): boolean {
  const parent = tree.parent(node);
  if (isLineOf(tree, parent) && tree.attribute(parent, "aria-label") !== undefined) return true;
  for (const at of elementsBeside(tree, node)) {
    if (isInline(tree, at) && saysUnseen(tree.attribute(at, "class") ?? "")) return true;
  }
  return false;
}

/** The nearest elements on both sides. */
function* elementsBeside(tree: Tree, node: NodeId): Generator<NodeId> {
  let before = node;
  let behind = node;
  for (let seen = 0; seen < MOST_BESIDE; seen++) {
    if (before !== 0) before = elementBefore(tree, before);
    if (behind !== 0) behind = elementBehind(tree, behind);
    if (before !== 0) yield before;
    if (behind !== 0) yield behind;
  }
}

/** Whether an element holds a line of text: letters that move one by one have their word on it. */
function isLineOf(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return (tag >= tagIds.h1 && tag <= tagIds.h6) || tag === tagIds.p || isInline(tree, node);
}
