import { attributeIds, type AttributeNode } from "../scan/attribute-names.ts";
import type { Attributes } from "../scan/attributes.ts";
import type { HiddenChoice } from "../hidden/hidden-choice.ts";
import { isInline } from "../hidden/in-line.ts";
import { isSpokenBeside } from "../hidden/name-of-control.ts";
import type { Measures } from "./measures.ts";
import { KNOWN_TAGS, tagIds, type TagName } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

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

/** A page that is cleaned. */
interface FurnitureScope extends Measures {
  /** What becomes of signs and ornaments (`aria-hidden` in a line): `keep` leaves them. */
  readonly hidden: HiddenChoice;
}

/**
 * Marks what is certainly no content: closed dialogs, signs and ornaments, navigation, the site's
 * header and footer, controls, advertisements and cookie notices. What holds most of the page's text
 * stays all the same.
 */
export function markFurniture(
  tree: Tree,
  dropped: Uint8Array,
  { order, text, hidden }: FurnitureScope,
): void {
  const most = (text[0] as number) * HOLDS_PAGE;
  const places = new Uint8Array(tree.size);
  markTitles(tree, places);
  for (const node of order) {
    const parent = tree.parent(node);
    if (dropped[parent] === 1) dropped[node] = 1;
    if (dropped[node] === 1 || tree.kind(node) !== NodeKind.element) continue;
    places[node] = (places[node] as number) | placeIn(tree, node, places[parent] as number);
    const large = most > 0 && (text[node] as number) >= most;
    if (large) continue;
    if (isFurniture(tree, node, places[node])) dropped[node] = 1;
    else if (hidden !== "keep" && isOrnament(tree, node)) dropped[node] = 1;
  }
}

// Where an element is.
const IN_CONTENT = 1;
const IN_HEADING = 2;
const HOLDS_TITLE = 4;

/** Marks what holds an h1. */
function markTitles(tree: Tree, places: Uint8Array): void {
  for (let node = 1; node < tree.size; node++) {
    if (tree.tag(node) !== tagIds.h1) continue;
    for (let at = node; at !== 0 && places[at] === 0; at = tree.parent(at)) {
      places[at] = HOLDS_TITLE;
    }
  }
}

/** The place of a node's content, given its parent's. */
function placeIn(tree: Tree, node: NodeId, outside: number): number {
  const tag = tree.tag(node);
  if (tag === tagIds.article || tag === tagIds.main || tag === tagIds.blockquote) {
    return IN_CONTENT;
  }
  if ((tag >= tagIds.h1 && tag <= tagIds.h6) || tag === tagIds.summary) {
    return (outside & IN_CONTENT) | IN_HEADING;
  }
  return outside & (isBlock(tag) ? IN_CONTENT : IN_CONTENT | IN_HEADING);
}

function isFurniture(tree: Tree, node: NodeId, place: number): boolean {
  switch (furniture[tree.tag(node)]) {
    case ALWAYS:
      return true;
    case OF_SITE:
      // A header or footer in content, or around the page's title, is part of it.
      return (place & (IN_CONTENT | HOLDS_TITLE)) === 0;
    case CONTROL:
      // Questions that open on a click are buttons in headings.
      return (place & IN_HEADING) === 0;
    case CLOSED:
      return tree.attribute(node, "open") === undefined;
    default:
      return isMarkedFurniture(tree, node, place);
  }
}

function isMarkedFurniture(tree: Tree, node: NodeId, place: number): boolean {
  const { attributeTable } = tree;
  for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
    if (attributeTable.id(at) === attributeIds.role) {
      if (isFurnitureRole(attributeTable.value(at).trim().toLowerCase(), place)) return true;
    } else if (saysFurniture(attributeTable, at)) return true;
  }
  return false;
}

function saysFurniture(attributes: Attributes, at: AttributeNode): boolean {
  const id = attributes.id(at);
  return (id === attributeIds.class || id === attributeIds.id) && VENDOR.test(attributes.value(at));
}

/** Whether an element of a line is for the eye alone, and nothing beside it says the same in words. */
function isOrnament(tree: Tree, node: NodeId): boolean {
  const at = tree.attributeNamed(node, attributeIds["aria-hidden"]);
  if (at === 0 || tree.attributeTable.value(at).trim() !== "true") return false;
  return isInline(tree, node) && !isSpokenBeside(tree, node);
}

function isFurnitureRole(role: string, place: number): boolean {
  if (!FURNITURE_ROLES.has(role)) return false;
  if (role !== "banner" && role !== "contentinfo") return true;
  return (place & (IN_CONTENT | HOLDS_TITLE)) === 0;
}
