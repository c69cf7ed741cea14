import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { nextNode } from "./walk.ts";
import type { View } from "../tree/view.ts";

/** A longer name describes more than an icon. */
const MAX_NAME = 200;
/** Elements of a link that are searched for a name. */
const MAX_ELEMENTS = 64;
/** Elements around a link, and nodes in them, that are searched for another with its name. */
const MAX_AROUND = 3;
const MAX_BESIDE = 256;

const shown = new Set<number>(
  (["iframe", "embed", "video", "audio", "math", "input"] as const).map((name) => tagIds[name]),
);

/** A character that is seen. */
const VISIBLE = /[^\s\u00ad\u200b\u2060\ufeff]/;

function isSilent(view: View, link: NodeId, images: boolean): boolean {
  const { tree } = view;
  let at = nextNode(view, link, link);
  for (let seen = 0; at !== 0; seen += 1, at = nextNode(view, at, link)) {
    if (seen === MAX_BESIDE) return false;
    const tag = tree.tag(at);
    if (tree.kind(at) === NodeKind.text) {
      if (!tree.isBlankText(at) && VISIBLE.test(tree.text(at))) return false;
    } else if (shown.has(tag) || (images && tag === tagIds.img)) return false;
  }
  return true;
}

function isNamedBeside(view: View, link: NodeId, name: string): boolean {
  const { tree } = view;
  const href = tree.attribute(link, "href");
  let around = link;
  for (let step = 0; step < MAX_AROUND && tree.parent(around) !== 0; step += 1) {
    around = tree.parent(around);
  }
  let at = nextNode(view, around, around);
  for (let seen = 0; at !== 0 && seen < MAX_BESIDE; seen += 1) {
    const isOther = tree.tag(at) === tagIds.a && at !== link;
    if (isOther && tree.attribute(at, "href") === href && shownIn(view, at).includes(name))
      return true;
    at = nextNode(view, at, around);
  }
  return false;
}

/** The first image in a link or button; 0 without one. */
function firstImage(view: View, sign: NodeId): NodeId {
  let at = nextNode(view, sign, sign);
  for (let seen = 0; at !== 0 && seen < MAX_ELEMENTS; seen += 1) {
    if (view.tree.tag(at) === tagIds.img) return at;
    at = nextNode(view, at, sign);
  }
  return 0;
}

function shownIn(view: View, link: NodeId): string {
  const { tree } = view;
  let text = "";
  let at = nextNode(view, link, link);
  for (let seen = 0; at !== 0 && seen < MAX_ELEMENTS; at = nextNode(view, at, link)) {
    if (tree.kind(at) === NodeKind.text) text += tree.text(at);
    else seen += 1;
  }
  return clean(text);
}

/** Elements that images and drawings stand in as signs. */
const named = new Set<number>((["a", "button"] as const).map((name) => tagIds[name]));

function altOf(tree: Tree, image: NodeId): string {
  return tree.attribute(image, "alt")?.trim() ?? "";
}

/** The names of links and buttons that show nothing but a sign, as assistive software reads them. */
export class SignNames {
  readonly #view: View;
  readonly #tree: Tree;
  #ids: ReadonlyMap<string, NodeId> | undefined = undefined;

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
  }

  /**
   * Whether a link or button shows no text and nothing else that is written; one with more nodes than
   * signs have is taken to show some.
   * @param images whether images are written
   */
  isSilent(node: NodeId, images: boolean): boolean {
    return isSilent(this.#view, node, images);
  }

  /** The text that the first nodes of an element show, on one line. */
  textOf(node: NodeId): string {
    return shownIn(this.#view, node);
  }

  /**
   * The name of a link or button that shows no text and nothing else that is written; empty for
   * others.
   * @param images whether images are written
   */
  ofSilent(node: NodeId, images: boolean): string {
    const tree = this.#tree;
    if (tree.firstChild(node) === 0 && tree.firstAttribute(node) === 0) return "";
    return isSilent(this.#view, node, images) ? this.#of(node) : "";
  }

  /**
   * What an image without a text of its own stands for: the name of the link or button in which it
   * is alone; empty where it is not.
   */
  ofImage(image: NodeId): string {
    const tree = this.#tree;
    let sign = tree.parent(image);
    for (let step = 1; step < MAX_AROUND && !named.has(tree.tag(sign)); step += 1) {
      sign = tree.parent(sign);
    }
    if (!named.has(tree.tag(sign)) || firstImage(this.#view, sign) !== image) return "";
    return this.ofSilent(sign, false);
  }

  /**
   * Whether a link near by shows the name of this one and leads to the same place, as the heading of
   * a card does that is covered by another link.
   */
  isNamedBeside(link: NodeId, name: string): boolean {
    return isNamedBeside(this.#view, link, name);
  }

  /** The name of a link or button (WAI-ARIA accname 1.2); empty without one. */
  #of(link: NodeId): string {
    const tree = this.#tree;
    const name =
      this.#labelled(tree.attribute(link, "aria-labelledby")) ||
      clean(tree.attribute(link, "aria-label")) ||
      this.#inside(link) ||
      clean(tree.attribute(link, "title"));
    return name.length > MAX_NAME ? "" : name;
  }

  #labelled(references: string | undefined): string {
    if (references === undefined) return "";
    this.#ids ??= idsOf(this.#tree);
    const names: string[] = [];
    for (const id of references.trim().split(/\s+/, 8)) {
      const node = this.#ids.get(id);
      if (node !== undefined) names.push(textBelow(this.#tree, node));
    }
    return clean(names.join(" "));
  }

  /** What signs in the link are named: by a label, the title of a drawing, an alternative. */
  #inside(link: NodeId): string {
    const tree = this.#tree;
    let at = next(tree, link, link);
    for (let seen = 0; at !== 0 && seen < MAX_ELEMENTS; at = next(tree, at, link)) {
      if (tree.kind(at) !== NodeKind.element) continue;
      seen += 1;
      const isTitle = tree.isForeign(at) && tree.name(at) === "title";
      const name = isTitle ? clean(textBelow(tree, at)) : clean(nameByAttribute(tree, at));
      if (name !== "") return name;
    }
    return "";
  }
}

function nameByAttribute(tree: Tree, node: NodeId): string | undefined {
  if (tree.firstAttribute(node) === 0) return undefined;
  const label = tree.attribute(node, "aria-label");
  if (label !== undefined) return label;
  const alt = tree.tag(node) === tagIds.img ? altOf(tree, node) : "";
  return alt || tree.attribute(node, "title");
}

function clean(text: string | undefined): string {
  return text === undefined ? "" : visible(text).replace(/\s+/g, " ").trim();
}

function visible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
}

function idsOf(tree: Tree): ReadonlyMap<string, NodeId> {
  const ids = new Map<string, NodeId>();
  for (let node = 1; node < tree.size; node += 1) {
    if (tree.kind(node) !== NodeKind.element || tree.firstAttribute(node) === 0) continue;
    const id = tree.attribute(node, "id");
    if (id !== undefined && !ids.has(id)) ids.set(id, node);
  }
  return ids;
}

/** The text below an element, whether the page shows it or not. */
function textBelow(tree: Tree, root: NodeId): string {
  let text = "";
  for (let at = next(tree, root, root); at !== 0; at = next(tree, at, root)) {
    if (tree.kind(at) === NodeKind.text && !tree.isRawText(at)) text += tree.text(at);
    if (text.length > MAX_NAME * 2) break;
  }
  return text;
}

/** The next node in document order below `root`, whether it is left out or not. */
function next(tree: Tree, node: NodeId, root: NodeId): NodeId {
  let at = node;
  const inside = tree.firstChild(node);
  if (inside !== 0) return inside;
  while (at !== root && tree.nextSibling(at) === 0) at = tree.parent(at);
  return at === root ? 0 : tree.nextSibling(at);
}
