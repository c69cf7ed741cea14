import { NodeKind, tagIds, type NodeId, type Tree, type View } from "../../html/index.ts";
import { nextNode } from "../../html/internal.ts";
import { withoutInvisible } from "../write/character.ts";

/** What a reference shows: a number, a letter, a sign, in brackets or not. */
const sign =
  /^[[({]?\s*(?:(?:note|fn|nb|n)\.?\s*)?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|[*†‡§¶#]{1,3})\s*[\])}]?$/i;
/** Longer text shows more than such a sign. */
const MAX_SIGN = 40;
/** What a link back shows. */
const arrow =
  /^(?:[\s^↑↩↵⤴⏎←⇑⬆🔙]|\ufe0e|\ufe0f)*(?:back|return|jump up|go back|back to text|zurück|retour)?$/iu;
/** Classes of what holds the way back, with all the signs around it. */
const back =
  /(?:^|\s)(?:mw-cite-backlink|footnote-?back\w*|fn-backref|footnotes-backlink)(?:$|\s)/i;
/** Classes of a sign before an explanation. */
const label = /(?:^|[\s_-])(?:label|brackets|number|para)(?:$|\s)/i;
/** What stands around signs at the start of an explanation. */
const between = /^[\s^↑[\](),.:]*$/;

const blocks = tagSet("li p div aside section");
const closed = tagSet("h1 h2 h3 h4 h5 h6 dl dt table ul ol body main article");
/** Steps from the target of a reference to the block that explains it. */
const MOST_STEPS = 4;
/** A longer block is no footnote. */
const MAX_NODES = 1000;
/** Steps up from a reference to an element with the id that is led back to. */
const ID_STEPS = 3;

function tagSet(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map((name) => tagIds[name as "li"]));
}

/** The id that a link in the page leads to. */
export function idIn(href: string): string {
  const id = href.slice(1);
  if (!id.includes("%")) return id;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The names by which links lead to an element: its id, and the old form of one. */
export function idsOf(tree: Tree, node: NodeId): readonly string[] {
  const name = tree.tag(node) === tagIds.a ? tree.attribute(node, "name") : undefined;
  return [tree.attribute(node, "id"), name].filter(
    (id) => id !== undefined && id !== "",
  ) as string[];
}

/** An element's class, role and type. */
export function kindOf(tree: Tree, node: NodeId): string {
  if (tree.firstAttribute(node) === 0) return "";
  const names = ["class", "role", "epub:type", "rel"];
  const kind = names.map((name) => tree.attribute(node, name) ?? "").join(" ");
  return tree.attribute(node, "data-footnotes") === undefined ? kind : `${kind} footnotes`;
}

/** Whether the element, or one around it, is of a kind. */
export function isInPart(tree: Tree, node: NodeId, kind: RegExp): boolean {
  for (let at = node; at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) !== tagIds.body && kind.test(kindOf(tree, at))) return true;
  }
  return false;
}

/** Whether all that a link shows is the sign of a footnote. */
export function showsSign(view: View, link: NodeId): boolean {
  const text = shortText(view, link);
  return text !== undefined && sign.test(text);
}

/** What an element shows; undefined when it is long or shows more than text. */
function shortText(view: View, root: NodeId): string | undefined {
  const { tree } = view;
  let text = "";
  for (let at = nextNode(view, root, root); at !== 0; at = nextNode(view, at, root)) {
    if (tree.kind(at) === NodeKind.text) {
      if (tree.end(at) - tree.start(at) > MAX_SIGN) return undefined;
      text += tree.text(at);
    } else if (tree.tag(at) === tagIds.img) return undefined;
    if (text.length > MAX_SIGN) return undefined;
  }
  return withoutInvisible(text).trim();
}

/** The block that an element with an id is or begins; 0 when that is no explanation. */
export function blockOf({ tree }: View, target: NodeId, named: RegExp): NodeId {
  let at = target;
  const term = tree.tag(at) === tagIds.dt ? at : tree.parent(at);
  if (tree.tag(term) === tagIds.dt) return descriptionOf(tree, term);
  for (let step = 0; step < MOST_STEPS && !closed.has(tree.tag(at)); step += 1) {
    if (blocks.has(tree.tag(at))) {
      const around = tree.parent(at);
      const isPart = at !== target && blocks.has(tree.tag(around));
      return isPart && named.test(tree.attribute(around, "id") ?? "") ? around : at;
    }
    at = tree.parent(at);
    if (at === 0) break;
  }
  return 0;
}

/** What explains a term; 0 when it is not directly behind it. */
function descriptionOf(tree: Tree, term: NodeId): NodeId {
  let at = tree.nextSibling(term);
  while (at !== 0 && tree.kind(at) !== NodeKind.element) at = tree.nextSibling(at);
  return tree.tag(at) === tagIds.dd ? at : 0;
}

/** The sign that stands before a block, as a term of a list does; 0 without one. */
export function termOf(tree: Tree, block: NodeId): NodeId {
  if (tree.tag(block) !== tagIds.dd) return 0;
  let at = tree.previousSibling(block);
  while (at !== 0 && tree.kind(at) !== NodeKind.element) at = tree.previousSibling(at);
  return tree.tag(at) === tagIds.dt ? at : 0;
}

/** Whether a block without headings leads back to a link. */
export function leadsBack(view: View, node: NodeId, link: NodeId): boolean {
  const { tree } = view;
  const ids = idsAround(tree, link);
  let found = false;
  let seen = 0;
  for (let at = nextNode(view, node, node); at !== 0; at = nextNode(view, at, node)) {
    const tag = tree.tag(at);
    seen += 1;
    if (seen > MAX_NODES) return false;
    if (tag >= tagIds.h1 && tag <= tagIds.h6) return false;
    const href = tag === tagIds.a ? tree.attribute(at, "href") : undefined;
    if (href?.startsWith("#") && ids.has(idIn(href))) found = true;
  }
  return found;
}

function idsAround(tree: Tree, link: NodeId): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (node: NodeId): void => {
    if (tree.kind(node) !== NodeKind.element) return;
    for (const id of idsOf(tree, node)) ids.add(id);
  };
  let at = link;
  for (let step = 0; step <= ID_STEPS && at !== 0 && tree.tag(at) !== tagIds.p; step += 1) {
    add(at);
    at = tree.parent(at);
  }
  add(tree.firstChild(link));
  add(tree.previousSibling(link));
  return ids;
}

/** Whether a block says anything beside the signs of a footnote. */
export function saysMore(view: View, node: NodeId): boolean {
  const signs = signsIn(view, node);
  const { tree } = view;
  let at = nextNode(view, node, node);
  while (at !== 0) {
    if (signs.includes(at)) at = behind(view, at, node);
    else if (tree.tag(at) === tagIds.img) return true;
    else if (isText(tree, at) && !tree.isBlankText(at)) return true;
    else at = nextNode(view, at, node);
  }
  return false;
}

/** The parts of an explanation that lead back, or repeat the sign at its start. */
export function signsIn(view: View, root: NodeId): readonly NodeId[] {
  const { tree } = view;
  const signs: NodeId[] = [];
  let isStart = true;
  let at = nextNode(view, root, root);
  for (let seen = 0; at !== 0 && seen < MAX_NODES; seen += 1) {
    const isSign = isText(tree, at)
      ? isStart && !tree.isBlankText(at) && between.test(tree.text(at))
      : isSignElement(view, at, isStart);
    if (isSign) {
      signs.push(at);
      at = behind(view, at, root);
      continue;
    }
    if (isText(tree, at) && !tree.isBlankText(at)) isStart = false;
    at = nextNode(view, at, root);
  }
  return signs;
}

function isText(tree: Tree, node: NodeId): boolean {
  return tree.kind(node) === NodeKind.text;
}

function isSignElement(view: View, node: NodeId, isStart: boolean): boolean {
  const { tree } = view;
  const tag = tree.tag(node);
  const kind = kindOf(tree, node);
  if (back.test(kind) || kind.includes("doc-backlink")) return true;
  if (tag === tagIds.a) return isBackLink(view, node, isStart);
  const isLabel = tag === tagIds.sup || (tag === tagIds.span && label.test(kind));
  return isStart && isLabel && showsSign(view, node);
}

function isBackLink(view: View, link: NodeId, isStart: boolean): boolean {
  if (!view.tree.attribute(link, "href")?.startsWith("#")) return false;
  const text = shortText(view, link);
  return text !== undefined && (arrow.test(text) || (isStart && sign.test(text)));
}

/** The next node that is not below `node`. */
function behind(view: View, node: NodeId, root: NodeId): NodeId {
  let at = nextNode(view, node, root);
  while (at !== 0 && isBelow(view.tree, at, node)) at = nextNode(view, at, root);
  return at;
}

function isBelow(tree: Tree, node: NodeId, above: NodeId): boolean {
  let at = tree.parent(node);
  for (let step = 0; at !== 0 && step < 64; step += 1) {
    if (at === above) return true;
    at = tree.parent(at);
  }
  return false;
}
