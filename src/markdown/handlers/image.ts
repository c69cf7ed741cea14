import { imageReferences } from "../../html/index.ts";
import { destination, linkTitle } from "../destination.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";

/**
 * `img`. One that is embedded in the page (`data:`) keeps its alternative text and a placeholder
 * for the content; without such text it is left out.
 */
export const image: ElementHandler = Object.freeze({
  enter(element) {
    const { out, options } = element;
    if (options.images === "drop") return false;
    const alt = (element.attribute("alt") ?? "").trim();
    if (options.images === "alt") {
      out.text(alt);
      return false;
    }
    const target = targetOf(element, alt);
    if (target !== undefined) out.image(alt, target + linkTitle(element.attribute("title")));
    return false;
  },
} satisfies ElementHandler);

function targetOf(element: ElementContext, alt: string): string | undefined {
  let embedded: string | undefined;
  for (const reference of imageReferences(element.tree, element.node)) {
    const type = /^data:(image\/[a-z0-9.+-]+)/i.exec(reference)?.[1];
    if (type !== undefined) {
      embedded ??= `data:${type.toLowerCase()},`;
      continue;
    }
    const url = element.url(reference);
    if (url !== undefined) return destination(url);
  }
  return alt === "" ? undefined : embedded;
}
