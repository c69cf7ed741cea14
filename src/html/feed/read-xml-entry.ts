import type { NodeId, Tree } from "../tree/tree.ts";
import { absolute, cleanHtml, feedTime, plainLine, plainText, textAsHtml } from "./feed-text.ts";
import { stated, type FeedEnclosure, type FeedEntry } from "./feed.ts";
import { htmlBelow, localName, Members, textOf } from "./xml-elements.ts";

/** Authors, categories or files of one entry. */
const MOST_VALUES = 100;

/** What an entry has from its feed. */
interface EntrySurroundings {
  /** What relative URLs are relative to. */
  readonly base: string;
  /** Where the feed was fetched. */
  readonly url: string;
  /** Who wrote entries that name nobody (RFC 4287, 4.2.1). */
  readonly authors: readonly string[];
}

/** Reads an item of RSS or an entry of Atom. */
export function readXmlEntry(tree: Tree, node: NodeId, surroundings: EntrySurroundings): FeedEntry {
  const members = new Members(tree, node);
  const usual = localName(tree, node) === "entry" ? "text" : "html";
  const base = baseOf(tree, node, surroundings.base);
  const url = linkOf(tree, members, base) ?? permanentLink(tree, members, base);
  const summary = summaryOf(tree, members);
  const [named] = members.all("content:encoded", "content", "xhtml:body", "body");
  const content = named ?? summary;
  const facts = stated({
    id: members.text("guid", "id") ?? tree.attribute(node, "rdf:about")?.trim(),
    title: titleOf(tree, members, usual),
    url,
    published: feedTime(members.text("pubdate", "published", "issued", "dc:date", "created")),
    updated: feedTime(members.text("updated", "modified", "dcterms:modified")),
    summary: summary === undefined ? "" : plainText(htmlOf(tree, summary, usual)),
    content: content === undefined ? "" : contentOf(content),
  });
  const own = authorsOf(tree, members);
  const authors = own.length === 0 ? [...surroundings.authors] : own;
  const categories = categoriesOf(tree, members);
  return { ...facts, authors, categories, enclosures: enclosuresOf(tree, members, base) };

  /** By `xml:base` where there is one; a feed without means the entry's own page. */
  function contentOf(element: NodeId): string {
    const stated = baseOf(tree, element, base);
    const from = stated === surroundings.url ? (url ?? stated) : stated;
    return cleanHtml(htmlOf(tree, element, usual), from);
  }
}

/** A video's feed has it in the group of its files. */
function summaryOf(tree: Tree, members: Members): NodeId | undefined {
  const groups = members.all("media:group").map((node) => new Members(tree, node));
  const own = members.all("description", "summary", "itunes:summary", "itunes:subtitle");
  const media = [members, ...groups].flatMap((each) => each.all("media:description"));
  return [...own, ...media].find((node) => textOf(tree, node) !== "");
}

/** What relative URLs in an element are relative to (XML Base). */
export function baseOf(tree: Tree, node: NodeId, outer: string): string {
  return absolute(tree.attribute(node, "xml:base"), outer) ?? outer;
}

/** The page of a feed or an entry: an element with a text, or Atom's without `rel` or `alternate`. */
export function linkOf(tree: Tree, members: Members, base: string): string | undefined {
  for (const node of members.all("link")) {
    const href = tree.attribute(node, "href");
    const rel = tree.attribute(node, "rel")?.trim().toLowerCase() ?? "alternate";
    if (href !== undefined && rel !== "alternate") continue;
    const url = absolute(href ?? textOf(tree, node), baseOf(tree, node, base));
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
type UsualType = "text" | "html";

/** The title of a feed or an entry as one line of plain text; empty without one. */
export function titleOf(tree: Tree, members: Members, usual: UsualType): string {
  const node = members.all("title", "media:title", "dc:title").find((each) => textOf(tree, each));
  return node === undefined ? "" : plainLine(htmlOf(tree, node, usual));
}

/** What an element holds, as HTML; nothing of types that are no text (RFC 4287, 4.1.3.3). */
function htmlOf(tree: Tree, node: NodeId, usual: UsualType): string {
  const type = tree.attribute(node, "type")?.trim().toLowerCase() ?? usual;
  if (type === "xhtml" || type === "application/xhtml+xml") return htmlBelow(tree, node);
  if (type === "html" || type === "text/html") return textOf(tree, node);
  return type === "text" || type.startsWith("text/") ? textAsHtml(textOf(tree, node)) : "";
}

/** Names; where a feed has none, addresses. RSS writes `ann@site.example (Ann)`. */
export function authorsOf(tree: Tree, members: Members): string[] {
  const names = members.all("author", "dc:creator", "itunes:author").map((node) => {
    const name = new Members(tree, node).text("name", "email");
    const text = plainLine(name ?? textOf(tree, node));
    return /^\S+@\S+ \((.+)\)$/.exec(text)?.[1] ?? text;
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
  const outside = members
    .all("content")
    .filter((node) => tree.attribute(node, "src") !== undefined);
  const media = members.all("media:content", "media:thumbnail");
  const groups = members.all("media:group").map((node) => new Members(tree, node));
  const grouped = groups.flatMap((group) => group.all("media:content", "media:thumbnail"));
  const found = new Map<string, FeedEnclosure>();
  for (const node of [...members.all("enclosure"), ...links, ...outside, ...media, ...grouped]) {
    const names = ["url", "href", "src"];
    const address = names.map((name) => tree.attribute(node, name)).find(Boolean);
    const url = absolute(address, baseOf(tree, node, base));
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
