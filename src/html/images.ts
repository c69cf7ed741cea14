import { detach } from "../core/index.ts";
import { httpUrl } from "./base-url.ts";
import { imageReferences } from "./image-references.ts";
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
 * The first of an image's references that is an http or https URL; undefined when there is none.
 * @param baseUrl what relative references are relative to
 */
export function imageSource(
  tree: Tree,
  image: NodeId,
  baseUrl: string | undefined,
): string | undefined {
  for (const reference of imageReferences(tree, image)) {
    const url = httpUrl(reference, baseUrl);
    if (url !== undefined) return url;
  }
  return undefined;
}
