import { checkTree } from "../tree/check-tree.ts";
import { isHeadingAnchor } from "../view/heading-anchors.ts";
import { hidesItself } from "../tree/is-hidden.ts";
import { isSpecial, shownText, type ShownText } from "../view/shown-text.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** What a page says about itself, collected in one pass over its nodes. */
export interface PageFacts {
  /** The first content that is not empty of each `meta`, by its property, name or http-equiv. */
  readonly metas: ReadonlyMap<string, RankedMeta>;
  /** The `link` elements. */
  readonly links: readonly NodeId[];
  /** The first `title` outside svg. */
  readonly title: NodeId;
  /** The `h1` elements. */
  readonly headings: readonly NodeId[];
  /** The scripts with linked data. */
  readonly linkedData: readonly NodeId[];
  /** The html element; 0 without one. */
  readonly html: NodeId;
}

/** What a `meta` says. */
interface RankedMeta {
  readonly content: string;
  /** Which attribute named it; lower goes over higher. */
  readonly rank: number;
}

/** Headings beyond this number are not looked at. */
const MOST_HEADINGS = 100;

/** Collects {@link PageFacts}. */
export function collectFacts(tree: Tree): PageFacts {
  const metas = new Map<string, RankedMeta>();
  for (const node of withTag(tree, tagIds.meta)) collectMeta(tree, node, metas);
  return {
    metas,
    links: withTag(tree, tagIds.link),
    title: tree.firstOfTag(tagIds.title),
    headings: withTag(tree, tagIds.h1, MOST_HEADINGS),
    linkedData: linkedDataScripts(tree),
    html: tree.firstOfTag(tagIds.html),
  };
}

/** The scripts with linked data. */
export function linkedDataScripts(tree: Tree): NodeId[] {
  return withTag(tree, tagIds.script).filter((node) => isLinkedData(tree, node));
}

function withTag(tree: Tree, tag: TagId, most = tree.size): NodeId[] {
  const found: NodeId[] = [];
  let node = tree.firstOfTag(tag);
  for (; node !== 0 && found.length < most; node = tree.nextOfTag(node)) found.push(node);
  return found;
}

/** The attributes that say what a `meta` is about; the first of them goes over the others. */
const META_KEYS = ["property", "name", "itemprop", "http-equiv"] as const;

function collectMeta(tree: Tree, node: NodeId, metas: Map<string, RankedMeta>): void {
  const content = fold(tree.attribute(node, "content") ?? "");
  if (content === "") return;
  for (const [rank, attribute] of META_KEYS.entries()) {
    const names = tree.attribute(node, attribute)?.toLowerCase().trim() ?? "";
    for (const name of names === "" ? [] : names.split(/\s+/)) {
      // Dublin Core is written with a point as well as with a colon.
      const key = name.replace(/^(dc|dcterms?|og|twitter|article)\./, "$1:");
      if (rank < (metas.get(key)?.rank ?? META_KEYS.length)) metas.set(key, { content, rank });
    }
  }
}

function isLinkedData(tree: Tree, node: NodeId): boolean {
  const type = tree.attribute(node, "type");
  return type !== undefined && /^\s*application\/ld\+json/i.test(type);
}

/** A text with its white space folded. */
export function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * The text of a node and what is shown below it, white space folded; of 2,000 nodes at most.
 * @see {@link select} for an example
 */
export function nodeText(tree: Tree, root: NodeId): string {
  checkTree(tree);
  let text = "";
  let node = tree.firstChild(root);
  for (let seen = 0; node !== 0 && seen < 2_000 && text.length < 10_000; seen++) {
    const special = isSaid(tree, node) ? shownText(asView(tree), node) : undefined;
    text = special === undefined ? text + ownText(tree, node) : appended(text, special);
    const isRead = special?.goesOn ?? !isUnread(tree, node);
    let next = isRead ? tree.firstChild(node) : 0;
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  return fold(text);
}

/** What a node says by itself. */
function ownText(tree: Tree, node: NodeId): string {
  if (tree.kind(node) === NodeKind.text) return tree.text(node);
  return tree.tag(node) === tagIds.br ? " " : "";
}

function isSaid(tree: Tree, node: NodeId): boolean {
  return isSpecial(tree, node) && !hidesItself(tree, node);
}

/** The page with nothing left out. */
function asView(tree: Tree): View {
  return { tree, roots: [0], dropped: NONE };
}

const NONE = new Uint8Array();

function appended(text: string, { text: more, space }: ShownText): string {
  if (space === "kept") return text + more;
  return space === "wanted" ? `${text} ${more}` : text.trimEnd() + more;
}

function isUnread(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  if (tag === tagIds.a && isHeadingAnchor(tree, node)) return true;
  return tag === tagIds.script || tag === tagIds.style || hidesItself(tree, node);
}
