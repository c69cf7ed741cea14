import { attributeIds } from "../scan/attribute-names.ts";
import { tagIds } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** The longest source of a sign: `&ZeroWidthSpace;` with white space around. */
const MAX_SIGN = 24;

/** What such links show: a paragraph, number or link sign, or nothing. */
const SIGN =
  /^(?:\s|\u200b|\u2060)*(?:(?:[¶#§∞⚓☍⌗🔗⛓]|\[[¶#§]\])(?:\ufe0e|\ufe0f)?)?(?:\s|\u200b|\u2060)*$/u;

/** Words that a link of one of {@link NAMES} may show. */
const WORDS =
  /^\s*(?:\[?(?:perma(?:nent )?link|anchor|link|direct link|copy link)\]?|(?:(?:direct|permanent) )?link to (?:this|the) (?:heading|section|headline|definition|code|image|table)\b.*)\s*$/i;

/** Classes of links to the heading that they stand in, of the usual generators. */
const NAMES =
  /(?:^|[\s_-])(?:header-?link|head(?:er|ing|line)?-?anchor|anchor(?:-?link|js-link)?|hash-?link|perma-?link|heading-?link|section-?link|direct-?link|doc-anchor|docs-heading-anchor)(?:$|[\s_-])/i;

/** Elements whose links to themselves are looked for. */
const titled = new Set<number>(
  (["h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "figcaption", "summary"] as const).map(
    (name) => tagIds[name],
  ),
);

/** Parts of a heading that are looked at. */
const MOST_NODES = 200;

/** How far above a link its heading is. */
const MOST_STEPS = 4;

/** Marks the links of headings to themselves: `¶`, `#`, a chain, or nothing but a drawing. */
export function markHeadingAnchors(tree: Tree, dropped: Uint8Array): void {
  for (let link = tree.firstOfTag(tagIds.a); link !== 0; link = tree.nextOfTag(link)) {
    if (dropped[link] === 0 && isHeadingAnchor(tree, link, dropped)) dropped[link] = 1;
  }
}

/** Whether an `a` is a heading's link to itself. */
export function isHeadingAnchor(tree: Tree, link: NodeId, dropped?: Uint8Array): boolean {
  const child = tree.firstChild(link);
  // Most links say more, and no more has to be known of them.
  if (tree.kind(child) === NodeKind.text && tree.end(child) - tree.start(child) > MAX_SIGN * 2) {
    return false;
  }
  const heading = headingOf(tree, link);
  if (heading === 0) return false;
  const href = tree.attributeNamed(link, attributeIds.href);
  if (href !== 0 && !tree.attributeTable.value(href).includes("#")) return false;
  if (!showsAnchor(tree, link, { dropped, leads: href !== 0 })) return false;
  return heading === BESIDE || saysMore(tree, heading, { link, dropped });
}

interface AnchorLink {
  readonly dropped: Uint8Array | undefined;
  /** Whether it leads anywhere. */
  readonly leads: boolean;
}

/** Whether all that a link shows is a sign, or what only links of certain classes show. */
function showsAnchor(tree: Tree, link: NodeId, { dropped, leads }: AnchorLink): boolean {
  const shown = textIn(tree, link, dropped);
  if (shown === undefined) return false;
  const isNamed = NAMES.test(tree.attribute(link, "class") ?? "");
  if (!leads && !isNamed) return false;
  return SIGN.test(shown) || (isNamed && WORDS.test(shown));
}

/** The link stands beside a heading, not in it. */
const BESIDE = -1;

function headingOf(tree: Tree, link: NodeId): NodeId {
  let at = tree.parent(link);
  for (let step = 0; step < MOST_STEPS && at !== 0; step += 1) {
    if (titled.has(tree.tag(at))) return at;
    at = tree.parent(at);
  }
  const isBeside =
    isHeading(tree, beside(tree, link, -1)) || isHeading(tree, beside(tree, link, 1));
  return isBeside ? BESIDE : 0;
}

function isHeading(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tag >= tagIds.h1 && tag <= tagIds.h6;
}

/** The next node on one side that is no white space. */
function beside(tree: Tree, node: NodeId, side: -1 | 1): NodeId {
  const step = (at: NodeId): NodeId => (side < 0 ? tree.previousSibling(at) : tree.nextSibling(at));
  let at = step(node);
  while (at !== 0 && tree.isBlankText(at)) at = step(at);
  return at;
}

/** The text of a link as far as it is a sign; undefined where it shows an image or more. */
function textIn(tree: Tree, link: NodeId, dropped: Uint8Array | undefined): string | undefined {
  let text = "";
  for (let at = next(tree, link, { root: link, dropped }); at !== 0;) {
    if (tree.kind(at) === NodeKind.text) text += tree.text(at);
    else if (tree.tag(at) === tagIds.img && !isSmallSign(tree, at)) return undefined;
    if (text.length > MAX_SIGN * 2) return undefined;
    at = next(tree, at, { root: link, dropped });
  }
  return text;
}

/** Whether an image in a link has no words of its own. */
function isSmallSign(tree: Tree, image: NodeId): boolean {
  const alt = tree.attribute(image, "alt") ?? "";
  return SIGN.test(alt) || WORDS.test(alt);
}

/** Whether a heading has text beside a link. */
function saysMore(
  tree: Tree,
  heading: NodeId,
  { link, dropped }: { readonly link: NodeId; readonly dropped: Uint8Array | undefined },
): boolean {
  let at = next(tree, heading, { root: heading, dropped });
  for (let seen = 0; at !== 0 && seen < MOST_NODES; seen += 1) {
    if (at === link) at = after(tree, at, heading);
    else {
      if (tree.kind(at) === NodeKind.text && !tree.isBlankText(at)) return true;
      if (tree.tag(at) === tagIds.img) return true;
      at = next(tree, at, { root: heading, dropped });
    }
  }
  return false;
}

/** The next node in document order below `root` that is not left out. */
function next(
  tree: Tree,
  node: NodeId,
  { root, dropped }: { readonly root: NodeId; readonly dropped: Uint8Array | undefined },
): NodeId {
  let at = dropped?.[node] === 1 ? 0 : tree.firstChild(node);
  if (at === 0) at = after(tree, node, root);
  for (let seen = 0; at !== 0 && dropped?.[at] === 1; seen += 1) {
    if (seen > MOST_NODES) return 0;
    at = after(tree, at, root);
  }
  return at;
}

/** The next node that is not below `node`. */
function after(tree: Tree, node: NodeId, root: NodeId): NodeId {
  let at = node;
  while (at !== root && tree.nextSibling(at) === 0) at = tree.parent(at);
  return at === root ? 0 : tree.nextSibling(at);
}
