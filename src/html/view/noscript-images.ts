import { readImage } from "../address/image-references.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Neighbours of a `noscript` that are looked at, on each side. */
const MOST_NEIGHBOURS = 16;
/** Levels that a wrapper may have. */
const MOST_LEVELS = 3;
/** Nodes of a `noscript` that are looked at. */
const MOST_INSIDE = 256;

/** Decides which images in `noscript`s are shown: those that no image of the page shows itself. */
export class NoscriptImages {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  /** What the images outside show, without the sizes in the names; undefined until it is asked. */
  #shown: Set<string> | undefined;

  /** @param dropped what is not seen; the images in a shown `noscript` that are not are marked */
  constructor(tree: Tree, dropped: Uint8Array) {
    this.#tree = tree;
    this.#dropped = dropped;
  }

  /** Whether a `noscript` holds images: directly, or nothing else. */
  areIn(noscript: NodeId): boolean {
    const tree = this.#tree;
    for (let child = tree.firstChild(noscript); child !== 0; child = tree.nextSibling(child)) {
      if (isImage(tree, child)) return true;
    }
    return isImageAlone(tree, noscript);
  }

  /** Whether images of a `noscript` are to be seen; the others in it are left out. */
  show(noscript: NodeId): boolean {
    const tree = this.#tree;
    const images: NodeId[] = [];
    let node = tree.firstChild(noscript);
    for (let seen = 0; node !== 0 && seen < MOST_INSIDE; seen++) {
      if (tree.tag(node) === tagIds.img) images.push(node);
      node = following(tree, node, noscript);
    }
    const wanted = images.filter(
      (image) => !readImage(tree, image).isPixel && addressOf(tree, image) !== "",
    );
    if (wanted.length === 0 || (wanted.length === 1 && this.#isShownBeside(noscript))) return false;
    let any = false;
    for (const image of images) {
      const isNew = wanted.includes(image) && !this.#isShown(image);
      if (isNew) this.#shown?.add(sizeless(addressOf(tree, image)));
      else this.#dropped[image] = 1;
      any ||= isNew;
    }
    return any;
  }

  /** Whether an image elsewhere shows the same. */
  #isShown(image: NodeId): boolean {
    this.#shown ??= this.#readShown();
    return this.#shown.has(sizeless(addressOf(this.#tree, image)));
  }

  #readShown(): Set<string> {
    const tree = this.#tree;
    const shown = new Set<string>();
    for (let at = tree.firstOfTag(tagIds.img); at !== 0; at = tree.nextOfTag(at)) {
      const address = this.#isOutside(at) ? addressOf(tree, at) : "";
      if (address !== "") shown.add(sizeless(address));
    }
    return shown;
  }

  #isOutside(image: NodeId): boolean {
    let at = this.#tree.parent(image);
    for (let level = 0; at !== 0 && level < MOST_ABOVE; level++) {
      if (this.#tree.tag(at) === tagIds.noscript) return false;
      at = this.#tree.parent(at);
    }
    return true;
  }

  /** Whether the image beside a `noscript`, or beside what wraps it alone, has its own address. */
  #isShownBeside(noscript: NodeId): boolean {
    const tree = this.#tree;
    let node = noscript;
    for (let level = 0; level < MOST_LEVELS; level++) {
      const before = this.#nearest(node, (at) => tree.previousSibling(at));
      const after = this.#nearest(node, (at) => tree.nextSibling(at));
      if (before !== 0 || after !== 0) {
        return [before, after].every((image) => image === 0 || addressOf(tree, image) !== "");
      }
      const parent = tree.parent(node);
      if (parent === 0 || !isAlone(tree, node)) return false;
      node = parent;
    }
    return false;
  }

  /** The nearest image on one side, by itself or alone in what wraps it; 0 without one. */
  #nearest(node: NodeId, step: (node: NodeId) => NodeId): NodeId {
    let at = step(node);
    for (let seen = 0; at !== 0 && seen < MOST_NEIGHBOURS; seen++) {
      const image = this.#tree.tag(at) === tagIds.noscript ? 0 : imageAlone(this.#tree, at);
      if (image !== 0) return image;
      at = step(at);
    }
    return 0;
  }
}

/** Levels above an image that are looked through for a `noscript`. */
const MOST_ABOVE = 8;

function isImage(tree: Tree, node: NodeId): boolean {
  return tree.tag(node) === tagIds.img || tree.tag(node) === tagIds.picture;
}

/** The image's address as the page writes it; empty when only a placeholder is known. */
function addressOf(tree: Tree, image: NodeId): string {
  for (const address of readImage(tree, image).references()) return address;
  return "";
}

/** An address without what names the size: `-300x200`, `@2x`. */
function sizeless(address: string): string {
  return address.replace(/^https?:/i, "").replace(/(?:[-_]\d+x\d+|@\dx)(?=\.\w+(?:$|[?#]))/g, "");
}

/** Whether nothing but images is in an element. */
function isImageAlone(tree: Tree, element: NodeId): boolean {
  return imageAlone(tree, element) !== 0;
}

/** The one image that an element is or wraps without any text; 0 without one. */
function imageAlone(tree: Tree, element: NodeId): NodeId {
  if (tree.tag(element) === tagIds.img) return element;
  let found = 0;
  let node = tree.firstChild(element);
  for (let seen = 0; node !== 0 && seen < MOST_NEIGHBOURS; seen++) {
    if (tree.kind(node) === NodeKind.text && !tree.isBlankText(node)) return 0;
    const tag = tree.tag(node);
    if (tag === tagIds.img && found === 0) found = node;
    node = tag === tagIds.noscript ? behind(tree, node, element) : following(tree, node, element);
  }
  return node === 0 ? found : 0;
}

/** Whether a node has no siblings but white space and comments. */
function isAlone(tree: Tree, node: NodeId): boolean {
  let at = tree.firstChild(tree.parent(node));
  for (let seen = 0; at !== 0 && seen < MOST_NEIGHBOURS; seen++) {
    const isNothing = tree.kind(at) === NodeKind.comment || tree.isBlankText(at);
    if (at !== node && !isNothing) return false;
    at = tree.nextSibling(at);
  }
  return at === 0;
}

/** The node after this one in document order, below `root`; 0 behind the last. */
function following(tree: Tree, node: NodeId, root: NodeId): NodeId {
  return tree.firstChild(node) || behind(tree, node, root);
}

/** The node after all that is below this one. */
function behind(tree: Tree, node: NodeId, root: NodeId): NodeId {
  let at = node;
  while (at !== root) {
    const next = tree.nextSibling(at);
    if (next !== 0) return next;
    at = tree.parent(at);
  }
  return 0;
}
