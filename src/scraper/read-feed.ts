import type { AcquiredPage } from "./acquired-page.ts";
import {
  cleanPage,
  NodeKind,
  parse,
  parseXml,
  toCleanHtml,
  type NodeId,
  type Tree,
} from "../html/index.ts";
import { escapeHtml } from "./escape-html.ts";
import type { ReadDocument } from "./read-document.ts";

interface Entry {
  readonly title: string;
  readonly link: string;
  readonly date: string;
  readonly content: string;
}

/** An RSS 0.9x, 1.0, 2.0 or Atom feed as a page: its title, then an article per entry. */
export function readFeed(page: AcquiredPage): ReadDocument {
  const tree = parseXml(page.text);
  const container = find(tree, 0, ["channel", "feed"]);
  if (container === undefined) return { html: page.text, warnings: ["malformed"] };
  const entries = descendants(tree, 0, ["item", "entry"]).map((node) => entryOf(tree, node));
  const title = field(tree, container, ["title"]);
  const about = field(tree, container, ["description", "subtitle"]);
  const language = field(tree, container, ["language"]);
  const head = `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(about)}">`;
  const body = `<h1>${escapeHtml(title)}</h1>${paragraph(about)}${entries.map((entry) => article(entry, page.url)).join("\n")}`;
  const lang = language === "" ? "" : ` lang="${escapeHtml(language)}"`;
  return {
    html: `<!DOCTYPE html><html${lang}><head>${head}</head><body><main>${body}</main></body></html>`,
  };
}

function article({ title, link, date, content }: Entry, base: string): string {
  const name = escapeHtml(title === "" ? link : title);
  const heading = link === "" ? name : `<a href="${escapeHtml(link)}">${name}</a>`;
  const time = date === "" ? "" : `<p><time>${escapeHtml(date)}</time></p>`;
  const body = toCleanHtml(cleanPage(parse(content), { url: URL.parse(link, base)?.href ?? base }));
  return `<article><h2>${heading}</h2>${time}${body}</article>`;
}

function paragraph(text: string): string {
  return text === "" ? "" : `<p>${escapeHtml(text)}</p>`;
}

function entryOf(tree: Tree, node: NodeId): Entry {
  return {
    title: field(tree, node, ["title"]),
    link: linkOf(tree, node),
    date: field(tree, node, ["pubdate", "published", "updated", "dc:date"]),
    content: contentOf(tree, node),
  };
}

/** Atom's links are attributes, the one of an entry itself has no `rel` or `alternate`. */
function linkOf(tree: Tree, entry: NodeId): string {
  for (const node of children(tree, entry)) {
    if (localName(tree, node) !== "link") continue;
    const href = tree.attribute(node, "href");
    if (href === undefined) return textOf(tree, node);
    if ((tree.attribute(node, "rel") ?? "alternate") === "alternate") return href;
  }
  const guid = children(tree, entry).find((node) => localName(tree, node) === "guid");
  if (guid === undefined || tree.attribute(guid, "ispermalink") === "false") return "";
  return textOf(tree, guid);
}

function contentOf(tree: Tree, entry: NodeId): string {
  for (const name of ["content:encoded", "content", "description", "summary"]) {
    const node = children(tree, entry).find((child) => qualifiedName(tree, child) === name);
    if (node === undefined) continue;
    const text = textOf(tree, node);
    if (text === "") continue;
    const plain = tree.attribute(node, "type") === "text";
    return plain ? paragraph(text) : text;
  }
  return "";
}

/** The text of the first child with one of the names; "" when there is none. */
function field(tree: Tree, parent: NodeId, names: readonly string[]): string {
  for (const name of names) {
    const node = children(tree, parent).find((child) => qualifiedName(tree, child) === name);
    if (node !== undefined) return textOf(tree, node).replaceAll(/\s+/g, " ");
  }
  return "";
}

function find(tree: Tree, start: NodeId, names: readonly string[]): NodeId | undefined {
  return descendants(tree, start, names)[0];
}

function descendants(tree: Tree, start: NodeId, names: readonly string[]): NodeId[] {
  const found: NodeId[] = [];
  const pending = children(tree, start).toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (names.includes(localName(tree, node))) found.push(node);
    else pending.push(...children(tree, node).toReversed());
    if (names.includes("channel") && found.length > 0) break;
  }
  return found;
}

function children(tree: Tree, parent: NodeId): NodeId[] {
  const nodes: NodeId[] = [];
  for (let node = tree.firstChild(parent); node !== 0; node = tree.nextSibling(node))
    nodes.push(node);
  return nodes;
}

function qualifiedName(tree: Tree, node: NodeId): string {
  return tree.name(node).toLowerCase();
}

function localName(tree: Tree, node: NodeId): string {
  return qualifiedName(tree, node).replace(/^.*:/, "");
}

/** All text below a node; markup inside (Atom's XHTML content) is kept as text of its elements. */
function textOf(tree: Tree, node: NodeId): string {
  const parts: string[] = [];
  const pending = children(tree, node).toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (tree.kind(next) === NodeKind.text) parts.push(tree.text(next));
    else pending.push(...children(tree, next).toReversed());
  }
  return parts.join("").trim();
}
