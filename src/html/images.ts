import { detach } from "../core/index.ts";
import { imageReferences, readImage } from "./image-references.ts";
import { fold } from "./page-facts.ts";
import { PageUrls } from "./page-urls.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";
import type { View } from "./view.ts";
import { checkView, elementsOf } from "./walk.ts";

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
  const urls = new PageUrls(view.baseUrl);
  checkView(view);
  for (const node of elementsOf(view, tagIds.img)) {
    const image = readImage(view.tree, node);
    const src = image.isPixel ? undefined : firstUrl(image.references, urls);
    if (src === undefined || found.get(src)) continue;
    found.set(detach(src), detach(fold(image.alt ?? "")));
  }
  return Array.from(found, ([src, alt]) => ({ src, alt }));
}

/**
 * The first of an image's references that is an http or https URL; undefined when there is none.
 * @param urls of the page
 */
export function imageSource(tree: Tree, image: NodeId, urls: PageUrls): string | undefined {
  return firstUrl(imageReferences(tree, image), urls);
}

function firstUrl(references: Iterable<string>, urls: PageUrls): string | undefined {
  for (const reference of references) {
    const url = urls.resolve(reference);
    if (url !== undefined) return url;
  }
  return undefined;
}
