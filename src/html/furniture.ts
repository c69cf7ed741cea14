import { AttributeCursor } from "./attributes.ts";
import type { Measures } from "./measures.ts";
import { KNOWN_TAGS, tagIds, type TagId, type TagName } from "./tags.ts";
import { isBlock } from "./text-block.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

const ALWAYS = 1;
const OF_SITE = 2;
const CONTROL = 3;
const CLOSED = 4;

const furniture = new Uint8Array(KNOWN_TAGS);
assign(ALWAYS, "nav select input textarea");
assign(OF_SITE, "header footer");
assign(CONTROL, "button");
assign(CLOSED, "dialog");

function assign(rule: number, names: string): void {
  for (const name of names.split(" ")) furniture[tagIds[name as TagName]] = rule;
}

const FURNITURE_ROLES = new Set([
  "navigation",
  "banner",
  "contentinfo",
  "search",
  "dialog",
  "alertdialog",
  "menu",
  "menubar",
  "toolbar",
]);

/** Cookie notices and advertisement slots by the names that their vendors give them. */
const VENDOR =
  /(?:^|[\s"'_-])(?:onetrust|cookiebot|cybotcookiebot|cookie-?(?:consent|banner|notice|law)|cky-consent|qc-cmp2?-|didomi|truste|usercentrics|adsbygoogle|google_ads|div-gpt-ad|outbrain|taboola)/i;

/** A candidate with at least this share of the page's text holds the page: scripts show it. */
const HOLDS_PAGE = 0.4;

/**
 * Marks what is certainly no content: elements that the page hides (`hidden`, `aria-hidden`, inline
 * styles, closed dialogs), navigation, the site's header and footer, controls, advertisements and
 * cookie notices. What holds most of the page's text stays all the same.
 */
export function markFurniture(tree: Tree, dropped: Uint8Array, { text }: Measures): void {
  const most = (text[0] as number) * HOLDS_PAGE;
  for (let node = 1; node < tree.size; node++) {
    if (dropped[node] === 1 || tree.kind(node) !== NodeKind.element) continue;
    if (isFurniture(tree, node) && ((text[node] as number) < most || most === 0)) {
      dropped[node] = 1;
    }
  }
}

function isFurniture(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  switch (furniture[tag]) {
    case ALWAYS:
      return true;
    case OF_SITE:
      return isOfSite(tree, node);
    case CONTROL:
      return !isInHeading(tree, node);
    case CLOSED:
      return tree.attribute(node, "open") === undefined;
    default:
      return isMarkedFurniture(tree, node);
  }
}

/** The shortest attribute that counts is ` hidden`. */
const SHORTEST_MARK = 10;

function isMarkedFurniture(tree: Tree, node: NodeId): boolean {
  if (tree.end(node) - tree.start(node) < SHORTEST_MARK) return false;
  const cursor = new AttributeCursor(tree.tagRange(node));
  while (cursor.next()) {
    const rule = attributeRule(cursor);
    if (rule !== undefined && rule(cursor.value(), tree, node)) return true;
  }
  return false;
}

type AttributeRule = (value: string, tree: Tree, node: NodeId) => boolean;

const attributeRules: readonly (readonly [string, AttributeRule])[] = [
  ["class", (value) => VENDOR.test(value)],
  ["id", (value) => VENDOR.test(value)],
  ["style", (value) => /display\s*:\s*none|visibility\s*:\s*hidden/i.test(value)],
  ["hidden", () => true],
  ["aria-hidden", (value) => value.trim() === "true"],
  ["role", (value, tree, node) => isFurnitureRole(value.trim().toLowerCase(), tree, node)],
];

function attributeRule(cursor: AttributeCursor): AttributeRule | undefined {
  for (const [name, rule] of attributeRules) if (cursor.isNamed(name)) return rule;
  return undefined;
}

function isFurnitureRole(role: string, tree: Tree, node: NodeId): boolean {
  if (!FURNITURE_ROLES.has(role)) return false;
  return role !== "banner" && role !== "contentinfo" ? true : isOfSite(tree, node);
}

/** Whether a header or footer belongs to the site: not inside content, and without the title. */
function isOfSite(tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    const tag = tree.tag(at);
    if (tag === tagIds.article || tag === tagIds.main || tag === tagIds.blockquote) return false;
  }
  return !holds(tree, node, tagIds.h1);
}

function holds(tree: Tree, root: NodeId, tag: TagId): boolean {
  let node = tree.firstChild(root);
  while (node !== 0 && node !== root) {
    if (tree.tag(node) === tag) return true;
    if (tree.firstChild(node) !== 0) node = tree.firstChild(node);
    else {
      while (node !== root && tree.nextSibling(node) === 0) node = tree.parent(node);
      if (node !== root) node = tree.nextSibling(node);
    }
  }
  return false;
}

/** Questions that open on a click are buttons in headings. */
function isInHeading(tree: Tree, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    const tag = tree.tag(at);
    if (tag >= tagIds.h1 && tag <= tagIds.h6) return true;
    if (tag === tagIds.summary) return true;
    if (isBlock(tag)) return false;
  }
  return false;
}
