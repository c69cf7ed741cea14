import { attributeIds, type AttributeName, type AttributeNode } from "../scan/attribute-names.ts";
import { isSpace } from "../scan/attributes.ts";
import { isLate, lateAddresses, withWidth } from "./late-images.ts";
import type { PageUrls } from "./page-urls.ts";
import { bestCandidate } from "./srcset.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Attributes with several addresses, best first. */
const SETS: readonly AttributeName[] = ["data-srcset", "data-lazy-srcset", "srcset"];

/** The blank image that stands in until the real one is loaded. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|lazy(?:[-_]?load)?|loading|loader|transparent|empty|dummy|clear|1x1|pixel|gr[ae]y)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i;

/**
 * One that shows nothing, so that nothing is lost without it. `logo-transparent.png` shows a logo
 * without a background.
 */
const BLANK =
  /(?:(?:^|[/_-])(?:blank|spacer|placeholder|loading|lazy(?:[-_]?load)?|1x1)|(?:^|\/)transparent)\.(?:gif|png|svg)(?:\?|$)|[_-]transparent\.gif(?:\?|$)/i;

/** The end of a set of addresses with widths, which some pages write into `src`. */
const SET_END = /\s\d+(?:\.\d+)?[wx],?\s*$/;

/** Drawings and small films stand in for pictures more often than they have another address. */
const STAND_IN = /\.(?:svg|gif)(?:$|[?#])/i;

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
   * The references of the picture that it means, best first: of a late loading script, its own, the
   * largest of a late `srcset` and of its own, of the sources before it in a `picture`, of images in
   * other attributes of scripts, then its own although it looks like a placeholder, and where it has
   * none what alone looks like an address in an attribute of no known name. Never the content
   * (`data:`) and never an image that shows nothing. Gaps for a width are filled.
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

/** All references of an `img`: {@link ImageAttributes.references}, and the placeholder it has. */
export function* imageReferences(tree: Tree, image: NodeId): Generator<string> {
  yield* new ImageReader(tree, image).references();
  const source = tree.attribute(image, "src")?.trim() ?? "";
  if (isBlank(source)) yield source;
}

/** Characters at the beginning or end of a value that tell what it is. */
const LONGEST_NAME = 64;
/** Longer addresses are not looked through for gaps. */
const LONGEST_PLAIN = 2048;

const PERCENT = 37;
const POINT = 46;
const SLASH = 47;
const SEVEN = 55;
const BRACKET = 91;
const BRACE = 123;

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
      if (id === attributeIds.src && source === 0) source = at;
      else if (isLate[id] === 1 && this.#mayHoldAddress(at)) return 0;
      others ||= id === attributeIds.srcset;
    }
    return source !== 0 && this.#isAddress(source) && !this.#standsIn(source, others) ? source : 0;
  }

  /** Whether a `src` by its end is a set, or only stands in where there are others or it is blank. */
  #standsIn(source: AttributeNode, others: boolean): boolean {
    const { attributeTable } = this.#tree;
    const end = attributeTable.valueEnd(source);
    const start = Math.max(attributeTable.valueStart(source), end - LONGEST_NAME);
    const name = this.#tree.source.slice(start, end);
    if (SET_END.test(name)) return true;
    if (!PLACEHOLDER.test(name)) return others && STAND_IN.test(name);
    return others || BLANK.test(name);
  }

  /** Whether a value looks like an address, a template of one or JSON at its beginning. */
  #mayHoldAddress(attribute: AttributeNode): boolean {
    const { attributeTable, codes } = this.#tree;
    const start = attributeTable.valueStart(attribute);
    const end = Math.min(attributeTable.valueEnd(attribute), start + LONGEST_NAME);
    for (let at = start; at < end; at++) {
      const code = codes[at] as number;
      if (code === SLASH || code === POINT || code === BRACE || code === BRACKET) return true;
    }
    return false;
  }

  /** Whether a `src` begins as an address and has no gap for a width. */
  #isAddress(source: AttributeNode): boolean {
    const { attributeTable, codes } = this.#tree;
    const start = attributeTable.valueStart(source);
    const end = attributeTable.valueEnd(source);
    if (start >= end || isSpace(codes[start] as number)) return false;
    for (let at = start; at < end && at < start + LONGEST_PLAIN; at++) {
      const code = codes[at] as number;
      if (code === BRACE || (code === PERCENT && codes[at + 1] === SEVEN)) return false;
    }
    return true;
  }

  *references(): Generator<string> {
    const seen = new Set<string>();
    for (const reference of this.#candidates()) {
      const address = withWidth(this.#tree, this.#image, reference);
      if (address === "" || isBlank(address) || seen.has(address)) continue;
      seen.add(address);
      yield address;
    }
  }

  *#candidates(): Generator<string> {
    const late = lateAddresses(this.#tree, this.#image);
    yield* late.named;
    const written = this.#value("src")?.trim() ?? "";
    const source = SET_END.test(written) ? bestCandidate(written) : written;
    const standsIn = PLACEHOLDER.test(source) || STAND_IN.test(source) || this.#isLazy();
    if (!standsIn) yield source;
    for (const name of SETS) yield bestCandidate(this.#value(name) ?? "");
    yield pictureSource(this.#tree, this.#image);
    // Of a drawing that may be the picture only what is another kind of image.
    yield* late.guessed;
    yield source;
    // Without any other, so that a page's own address never stands aside for it.
    if (source === "" || isBlank(source)) yield late.only;
  }

  /** Whether a class says that a script loads the image late. */
  #isLazy(): boolean {
    return /(?:^|[\s_-])(?:b-?lazy|lazy|lozad|unveil)/i.test(this.#value("class") ?? "");
  }

  #value(name: AttributeName): string | undefined {
    const at = this.#tree.attributeNamed(this.#image, attributeIds[name]);
    return at === 0 ? undefined : this.#tree.attributeTable.value(at);
  }
}

/** Whether an address says nothing of what the image shows. */
function isBlank(address: string): boolean {
  return /^data:/i.test(address) || BLANK.test(address);
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
      const late = tree.attribute(node, "data-srcset") ?? tree.attribute(node, "data-lazy-srcset");
      found =
        bestCandidate(late ?? "") || bestCandidate(tree.attribute(node, "srcset") ?? "") || found;
    }
    node = tree.previousSibling(node);
  }
  return found;
}

/**
 * The first of an image's references that is an http or https URL; undefined when there is none.
 * @param urls of the page
 */
export function sourceUrl(tree: Tree, image: ImageAttributes, urls: PageUrls): string | undefined {
  const { source } = image;
  const url = source === 0 ? undefined : urls.resolve(tree.attributeTable.value(source));
  if (url !== undefined) return url;
  for (const reference of image.references()) {
    const other = urls.resolve(reference);
    if (other !== undefined) return other;
  }
  return undefined;
}
