import { tagIds } from "../scan/tags.ts";
import { isBlock } from "../tree/text-block.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { elementBefore, elementBehind, isUnseen } from "./beside.ts";
import { controlledIds } from "./controlled.ts";
import { isInline } from "./in-line.ts";
import { lettersOf, linkShare } from "./text-below.ts";

/** Names of what a control opens in its place: a click shows it, and it belongs to the content. */
const PANEL =
  /(?:^|[\s_-])(?:tab-?(?:pane|panel|content|body)|accordion|collaps|panel|faq|answer|read-?more|show-?more|more-?(?:text|content|info)?(?:$|[\s_-])|expand|toggle-?(?:content|body|pane)|slide|slick|swiper|carousel|spoiler|truncate|full-?text|dropdown|sub-?menu|mega-?menu)/i;

/** Names of what comes before everything else, or says that something went wrong or goes on. */
const OVERLAY =
  /(?:^|[\s_-])(?:modal|pop-?up|popover|light-?box|tool-?tip|toast|snackbar|cookies?|consent|gdpr|overlay|drawer|off-?canvas|newsletter|loading|loader|spinner|error|success|clone|cloned|duplicate)(?:$|[\s_-])|modal|slick-cloned|swiper-slide-duplicate/i;

const OVERLAY_ROLES = new Set([
  "dialog",
  "alertdialog",
  "tooltip",
  "alert",
  "status",
  "presentation",
]);

const PANEL_ROLES = new Set(["tabpanel", "menu", "menubar", "listbox", "navigation", "tree"]);

/** Elements outside that are asked whether they are a menu. */
const MOST_OUTSIDE = 24;

/** Elements beside that are asked whether they open it. */
const MOST_BESIDE = 3;

/** So much of a menu's text is in links. */
const MENU = 0.8;

/** Fewer letters are no part of a text that is told twice. */
const LEAST_DOUBLE = 8;

/** Says which hidden elements a control of the page opens. One per page. */
export class Panels {
  readonly #tree: Tree;
  #ids: Set<string> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Whether a hidden element is what a reader opens: a tab's panel, an answer, a menu, a slide. */
  has(node: NodeId): boolean {
    const tree = this.#tree;
    const role = tree.attribute(node, "role")?.trim().toLowerCase() ?? "";
    if (PANEL_ROLES.has(role)) return true;
    const names = namesOf(tree, node);
    if (OVERLAY_ROLES.has(role) || OVERLAY.test(names) || tree.tag(node) === tagIds.dialog) {
      return false;
    }
    if (this.isMenu(node)) return true;
    return (PANEL.test(names) || this.#isOpened(node)) && !this.#isDouble(node);
  }

  #isOpened(node: NodeId): boolean {
    return this.#isControlled(node) || this.#isOpenedBeside(node);
  }

  #isControlled(node: NodeId): boolean {
    const id = this.#tree.attribute(node, "id") ?? "";
    if (id === "") return false;
    this.#ids ??= controlledIds(this.#tree);
    return this.#ids.has(id);
  }

  /** Whether the element is part of a navigation, or a list of links. */
  isMenu(node: NodeId): boolean {
    const tree = this.#tree;
    const tag = tree.tag(node);
    if (!isBlock(tag) && tag !== 0) return false;
    const share = linkShare(tree, node);
    if (share === undefined || share.links < 2) return false;
    if (share.share >= MENU) return true;
    let at = node;
    for (let seen = 0; at !== 0 && seen < MOST_OUTSIDE; seen++) {
      if (tree.tag(at) === tagIds.nav || tree.attribute(at, "role") === "navigation") return true;
      at = tree.parent(at);
    }
    return false;
  }

  /** Whether what stands right before or behind it says that it opens something. */
  #isOpenedBeside(node: NodeId): boolean {
    const tree = this.#tree;
    let before = node;
    let behind = node;
    for (let seen = 0; seen < MOST_BESIDE; seen++) {
      if (before !== 0) before = elementBefore(tree, before);
      if (behind !== 0) behind = elementBehind(tree, behind);
      if (isOpener(tree, before) || isOpener(tree, behind)) return true;
    }
    return false;
  }

  /** Whether it says the short text before it again, at length. */
  #isDouble(node: NodeId): boolean {
    const tree = this.#tree;
    let before = tree.previousSibling(node);
    while (tree.isBlankText(before) || isUnseen(tree, before))
      before = tree.previousSibling(before);
    if (before === 0) return false;
    // A panel may begin with its heading again.
    if (!isInline(tree, node) && tree.tag(before) !== tree.tag(node)) return false;
    const short = lettersOf(tree, before);
    return short.length >= LEAST_DOUBLE && lettersOf(tree, node).startsWith(short);
  }
}

/** An element's classes and its id. */
function namesOf(tree: Tree, node: NodeId): string {
  return `${tree.attribute(node, "class") ?? ""} ${tree.attribute(node, "id") ?? ""}`;
}

/** Whether an element opens another: ARIA says so, or it is a link or button that leads nowhere. */
function isOpener(tree: Tree, node: NodeId): boolean {
  if (node === 0 || tree.kind(node) !== NodeKind.element) return false;
  const tag = tree.tag(node);
  if (tag === tagIds.summary || opens(tree, node)) return true;
  if (tag < tagIds.h1 || tag > tagIds.h6) {
    if (tag !== tagIds.dt && tag !== tagIds.div) return false;
  }
  const first = tree.firstChild(node);
  const inside = tree.kind(first) === NodeKind.element ? first : elementBehind(tree, first);
  return inside !== 0 && opens(tree, inside);
}

function opens(tree: Tree, node: NodeId): boolean {
  if (tree.attribute(node, "aria-expanded") !== undefined) return true;
  if (tree.attribute(node, "aria-controls") !== undefined) return true;
  const tag = tree.tag(node);
  const href = tag === tagIds.a ? (tree.attribute(node, "href") ?? "#") : "";
  const isToggle =
    /^(?:#|javascript:)/.test(href) ||
    tag === tagIds.button ||
    tree.attribute(node, "role") === "button";
  if (!isToggle) return false;
  const names = `${tree.attribute(node, "class") ?? ""} ${lettersOf(tree, node)}`;
  return OPENS.test(names);
}

const OPENS =
  /toggle|expand|accordion|collaps|more|show|open|question|faq|mehr|weiter|plus|suite|más|mais|leggi|meer|подробнее|ещё|もっと|更多|展开/i;
