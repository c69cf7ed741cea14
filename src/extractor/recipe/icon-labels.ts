import { NodeKind, type NodeId } from "../../html/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { readLabel } from "../schema/names.ts";
import type { PageText } from "../candidates/page-text.ts";

/** Elements and text behind an icon that are passed over to reach a value. */
const MOST_EMPTY = 4;

/** Values behind icons that say what they are to those who do not see them. */
export function iconCandidates(text: PageText): Candidate[] {
  const { tree } = text;
  return text.elements.flatMap((node): Candidate[] => {
    const called = tree.attribute(node, "aria-label") ?? tree.attribute(node, "title");
    const name = called === undefined || !isEmpty(text, node) ? undefined : readLabel(called);
    const value = name === undefined ? 0 : valueBehind(text, node);
    if (name === undefined || value === 0) return [];
    return [{ name, source: "label", value: text.text(value), node: value, place: "" }];
  });
}

function valueBehind(text: PageText, icon: NodeId): NodeId {
  const { tree } = text;
  let at = tree.nextSibling(icon);
  for (let seen = 0; at !== 0 && seen < MOST_EMPTY; seen++, at = tree.nextSibling(at)) {
    if (isEmpty(text, at)) continue;
    return tree.kind(at) === NodeKind.element ? at : tree.parent(at);
  }
  return 0;
}

function isEmpty(text: PageText, node: NodeId): boolean {
  const [from, to] = text.range(node);
  return from === to;
}
