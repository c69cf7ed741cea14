import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Elements of svg that show what is in them. */
const FRAMES = new Set(["svg", "g", "a", "switch"]);
/** What nobody sees in a text of svg. */
const UNSEEN_IN_TEXT = new Set(["title", "desc", "metadata", "style", "script"]);
/** The first letters of the elements that are looked at; most of an icon's are paths. */
const LETTERS = new Set(["s", "g", "a", "t", "f"].map((letter) => letter.charCodeAt(0)));
const LOWER = 32;

/** A drawing of this width or height in its own units is no icon. */
const PICTURE = 96;

/**
 * Leaves out of drawings (svg) all but their texts: `text`, `foreignObject`. One without them is
 * left out; of a picture (`role="img"`) that is no icon and no link's sign, its title is its text.
 */
export function markDrawings(tree: Tree, dropped: Uint8Array): void {
  const inner = new Set<NodeId>();
  for (let svg = tree.firstOfTag(tagIds.svg); svg !== 0; svg = tree.nextOfTag(svg)) {
    if (inner.has(svg)) continue;
    const drawing = new Drawing(tree, dropped, inner);
    if (!isUndrawn(tree, svg) && drawing.showTexts(svg)) continue;
    const title = isPicture(tree, svg) ? titleOf(tree, svg) : 0;
    if (title === 0) dropped[svg] = 1;
    else dropped[title] = 0;
  }
}

class Drawing {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  /** The svg elements that were looked at as parts of others. */
  readonly #inner: Set<NodeId>;
  /** Elements `switch` of which a part is shown: the others are for other programs. */
  readonly #switched = new Set<NodeId>();
  #hasSwitch = false;
  /** The text that is being looked at; 0 outside of texts. */
  #text: NodeId = 0;
  #hasText = false;

  constructor(tree: Tree, dropped: Uint8Array, inner: Set<NodeId>) {
    this.#tree = tree;
    this.#dropped = dropped;
    this.#inner = inner;
  }

  /** Gives whether the drawing has any. */
  showTexts(root: NodeId): boolean {
    const tree = this.#tree;
    let node = tree.firstChild(root);
    if (node === 0) return false;
    while (node !== root) {
      const inside = this.#enter(node) ? tree.firstChild(node) : 0;
      if (inside !== 0) {
        node = inside;
        continue;
      }
      while (node !== root && tree.nextSibling(node) === 0) node = this.#leave(node);
      if (node !== root) {
        this.#leave(node);
        node = tree.nextSibling(node);
      }
    }
    return this.#hasText;
  }

  #leave(node: NodeId): NodeId {
    if (node === this.#text) this.#text = 0;
    return this.#tree.parent(node);
  }

  /** Whether to look at what is in the node. */
  #enter(node: NodeId): boolean {
    const tree = this.#tree;
    if (tree.kind(node) !== NodeKind.element) {
      const isShown = this.#text !== 0 && tree.kind(node) === NodeKind.text;
      if (!isShown) this.#dropped[node] = 1;
      else if (!tree.isBlankText(node)) this.#hasText = true;
      return false;
    }
    if (this.#text === 0) return this.#enterElement(node);
    if (!UNSEEN_IN_TEXT.has(tree.name(node)) && !isUndrawn(tree, node)) return true;
    this.#dropped[node] = 1;
    return false;
  }

  #enterElement(node: NodeId): boolean {
    const tree = this.#tree;
    const letter = tree.source.charCodeAt(tree.start(node) + 1) | LOWER;
    const name = LETTERS.has(letter) ? tree.name(node) : "";
    if (tree.tag(node) === tagIds.svg) this.#inner.add(node);
    const holds = name === "foreignobject" && tree.firstChild(node) !== 0;
    const isShown = holds || name === "text" || FRAMES.has(name);
    if (!isShown || isUndrawn(tree, node) || this.#isOther(node)) {
      this.#dropped[node] = 1;
      return false;
    }
    if (name === "switch") this.#hasSwitch = true;
    if (name === "text") this.#text = node;
    // What it holds is a page of its own.
    if (holds) this.#hasText = true;
    return !holds;
  }

  /** Whether another part of the `switch` that the node is in is shown. */
  #isOther(node: NodeId): boolean {
    if (!this.#hasSwitch) return false;
    const parent = this.#tree.parent(node);
    if (this.#tree.name(parent) !== "switch") return false;
    if (this.#switched.has(parent)) return true;
    this.#switched.add(parent);
    return false;
  }
}

const UNDRAWN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** Whether attributes of an element of svg say that it is not drawn. */
function isUndrawn(tree: Tree, node: NodeId): boolean {
  if (tree.firstAttribute(node) === 0) return false;
  if (tree.attribute(node, "display") === "none") return true;
  if (tree.attribute(node, "visibility") === "hidden") return true;
  if (UNDRAWN.test(tree.attribute(node, "style") ?? "")) return true;
  return ["opacity", "width", "height"].some((name) =>
    /^\s*0(?:\.0*)?(?:px)?\s*$/.test(tree.attribute(node, name) ?? ""),
  );
}

function isPicture(tree: Tree, svg: NodeId): boolean {
  const role = tree.attribute(svg, "role");
  if (role === undefined || !/^(?:img|graphics-\w+)\b/.test(role)) return false;
  if (tree.attribute(svg, "aria-hidden") === "true") return false;
  const box =
    tree
      .attribute(svg, "viewbox")
      ?.trim()
      .split(/[\s,]+/) ?? [];
  const sizes = [tree.attribute(svg, "width"), tree.attribute(svg, "height"), box[2], box[3]];
  const given = sizes.slice(0, 2).some((size) => /^\s*\d/.test(size ?? "") && !size?.includes("%"));
  const counted = given ? sizes.slice(0, 2) : sizes;
  if (!counted.some((size) => Number.parseFloat(size ?? "0") >= PICTURE)) return false;
  for (let at = tree.parent(svg); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.a || tree.tag(at) === tagIds.button) return false;
  }
  return true;
}

/** The title of a drawing, else its description; 0 without one that says anything. */
function titleOf(tree: Tree, svg: NodeId): NodeId {
  let found = 0;
  for (let child = tree.firstChild(svg); child !== 0; child = tree.nextSibling(child)) {
    const name = tree.kind(child) === NodeKind.element ? tree.name(child) : "";
    if (name !== "title" && name !== "desc") continue;
    const text = tree.firstChild(child);
    if (text === 0 || tree.isBlankText(text)) continue;
    if (name === "title") return child;
    found ||= child;
  }
  return found;
}

/** Whether what is in an element of svg stands apart from what is around it. */
export function isDrawnApart(tree: Tree, node: NodeId): boolean {
  if (!tree.isForeign(node)) return false;
  const name = tree.name(node);
  if (name === "tspan") return tree.attribute(node, "x") !== undefined;
  return name === "text" || name === "foreignobject" || name === "title" || name === "desc";
}
