import { isBlock, NodeKind, tagIds, type NodeId, type TagId, type View } from "../../html/index.ts";
import { isBareLink } from "../autolink.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";
import { following } from "../following.ts";

/**
 * `a`: a link when it leads anywhere, else its text. One around blocks is written on one line,
 * unless a heading, list or other structure is among them: then each block is a link.
 */
export const link: ElementHandler = Object.freeze({
  enter(element) {
    const { out } = element;
    const url = element.url(element.attribute("href"));
    if (url === undefined) out.openLink();
    else if (writeBare(element, url)) {
      out.openLink();
      return false;
    } else {
      const oneLine = isPlainCard(element.view, element.node);
      out.openLink({ url, title: element.attribute("title"), oneLine });
    }
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
    if (url === undefined || !/^https?:/i.test(url) || isUnseen(element)) return false;
    const title = element.attribute("title") ?? "";
    out.space();
    out.openLink({ url });
    out.text(title.trim() === "" ? new URL(url).hostname : title);
    out.closeLink();
    out.space();
    return false;
  },
} satisfies ElementHandler);

/** Writes a link that shows its own URL, when that is all it shows. */
function writeBare({ tree, node, out }: ElementContext, url: string): boolean {
  const child = tree.firstChild(node);
  if (tree.kind(child) !== NodeKind.text || tree.nextSibling(child) !== 0) return false;
  const text = tree.text(child).trim();
  if (!isBareLink(text, url) || tree.attribute(node, "title") !== undefined) return false;
  return out.bareLink(text, url);
}

const structure = new Set<TagId>(
  (
    ["h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "blockquote", "hr"] as const
  ).map((name) => tagIds[name]),
);
/** More than this is an article and no card. */
const MAX_CARD_NODES = 200;
const MAX_CARD_TEXT = 400;

/** Whether a link holds blocks that make one line: divisions and short paragraphs. */
function isPlainCard(view: View, link: NodeId): boolean {
  const { tree } = view;
  let hasBlock = false;
  let [nodes, length] = [0, 0];
  let node = following(view, link, link);
  while (node !== 0) {
    const tag = tree.tag(node);
    nodes += 1;
    if (tag === 0) length += tree.end(node) - tree.start(node);
    if (structure.has(tag) || nodes > MAX_CARD_NODES || length > MAX_CARD_TEXT) return false;
    if (isBlock(tag)) hasBlock = true;
    node = following(view, node, link);
  }
  return hasBlock;
}

/** Frames that measure and advertise are one pixel large or not displayed. */
function isUnseen(element: ElementContext): boolean {
  const style = element.attribute("style") ?? "";
  if (/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)) return true;
  if (/(?:^|[\s;])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i.test(style)) return true;
  const sizes = [element.attribute("width"), element.attribute("height")];
  return sizes.some((size) => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size));
}

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
