import { readImage, type ImageAttributes } from "../../html/internal.ts";
import { destination, linkTitle } from "../write/destination.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";

/** `img`; nothing of one that is embedded in the page (`data:`) or only known by a placeholder. */
export const image: ElementHandler = Object.freeze({
  enter(element) {
    const { out, options, tree, node } = element;
    if (options.images === "drop") return false;
    const image = readImage(tree, node);
    const alt = image.alt?.trim() ?? "";
    if (options.images === "alt") {
      out.text(alt);
      return false;
    }
    const target = targetOf(element, image);
    if (target !== undefined)
      out.image(alt || element.names.ofImage(node), target + linkTitle(image.title));
    return false;
  },
} satisfies ElementHandler);

function targetOf(element: ElementContext, image: ImageAttributes): string | undefined {
  const { source } = image;
  const direct =
    source === 0 ? undefined : written(element, element.tree.attributeTable.value(source));
  if (direct !== undefined) return direct;
  for (const reference of image.references()) {
    const target = written(element, reference);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** A reference as it stands in the parentheses; undefined when it leads nowhere. */
function written(element: ElementContext, reference: string): string | undefined {
  const target = element.target(reference);
  return target?.isPlain ? target.url : target && destination(target.url);
}
