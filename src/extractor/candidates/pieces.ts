import { tagIds, type NodeId } from "../../html/index.ts";
import type { Candidate } from "./candidate.ts";
import type { ReadPage } from "./read-page.ts";
import { plainLines, plainText } from "./plain-text.ts";
import { isObject } from "../schema/value-schema.ts";

/** What stands between the items of a list on one line. */
const SEPARATORS = [/\s*[\n;•·|]\s*/, /\s*[,、，]\s*(?:and |und |et |y |e )?/u];

/**
 * The candidates that the items of one candidate for a list are.
 * @param all those beside it, of which some may be further items
 */
export function piecesOf(
  page: ReadPage,
  candidate: Candidate,
  all: readonly Candidate[],
): Candidate[] {
  const { value, node } = candidate;
  if (Array.isArray(value) && value.length !== 1) {
    return value.map((each: unknown) => ({ ...candidate, value: named(each) }));
  }
  if (Array.isArray(value)) return piecesOf(page, { ...candidate, value: named(value[0]) }, all);
  if (typeof value !== "string") return [{ ...candidate, value: named(value) }];
  const parts = node === 0 ? [] : partsIn(page, node);
  if (parts.length > 1) {
    return parts.map((part) => ({ ...candidate, node: part, value: page.text.text(part) }));
  }
  const alike = alikeOf(page, candidate, all);
  if (alike.length > 1) return alike;
  const separator = SEPARATORS.find((each) => each.test(value));
  const texts = separator === undefined ? [value] : value.split(separator);
  return texts.filter((text) => text !== "").map((text) => ({ ...candidate, value: text }));
}

/** Lists in lists of structured data: sections with steps. */
const DEEPEST_LIST = 4;

/** Lists of things that one thing is: `HowToSection` has its steps so. */
const LISTS = ["itemListElement", "steps", "step"];

/**
 * The items that a member of structured data lists, in order: of sections their items; a text is
 * taken apart into its paragraphs.
 */
export function statedPieces(value: unknown, depth = 0): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => statedPieces(each, depth));
  if (typeof value === "string") return depth === 0 ? plainLines(value) : [plainText(value)];
  if (value === null || value === undefined || !isObject(value)) return [value];
  const list = LISTS.map((name) => value[name]).find((each) => typeof each === "object");
  if (list === undefined || list === null || depth === DEEPEST_LIST) {
    const only = named(value);
    return [typeof only === "string" ? plainText(only) : only];
  }
  return statedPieces(list, depth + 1);
}

/** What a step, an image, a person of a list says in one text. */
function named(value: unknown): unknown {
  return isObject(value) ? (value["text"] ?? value["name"] ?? value["url"]) : value;
}

const itemTags: ReadonlySet<number> = new Set([tagIds.li, tagIds.dd, tagIds.tr, tagIds.option]);

/** The items of a list element, else the children of an element that are of one kind. */
function partsIn({ text, tree }: ReadPage, node: NodeId): NodeId[] {
  const inside = text.elementsIn(node);
  const items = inside.filter((each) => itemTags.has(tree.tag(each)) && each !== node);
  const known = new Set(items);
  const outer = items.filter((each) => !known.has(tree.parent(tree.parent(each))));
  if (outer.length > 1) return outer;
  let at = node;
  for (let depth = 0; depth < 4; depth++) {
    const children = inside.filter((each) => tree.parent(each) === at && !isEmpty(text, each));
    if (children.length > 1) return isOfOneKind(text, children, at) ? children : [];
    if (children[0] === undefined) return [];
    at = children[0];
  }
  return [];
}

function isEmpty(text: ReadPage["text"], node: NodeId): boolean {
  const [from, to] = text.range(node);
  return from === to && text.tree.tag(node) !== tagIds.img;
}

/** Whether elements have one tag, and hold all of the text of their parent but separators. */
function isOfOneKind(text: ReadPage["text"], nodes: readonly NodeId[], parent: NodeId): boolean {
  const [first] = nodes;
  if (nodes.some((node) => text.tree.tag(node) !== text.tree.tag(first as NodeId))) return false;
  const length = (node: NodeId): number => text.text(node).replace(/[\s,;·•|]/g, "").length;
  const inside = nodes.reduce((sum, node) => sum + length(node), 0);
  return inside >= length(parent);
}

/** Candidates of the same name and source beside each other: `dd` elements, elements of one class. */
function alikeOf({ tree }: ReadPage, candidate: Candidate, all: readonly Candidate[]): Candidate[] {
  return all.filter(
    ({ name, source, node }) =>
      name.key === candidate.name.key &&
      source === candidate.source &&
      tree.parent(node) === tree.parent(candidate.node),
  );
}
