import type { NodeId, Tree } from "../../../../html/index.ts";
import { stated, type FeedEnclosure, type FeedEntry } from "./feed-entry.ts";
import { absolute, cleanHtml, feedTime, plainLine, plainText } from "./feed-text.ts";
import { localName, Members, sourceOf, textOf } from "./xml-elements.ts";

/** Authors, categories or files of one entry. */
const MOST_VALUES = 100;

/** Reads an item of RSS or an entry of Atom. */
export function readXmlEntry(tree: Tree, node: NodeId, base: string): FeedEntry {
  const members = new Members(tree, node);
  const usual = localName(tree, node) === "entry" ? "text" : "html";
  const html = (element: NodeId | undefined): string =>
    element === undefined ? "" : htmlOf(tree, element, usual);
  const url = linkOf(tree, members, base) ?? permanentLink(tree, members, base);
  const [summary] = members.all("description", "summary", "itunes:summary", "itunes:subtitle");
  const [content] = members.all("content:encoded", "content", "xhtml:body", "body");
  const facts = stated({
    id: members.text("guid", "id") ?? tree.attribute(node, "rdf:about")?.trim(),
    title: titleOf(tree, members, usual),
    url,
    published: feedTime(members.text("pubdate", "published", "issued", "dc:date", "created")),
    updated: feedTime(members.text("updated", "modified", "dcterms:modified")),
    summary: plainText(html(summary)),
    content: cleanHtml(html(content), url ?? base),
  });
  const authors = authorsOf(tree, members);
  const categories = categoriesOf(tree, members);
  return { ...facts, authors, categories, enclosures: enclosuresOf(tree, members, base) };
}

/** The page of a feed or an entry: an element with a text, or Atom's without `rel` or `alternate`. */
export function linkOf(tree: Tree, members: Members, base: string): string | undefined {
  for (const node of members.all("link")) {
    const href = tree.attribute(node, "href");
    const rel = tree.attribute(node, "rel")?.trim().toLowerCase() ?? "alternate";
    if (href !== undefined && rel !== "alternate") continue;
    const url = absolute(href ?? textOf(tree, node), base);
    if (url !== undefined) return url;
  }
  return undefined;
}

function permanentLink(tree: Tree, members: Members, base: string): string | undefined {
  const [guid] = members.all("guid");
  if (guid === undefined || tree.attribute(guid, "ispermalink") === "false") return undefined;
  const text = textOf(tree, guid);
  return /^https?:/i.test(text) ? absolute(text, base) : undefined;
}

/** The type of texts that do not name one: Atom's are plain, RSS means HTML. */
export type UsualType = "text" | "html";

/** The title of a feed or an entry as one line of plain text; empty without one. */
export function titleOf(tree: Tree, members: Members, usual: UsualType): string {
  const node = members.all("title", "media:title", "dc:title").find((each) => textOf(tree, each));
  return node === undefined ? "" : plainLine(htmlOf(tree, node, usual));
}

/** What an element holds, as HTML. */
function htmlOf(tree: Tree, node: NodeId, usual: UsualType): string {
  const type = tree.attribute(node, "type")?.trim().toLowerCase() ?? usual;
  if (type === "xhtml" || type === "application/xhtml+xml") return sourceOf(tree, node);
  const text = textOf(tree, node);
  const isText = type === "text" || type === "text/plain";
  return isText ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : text;
}

function authorsOf(tree: Tree, members: Members): string[] {
  const names = members.all("author", "dc:creator", "itunes:author").map((node) => {
    const name = new Members(tree, node).text("name", "email");
    return plainLine(name ?? textOf(tree, node));
  });
  return distinct(names);
}

function categoriesOf(tree: Tree, members: Members): string[] {
  const names = members.all("category", "dc:subject").map((node) => {
    const label = tree.attribute(node, "label") ?? tree.attribute(node, "term");
    return plainLine(label ?? textOf(tree, node));
  });
  return distinct(names);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "").slice(0, MOST_VALUES);
}

function enclosuresOf(tree: Tree, members: Members, base: string): FeedEnclosure[] {
  const links = members.all("link").filter((node) => tree.attribute(node, "rel") === "enclosure");
  const media = members.all("media:content", "media:thumbnail");
  const groups = members.all("media:group").map((node) => new Members(tree, node));
  const grouped = groups.flatMap((group) => group.all("media:content", "media:thumbnail"));
  const found = new Map<string, FeedEnclosure>();
  for (const node of [...members.all("enclosure"), ...links, ...media, ...grouped]) {
    const address = tree.attribute(node, "url") ?? tree.attribute(node, "href");
    const url = absolute(address, base);
    if (url === undefined || found.has(url) || found.size === MOST_VALUES) continue;
    const type = tree.attribute(node, "type")?.slice(0, 100);
    const length = tree.attribute(node, "length") ?? tree.attribute(node, "filesize");
    found.set(url, { url, ...stated({ type, size: sizeOf(length) }) });
  }
  return [...found.values()];
}

/** Feeds that do not know write 0. */
function sizeOf(text: string | undefined): number | undefined {
  const size = /^\d{1,15}$/.test(text?.trim() ?? "") ? Number(text) : 0;
  return size > 0 ? size : undefined;
}
