import { readImage } from "../../html/index.ts";
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
    const { alt: label = "", title, references } = readImage(tree, node);
    const alt = label.trim();
    if (options.images === "alt") {
      out.text(alt);
      return false;
    }
    const target = targetOf(element, alt, references);
    if (target !== undefined) out.image(alt, target + linkTitle(title));
    return false;
  },
} satisfies ElementHandler);

function targetOf(
  element: ElementContext,
  alt: string,
  references: Iterable<string>,
): string | undefined {
  let embedded: string | undefined;
  for (const reference of references) {
    const target = element.target(reference);
    if (target !== undefined) return target.isPlain ? target.url : destination(target.url);
    const type = /^data:(image\/[a-z0-9.+-]+)/i.exec(reference)?.[1];
    if (type !== undefined) embedded ??= `data:${type.toLowerCase()},`;
  }
  return alt === "" ? undefined : embedded;
}
