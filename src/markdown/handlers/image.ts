import { readImage, type ImageAttributes } from "../../html/index.ts";
import { destination, linkTitle } from "../destination.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";

/**
 * `img`. One that is embedded in the page (`data:`) keeps its alternative text and a placeholder
 * for the content; without such text it is left out.
 */
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
    const target = targetOf(element, alt, image);
    if (target !== undefined) out.image(alt, target + linkTitle(image.title));
    return false;
  },
} satisfies ElementHandler);

function targetOf(
  element: ElementContext,
  alt: string,
  image: ImageAttributes,
): string | undefined {
  const { source } = image;
  const direct =
    source === 0 ? undefined : written(element, element.tree.attributeTable.value(source));
  if (direct !== undefined) return direct;
  let embedded: string | undefined;
  for (const reference of image.references()) {
    const target = written(element, reference);
    if (target !== undefined) return target;
    const type = /^data:(image\/[a-z0-9.+-]+)/i.exec(reference)?.[1];
    if (type !== undefined) embedded ??= `data:${type.toLowerCase()},`;
  }
  return alt === "" ? undefined : embedded;
}

/** A reference as it stands in the parentheses; undefined when it leads nowhere. */
function written(element: ElementContext, reference: string): string | undefined {
  const target = element.target(reference);
  return target?.isPlain ? target.url : target && destination(target.url);
}
