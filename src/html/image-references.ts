import { attributeIds, attributeNames, type AttributeName } from "./attribute-names.ts";
import { isSpace, type AttributeNode } from "./attributes.ts";
import { bestCandidate } from "./srcset.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Attributes with addresses, best first; scripts that load images late keep the real one in data. */
const LATE: readonly AttributeName[] = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
];
const SETS: readonly AttributeName[] = ["data-srcset", "data-lazy-srcset", "srcset"];

/** By number of an attribute: its place in {@link LATE} plus one. */
const latePlaces = new Uint8Array(attributeNames.length);
for (const [place, name] of LATE.entries()) latePlaces[attributeIds[name]] = place + 1;

/** The blank image that stands in until the real one is loaded. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|lazy|loading|transparent|1x1|pixel|gr[ae]y)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i;

/** What such attributes hold besides addresses: settings, numbers, JSON. */
const NO_ADDRESS = /^(?:[{[]|true$|false$|auto$|\d+$)|\s/;

/** Sources of a `picture` that are looked at. */
const MOST_SOURCES = 32;

/** What an `img` says. */
export interface ImageAttributes {
  /** The alternative text as it is written; undefined without one. */
  readonly alt: string | undefined;
  readonly title: string | undefined;
  /** Whether it is one that counts visits: one pixel large, or not displayed. */
  readonly isPixel: boolean;
  /**
   * The references of the picture that it means, best first, as the page writes them: of a late
   * loading script, its own, the largest of a late `srcset` and of its own, of the sources before
   * it in a `picture`, and last its own although it looks like a placeholder.
   */
  references(): Iterable<string>;
  /**
   * Its `src` when no other reference goes before that, as with most images; 0 when one may. Whether
   * it is an address at all is not said.
   */
  readonly source: AttributeNode;
}

/** Reads an `img`; what it says is looked for as it is asked for. */
export function readImage(tree: Tree, image: NodeId): ImageAttributes {
  return new ImageReader(tree, image);
}

/** The {@link ImageAttributes.references} of an `img`. */
export function imageReferences(tree: Tree, image: NodeId): Iterable<string> {
  return new ImageReader(tree, image).references();
}

const HIDDEN = /display\s*:\s*none/i;

class ImageReader implements ImageAttributes {
  readonly #tree: Tree;
  readonly #image: NodeId;

  constructor(tree: Tree, image: NodeId) {
    this.#tree = tree;
    this.#image = image;
  }

  get alt(): string | undefined {
    return this.#value("alt");
  }

  get title(): string | undefined {
    return this.#value("title");
  }

  get isPixel(): boolean {
    if (HIDDEN.test(this.#value("style") ?? "")) return true;
    return isTiny(this.#value("width")) && isTiny(this.#value("height"));
  }

  get source(): AttributeNode {
    const { attributeTable } = this.#tree;
    let source = 0;
    let others = isInPicture(this.#tree, this.#image);
    let at = this.#tree.firstAttribute(this.#image);
    for (; at !== 0; at = attributeTable.next(at)) {
      const id = attributeTable.id(at);
      if (latePlaces[id] !== 0) return 0;
      if (id === attributeIds.src && source === 0) source = at;
      others ||= id === attributeIds.srcset || isLateSet(id);
    }
    if (source === 0 || !this.#beginsAddress(source)) return 0;
    return others && PLACEHOLDER.test(attributeTable.value(source)) ? 0 : source;
  }

  #beginsAddress(source: AttributeNode): boolean {
    const { attributeTable, codes } = this.#tree;
    const start = attributeTable.valueStart(source);
    return start < attributeTable.valueEnd(source) && !isSpace(codes[start] as number);
  }

  *references(): Generator<string> {
    yield* this.#lateSources();
    const source = this.#value("src")?.trim() ?? "";
    if (source !== "" && !PLACEHOLDER.test(source) && !source.startsWith("data:")) yield source;
    for (const name of SETS) {
      const address = bestCandidate(this.#value(name) ?? "");
      if (address !== "") yield address;
    }
    const beside = pictureSource(this.#tree, this.#image);
    if (beside !== "") yield beside;
    if (source !== "") yield source;
  }

  *#lateSources(): Generator<string> {
    for (const name of LATE) {
      const late = this.#value(name)?.trim() ?? "";
      if (late !== "" && !NO_ADDRESS.test(late)) yield late;
    }
  }

  #value(name: AttributeName): string | undefined {
    const at = this.#tree.attributeNamed(this.#image, attributeIds[name]);
    return at === 0 ? undefined : this.#tree.attributeTable.value(at);
  }
}

function isLateSet(id: number): boolean {
  return id === attributeIds["data-srcset"] || id === attributeIds["data-lazy-srcset"];
}

function isTiny(size: string | undefined): boolean {
  return size !== undefined && /^[01](?:px)?$/.test(size.trim());
}

function isInPicture(tree: Tree, image: NodeId): boolean {
  return tree.tag(tree.parent(image)) === tagIds.picture;
}

/** The best address of the first source before the image in its `picture`. */
function pictureSource(tree: Tree, image: NodeId): string {
  if (!isInPicture(tree, image)) return "";
  let found = "";
  let node = tree.previousSibling(image);
  for (let seen = 0; node !== 0 && seen < MOST_SOURCES; seen++) {
    if (tree.tag(node) === tagIds.source) {
      const set = tree.attribute(node, "srcset") ?? tree.attribute(node, "data-srcset");
      found = bestCandidate(set ?? "") || found;
    }
    node = tree.previousSibling(node);
  }
  return found;
}
