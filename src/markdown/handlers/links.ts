import { tagIds } from "../../html/index.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";

/**
 * `a`: a link when it leads anywhere, else its text. One around blocks is written on one line,
 * unless a heading, list or other structure is among them: then each block is a link.
 */
export const link: ElementHandler = Object.freeze({
  enter(element) {
    const { out } = element;
    const url = element.url(element.attribute("href"));
    out.openLink(url, url === undefined ? undefined : element.attribute("title"));
    return true;
  },
  exit({ out }) {
    out.closeLink();
  },
} satisfies ElementHandler);

/** `iframe`, `embed`, `video`, `audio`: a link to what it shows. */
export const embedded: ElementHandler = Object.freeze({
  enter(element) {
    const { out } = element;
    const url = element.url(sourceOf(element));
    if (url === undefined || !/^https?:/i.test(url)) return false;
    const title = element.attribute("title") ?? "";
    out.space();
    out.openLink(url);
    out.text(title.trim() === "" ? new URL(url).hostname : title);
    out.closeLink();
    out.space();
    return false;
  },
} satisfies ElementHandler);

function sourceOf(element: ElementContext): string | undefined {
  const { tree, node } = element;
  const own = element.attribute("src") || element.attribute("data-src");
  if (own) return own;
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    const source = tree.tag(child) === tagIds.source ? tree.attribute(child, "src") : undefined;
    if (source) return source;
  }
  return undefined;
}
