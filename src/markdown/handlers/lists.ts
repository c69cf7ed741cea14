import { NodeKind, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import { Gap } from "../write/flow.ts";
import { beginBlockStyle, endBlockStyle } from "./marks.ts";

/** `ul`, `menu` and `dir`. */
export const bulletList: ElementHandler = Object.freeze({
  enter({ out }) {
    out.lists.start({ ordered: false });
    return true;
  },
  exit({ out }) {
    out.lists.end();
  },
} satisfies ElementHandler);

/** `ol`. */
export const orderedList: ElementHandler = Object.freeze({
  enter(element) {
    if (element.footnotes.isList(element.node)) return true;
    const reversed = element.attribute("reversed") !== undefined;
    const start = Number.parseInt(element.attribute("start") ?? "", 10);
    const first = Number.isNaN(start) ? (reversed ? countItems(element) : 1) : start;
    element.out.lists.start({ ordered: true, start: first, reversed });
    return true;
  },
  exit({ out, footnotes, node }) {
    if (!footnotes.isList(node)) out.lists.end();
  },
} satisfies ElementHandler);

/** The items directly in a list. */
function countItems({ view: { tree, dropped }, node }: ElementContext): number {
  let count = 0;
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.li && dropped[child] === 0) count += 1;
  }
  return count;
}

/** `li`. A checkbox at its start makes it a task, even where form controls are left out. */
export const item: ElementHandler = Object.freeze({
  enter(element) {
    const { out } = element;
    const value = out.lists.takesNumber ? element.attribute("value") : undefined;
    out.lists.startItem(value === undefined ? undefined : Number.parseInt(value, 10));
    const box = leadingCheckbox(element);
    if (box !== 0) out.task(element.tree.attribute(box, "checked") !== undefined);
    beginBlockStyle(element);
    return true;
  },
  exit(element) {
    endBlockStyle(element);
    element.out.lists.endItem();
  },
} satisfies ElementHandler);

/** The checkbox before all text of an item, also inside a paragraph or label; 0 without one. */
function leadingCheckbox({ tree, node }: ElementContext): NodeId {
  let at = tree.firstChild(node);
  while (at !== 0) {
    const tag = tree.tag(at);
    if (tag === tagIds.input) {
      return tree.attribute(at, "type")?.toLowerCase() === "checkbox" ? at : 0;
    }
    if (isBlank(tree, at)) at = tree.nextSibling(at);
    else if (tag === tagIds.p || tag === tagIds.label) at = tree.firstChild(at);
    else return 0;
  }
  return 0;
}

function isBlank(tree: Tree, node: NodeId): boolean {
  if (tree.kind(node) !== NodeKind.text || tree.isPlainText(node)) return false;
  return tree.isBlankText(node) || tree.text(node).trim() === "";
}

const termMark = Object.freeze({ kind: "strong", opener: "**", closer: "**", flanking: true });

/** `dt`: a paragraph in strong type. */
export const term: ElementHandler = Object.freeze({
  enter({ out }) {
    out.block(Gap.blank);
    out.open(termMark);
    return true;
  },
  exit({ out }) {
    out.close(termMark.kind);
    out.block(Gap.blank);
  },
} satisfies ElementHandler);
