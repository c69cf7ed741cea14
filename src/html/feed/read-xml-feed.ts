import { parseXml } from "../tree/parse-xml.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { absolute, feedTime, plainText } from "./feed-text.ts";
import { stated, type Feed, type FeedOptions } from "./feed.ts";
import { authorsOf, baseOf, linkOf, readXmlEntry, titleOf } from "./read-xml-entry.ts";
import { elementsBelow, isWholeXml, localName, Members, textOf } from "./xml-elements.ts";

/** Nodes of a feed; what follows is left out. */
const MOST_NODES = 1_000_000;

/** Reads RSS 0.9x, 1.0 and 2.0, and Atom; undefined when the XML is none of them. */
export function readXmlFeed(xml: string, { url, limit }: FeedOptions): Feed | undefined {
  const tree = parseXml(xml, { maxNodes: MOST_NODES });
  const root = rootOf(tree);
  if (root === undefined) return undefined;
  const isAtom = localName(tree, root) === "feed";
  const channel = isAtom ? root : channelOf(tree, root);
  const base = baseOf(tree, channel, baseOf(tree, root, url));
  const all = entriesOf(tree, root, channel);
  const members = new Members(tree, channel);
  const authors = authorsOf(tree, members);
  const entries = all
    .slice(0, limit)
    .map((node) => readXmlEntry(tree, node, { base, url, authors: isAtom ? authors : [] }));
  const title = titleOf(tree, members, isAtom ? "text" : "html");
  const facts = { ...stated({ title }), ...factsOf(tree, members, base) };
  const language = tree.attribute(root, "xml:lang");
  const truncated = tree.truncated || all.length > limit || !isWholeXml(xml, tree);
  return { kind: isAtom ? "atom" : "rss", ...stated({ language }), ...facts, entries, truncated };
}

const ROOTS: ReadonlySet<string> = new Set(["rss", "rdf", "feed", "channel"]);

/** The document itself where entries stand in it without a root. */
function rootOf(tree: Tree): NodeId | undefined {
  const elements = elementsBelow(tree, 0);
  const root = elements.find((node) => ROOTS.has(localName(tree, node)));
  return root ?? (isEntry(tree, elements[0] ?? 0) ? 0 : undefined);
}

function channelOf(tree: Tree, root: NodeId): NodeId {
  if (localName(tree, root) === "channel") return root;
  return elementsBelow(tree, root).find((node) => localName(tree, node) === "channel") ?? root;
}

/** RSS 1.0 has its items beside the channel, the others inside. */
function entriesOf(tree: Tree, root: NodeId, channel: NodeId): NodeId[] {
  const places = root === channel ? [root] : [channel, root];
  const elements = places.flatMap((place) => elementsBelow(tree, place));
  return elements.filter((node) => isEntry(tree, node));
}

function isEntry(tree: Tree, node: NodeId): boolean {
  return ["item", "entry"].includes(localName(tree, node));
}

function factsOf(tree: Tree, members: Members, base: string) {
  const [image] = members.all("image", "logo", "icon", "itunes:image");
  return stated({
    description: plainText(members.text("description", "subtitle", "itunes:summary") ?? ""),
    siteUrl: linkOf(tree, members, base),
    language: members.text("language", "dc:language"),
    image: image === undefined ? undefined : imageOf(tree, image, base),
    updated: feedTime(members.text("lastbuilddate", "updated", "pubdate", "dc:date")),
  });
}

/** RSS has the URL in an element, Atom as the text, podcasts in an attribute. */
function imageOf(tree: Tree, node: NodeId, base: string): string | undefined {
  const inside = new Members(tree, node).text("url");
  return absolute(inside ?? tree.attribute(node, "href") ?? textOf(tree, node), base);
}
