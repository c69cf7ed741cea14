import { NodeKind, tagIds, type NodeId, type TagId, type View } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { nextNode, isStyledBlock, svgAddress } from "../../html/internal.ts";
import { isBareLink } from "../write/autolink.ts";
import { linkTitle } from "../write/destination.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import type { LinkTarget } from "../write/link-target.ts";

/**
 * `a`: a link when it leads anywhere, else its text. One around blocks is written on one line; a
 * heading among them stays one, and a link, but of the three lowest levels it is a label beside
 * other text. Around tables, quotations or articles each block is a link.
 */
export const link: ElementHandler = Object.freeze({
  enter(element) {
    const { out, tree, node } = element;
    if (isStyledBlock(tree, node)) out.block();
    const href = tree.tag(node) === 0 ? svgAddress(tree, node) : element.attribute("href");
    const title = element.attribute("title");
    if (href?.startsWith("#") && writeFootnote(element, href)) {
      out.openLink();
      return false;
    }
    const target = element.target(href);
    if (target === undefined) {
      out.openLink();
      return true;
    }
    const child = tree.firstChild(node);
    const isText = tree.kind(child) === NodeKind.text && tree.nextSibling(child) === 0;
    if (isText && writeAtOnce(element, child, { ...target, title })) {
      out.openLink();
      return false;
    }
    return enterParts(element, href, { isText, target: { ...target, title } });
  },
  exit({ out, tree, node }) {
    out.closeLink();
    if (isStyledBlock(tree, node)) out.block();
  },
} satisfies ElementHandler);

/** Opens a link that is more than text; one that shows only a sign is written at once. */
function enterParts(
  element: ElementContext,
  href: string | undefined,
  { isText, target }: { readonly isText: boolean; readonly target: LinkTarget },
): boolean {
  if (!isText && writeSign(element, href, target)) return false;
  element.out.openLink({ ...target, ...(isText ? noCard : cardOf(element.view, element.node)) });
  return true;
}

/** Writes a link that shows only a sign by its name. */
function writeSign(
  element: ElementContext,
  href: string | undefined,
  { title, ...target }: LinkTarget,
): boolean {
  const { names, node, options } = element;
  const name = href?.startsWith("#") ? "" : names.ofSilent(node, options.images === "keep");
  if (name === "") return false;
  if (element.cards.covers(element.node)) {
    element.out.openLink();
    return true;
  }
  element.out.openLink({ ...target, title: name === title?.trim() ? undefined : title });
  element.out.text(name);
  return true;
}

/** `iframe`, `embed`, `video`, `audio`: a link to what it shows. */
export const embedded: ElementHandler = Object.freeze({
  enter(element) {
    const { out } = element;
    const url = element.url(sourceOf(element));
    const host = url === undefined ? undefined : hostOf(url);
    if (url === undefined || host === undefined || isUnseen(element)) return false;
    const title = element.attribute("title") ?? "";
    out.space();
    out.openLink({ url });
    out.text(title.trim() === "" ? host : title);
    out.closeLink();
    out.space();
    return false;
  },
} satisfies ElementHandler);

function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.hostname : undefined;
}

/** Writes a reference to a footnote, or nothing for the way back from one. */
function writeFootnote({ out, options, footnotes, node }: ElementContext, href: string): boolean {
  if (options.flavor !== "gfm" || options.links === "text") return false;
  const label = footnotes.referred(href, node);
  if (label > 0) out.inline(`[^${label}]`);
  return label > 0 || footnotes.isBack(href, node);
}

/** Writes a link whose only content is a text that is its URL, or plain. */
function writeAtOnce(element: ElementContext, text: NodeId, target: LinkTarget): boolean {
  if (target.title === undefined && writeBare(element, text, target.url)) return true;
  const { tree, out, options } = element;
  if (!target.isPlain || options.links !== "inline" || !tree.isPlainText(text)) return false;
  const value = tree.source.slice(tree.start(text), tree.end(text));
  const inside = value.trim();
  // What follows decides what an exclamation mark is; `[^1]` is a footnote.
  if (!out.isBare || inside.endsWith("!") || inside.startsWith("^")) return false;
  if (!value.startsWith(inside)) out.space();
  out.inline(`[${inside}](${target.url}${linkTitle(target.title)})`);
  if (!value.endsWith(inside)) out.space();
  return true;
}

/** Writes a link whose only content is the text that is its URL. */
function writeBare({ tree, out }: ElementContext, text: NodeId, url: string): boolean {
  // Most links say something else, and many can be told by their last character.
  const last = tree.source.charCodeAt(tree.end(text) - 1);
  if (last > SPACE && last !== SEMICOLON && last !== url.charCodeAt(url.length - 1)) return false;
  const shown = tree.text(text).trim();
  return isBareLink(shown, url) && out.bareLink(shown, url);
}

const SPACE = 32;
/** May end an entity. */
const SEMICOLON = 59;

const structure = new Set<TagId>(
  (["table", "pre", "blockquote"] as const).map((name) => tagIds[name]),
);
/** More than this is an article and no card. */
const MAX_CARD_NODES = 400;
const MAX_CARD_TEXT = 1500;

type Card = Pick<LinkTarget, "oneLine" | "labels">;

const noCard: Card = Object.freeze({ oneLine: false, labels: false });

/**
 * Whether a link holds blocks that make one line: divisions, headings, short paragraphs and lists; and
 * from which level on its headings are labels in that line.
 */
function cardOf(view: View, link: NodeId): Card {
  const { tree } = view;
  let oneLine = false;
  let label = 0;
  let [nodes, length] = [0, 0];
  let node = nextNode(view, link, link);
  while (node !== 0) {
    const tag = tree.tag(node);
    nodes += 1;
    if (tag === 0) length += tree.end(node) - tree.start(node);
    else if (isBlock(tag)) oneLine = true;
    if (structure.has(tag) || nodes > MAX_CARD_NODES || length > MAX_CARD_TEXT) return noCard;
    if (tag >= tagIds.h4 && tag <= tagIds.h6) label = node;
    node = nextNode(view, node, link);
  }
  return { oneLine, labels: label !== 0 && hasTextBeside(view, link, label) };
}

/** Whether a link says more than the heading in it. */
function hasTextBeside(view: View, link: NodeId, heading: NodeId): boolean {
  const { tree } = view;
  let node = nextNode(view, link, link);
  while (node !== 0) {
    if (tree.kind(node) === NodeKind.text && tree.text(node).trim() !== "") {
      let at = tree.parent(node);
      while (at !== link && at !== heading) at = tree.parent(at);
      if (at === link) return true;
    }
    node = nextNode(view, node, link);
  }
  return false;
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
