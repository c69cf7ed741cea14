import { detach } from "../../core/index.ts";
import { readImage, sourceUrl } from "../address/image-references.ts";
import { fold } from "./page-facts.ts";
import { PageUrls } from "../address/page-urls.ts";
import { tagIds } from "../scan/tags.ts";
import type { View } from "../tree/view.ts";
import { checkView, elementsOf } from "../view/walk.ts";

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
 * @see {@link extractLinks} for an example
 */
export function extractImages(view: View): Image[] {
  checkView(view);
  const found = new Map<string, string>();
  const urls = new PageUrls(view.baseUrl);
  for (const node of elementsOf(view, tagIds.img)) {
    const image = readImage(view.tree, node);
    const src = image.isPixel ? undefined : sourceUrl(view.tree, image, urls);
    if (src === undefined || found.get(src)) continue;
    found.set(detach(src), detach(fold(image.alt ?? "")));
  }
  return Array.from(found, ([src, alt]) => ({ src, alt }));
}
