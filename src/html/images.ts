import { detach } from "../core/index.ts";
import { httpUrl } from "./base-url.ts";
import { bestCandidate } from "./srcset.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";
import type { View } from "./view.ts";
import { isPixel } from "./visibility.ts";
import { walk } from "./walk.ts";

/** An image of a page. */
export interface Image {
  /** Absolute http or https URL. */
  readonly src: string;
  /** The alternative text, white space folded; may be empty. */
  readonly alt: string;
}

/** Where scripts that load images late keep the real address, best first. */
const LAZY_SOURCES = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
];
const LAZY_SETS = ["data-srcset", "data-lazy-srcset"];

/**
 * The images of a view, each address once, in document order; without embedded (`data:`) images
 * and without the pixels that count visits.
 */
export function extractImages(view: View): Image[] {
  const found = new Map<string, string>();
  const { tree } = view;
  walk(view, {
    enter(node) {
      if (tree.tag(node) !== tagIds.img || isPixel(tree, node)) return true;
      const src = imageSource(tree, node, view.baseUrl);
      if (src === undefined || found.get(src)) return true;
      const alt = (tree.attribute(node, "alt") ?? "").replace(/\s+/g, " ").trim();
      found.set(detach(src), detach(alt));
      return true;
    },
  });
  return Array.from(found, ([src, alt]) => ({ src, alt }));
}

/**
 * The address of the picture that an `img` means: of a late loading script, else its own, else
 * the largest of its `srcset` and of the sources beside it in a `picture`. Undefined when there is
 * none over http or https.
 * @param baseUrl what relative addresses are relative to
 */
export function imageSource(
  tree: Tree,
  image: NodeId,
  baseUrl: string | undefined,
): string | undefined {
  for (const reference of candidates(tree, image)) {
    const url = reference === "" ? undefined : httpUrl(reference, baseUrl);
    if (url !== undefined) return url;
  }
  return undefined;
}

function* candidates(tree: Tree, image: NodeId): Generator<string> {
  const attributes = new Map(tree.attributes(image));
  for (const name of LAZY_SOURCES) yield attributes.get(name)?.trim() ?? "";
  for (const name of LAZY_SETS) yield bestCandidate(attributes.get(name) ?? "");
  const source = attributes.get("src")?.trim() ?? "";
  if (!isPlaceholder(source)) yield source;
  yield bestCandidate(attributes.get("srcset") ?? "");
  yield pictureSource(tree, image);
  yield source;
}

/** Whether an address is that of the blank image that stands in until the real one is loaded. */
function isPlaceholder(source: string): boolean {
  return /(?:^|[/_-])(?:blank|spacer|placeholder|lazy|loading|transparent|1x1|pixel)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i.test(
    source,
  );
}

/** Sources of a `picture` that are looked at. */
const MOST_SOURCES = 32;

/** The best address of the first source before the image in its `picture`. */
function pictureSource(tree: Tree, image: NodeId): string {
  if (tree.tag(tree.parent(image)) !== tagIds.picture) return "";
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
