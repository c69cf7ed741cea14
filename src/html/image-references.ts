import { bestCandidate } from "./srcset.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Attributes with addresses, best first; scripts that load images late keep the real one in data. */
const SOURCES = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
];
const SETS = ["data-srcset", "data-lazy-srcset"];
const NAMES = [...SOURCES, ...SETS, "src", "srcset", "alt", "title", "width", "height", "style"];
const FIRST_SET = SOURCES.length;
const SRC = NAMES.indexOf("src");
const SRCSET = NAMES.indexOf("srcset");
const ALT = NAMES.indexOf("alt");
const TITLE = NAMES.indexOf("title");
const WIDTH = NAMES.indexOf("width");
const HEIGHT = NAMES.indexOf("height");
const STYLE = NAMES.indexOf("style");

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
  readonly references: Iterable<string>;
}

/** Reads an `img`; the references are found as they are asked for. */
export function readImage(tree: Tree, image: NodeId): ImageAttributes {
  const values = tree.attributesNamed(image, NAMES);
  return {
    alt: values[ALT],
    title: values[TITLE],
    isPixel: (isTiny(values[WIDTH]) && isTiny(values[HEIGHT])) || HIDDEN.test(values[STYLE] ?? ""),
    references: references(tree, image, values),
  };
}

const HIDDEN = /display\s*:\s*none/i;

function isTiny(size: string | undefined): boolean {
  return size !== undefined && /^[01](?:px)?$/.test(size.trim());
}

/** The {@link ImageAttributes.references} of an `img`. */
export function imageReferences(tree: Tree, image: NodeId): Iterable<string> {
  return readImage(tree, image).references;
}

type Values = readonly (string | undefined)[];

function* references(tree: Tree, image: NodeId, values: Values): Generator<string> {
  yield* lateSources(values);
  const source = values[SRC]?.trim() ?? "";
  if (source !== "" && !PLACEHOLDER.test(source) && !source.startsWith("data:")) yield source;
  for (let index = FIRST_SET; index < SRC; index++) yield* largest(values[index]);
  yield* largest(values[SRCSET]);
  yield* pictureSource(tree, image);
  if (source !== "") yield source;
}

function* lateSources(values: Values): Generator<string> {
  for (let index = 0; index < FIRST_SET; index++) {
    const late = values[index]?.trim() ?? "";
    if (late !== "" && !NO_ADDRESS.test(late)) yield late;
  }
}

function* largest(srcset: string | undefined): Generator<string> {
  const address = srcset === undefined ? "" : bestCandidate(srcset);
  if (address !== "") yield address;
}

/** The best address of the first source before the image in its `picture`. */
function* pictureSource(tree: Tree, image: NodeId): Generator<string> {
  if (tree.tag(tree.parent(image)) !== tagIds.picture) return;
  let found = "";
  let node = tree.previousSibling(image);
  for (let seen = 0; node !== 0 && seen < MOST_SOURCES; seen++) {
    if (tree.tag(node) === tagIds.source) {
      const set = tree.attribute(node, "srcset") ?? tree.attribute(node, "data-srcset");
      found = bestCandidate(set ?? "") || found;
    }
    node = tree.previousSibling(node);
  }
  if (found !== "") yield found;
}
