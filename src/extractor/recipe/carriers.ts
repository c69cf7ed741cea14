import { tagIds, type NodeId, type Tree } from "../../html/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { isCurrency } from "../values/read-currency.ts";
import { isAddress } from "../choose/read-leaf.ts";
import { gives, mayGive, partThatGives, type Wanted } from "./gives.ts";
import type { Locator } from "./recipe.ts";
import { rootsOf, type LocatorScope } from "./scope.ts";
import { isWhole } from "./read-field.ts";
import { isTyped, LEAST_PLACE, LONGEST_TYPED, type RecipePage } from "./recipe-page.ts";

/** An element that has a value, and how it is read from it. */
interface Carrier {
  readonly node: NodeId;
  readonly how: Pick<Locator, "attribute" | "part" | "after" | "before">;
}

/** Elements that have a value, whose selectors are tried. */
const MOST = 16;

/** Characters of a text that a value is a part of. */
const LONGEST_TEXT = 300;

/** Attributes that may be a value. */
const ATTRIBUTES = ["content", "datetime", "value", "aria-label", "title", "alt"];

/**
 * The elements in a scope that have a value: those that are about the page, else any.
 * @param scope 0 for the page
 */
export function carriersOf(page: RecipePage, wanted: Wanted, scope: LocatorScope): Carrier[] {
  const { text, weights } = page.candidates;
  const isPage = scope.node === 0;
  const elements = isPage
    ? text.elements.filter((node) => weights.of(node) >= LEAST_PLACE)
    : rootsOf(scope).flatMap((root) => text.elementsIn(root));
  // The only element of a record has all of its values.
  const whole = scope.more === undefined ? scope.node : 0;
  return carriersAmong(page, wanted, { elements, whole });
}

/** Elements before a record in which a heading is looked for, and such headings. */
const MOST_ABOVE = 300;

/** The elements before a record that have a value of it, the nearest first. */
export function carriersAbove(page: RecipePage, wanted: Wanted, { node }: LocatorScope): Carrier[] {
  const { text } = page.candidates;
  const at = text.order(node);
  const elements = text.elements.slice(Math.max(0, at - MOST_ABOVE), at).toReversed();
  const found = carriersAmong(page, wanted, { elements, whole: 0 });
  return found.slice(0, MOST_HEADINGS);
}

const MOST_HEADINGS = 3;

interface Looked {
  readonly elements: readonly NodeId[];
  /** An element that is no value as a whole. */
  readonly whole: NodeId;
}

function carriersAmong(page: RecipePage, wanted: Wanted, { elements, whole }: Looked): Carrier[] {
  const { text } = page.candidates;
  const found: Carrier[] = [];
  for (const node of elements) {
    const how = howGiven(page, wanted, { node, whole });
    if (how !== undefined) found.push({ node, how });
    if (found.length === MOST) break;
  }
  if (!isTyped(wanted.property)) return found;
  // What a number is the only one in says less than what it stands in itself.
  return found.filter(
    ({ node }) => !found.some((other) => other.node !== node && text.isIn(other.node, node)),
  );
}

interface Place {
  readonly node: NodeId;
  readonly whole: NodeId;
}

function howGiven(
  page: RecipePage,
  wanted: Wanted,
  { node, whole }: Place,
): Carrier["how"] | undefined {
  if (isAddress(wanted.property)) return addressGiven(page, wanted, node);
  const { tree } = page.candidates;
  for (const attribute of attributesOf(tree, node)) {
    const value = tree.attribute(node, attribute) ?? "";
    if (!mayGive(wanted, value)) continue;
    if (gives(page, wanted, candidateOf(node, value))) return { attribute };
  }
  return node === whole ? undefined : textGiven(page, wanted, node);
}

/** What says within a text what it is. */
const LABEL = /^\p{L}[^\p{N}:：]{1,30}[:：]\s/u;

/** The text of an element, a part of it, or what remains of it without what stands around. */
function textGiven(page: RecipePage, wanted: Wanted, node: NodeId): Carrier["how"] | undefined {
  const { text } = page.candidates;
  const [from, to] = text.range(node);
  const most = typeof wanted.value === "string" ? 2 * wanted.value.length : 0;
  if (from === to || to - from > most + LONGEST_TEXT || hasSameInside(page, node)) return undefined;
  const shown = text.text(node);
  if (page.isWholeMain(node)) return undefined;
  return mayGive(wanted, shown) ? partGiven(page, wanted, candidateOf(node, shown)) : undefined;
}

function partGiven(
  page: RecipePage,
  wanted: Wanted,
  candidate: Candidate & { readonly value: string },
): Carrier["how"] | undefined {
  const { value } = candidate;
  const label = isTyped(wanted.property) ? LABEL.exec(value)?.[0] : undefined;
  if (label !== undefined) {
    const rest = { ...candidate, value: value.slice(label.length).trim() };
    if (gives(page, wanted, rest)) return { after: label };
  }
  const isOne = isWhole(page, wanted.property, candidate);
  const part = isOne ? partThatGives(page, wanted, candidate) : undefined;
  if (part !== undefined) return part === "" ? {} : { part };
  return around(value, wanted);
}

function candidateOf(node: NodeId, value: string) {
  return { name: { key: "", words: [] }, source: "class", node, place: "", value } as const;
}

/** A link or an image, or an element whose only one it is. */
function addressGiven(page: RecipePage, wanted: Wanted, node: NodeId): Carrier["how"] | undefined {
  const { text, tree } = page.candidates;
  const isIt = isReference(tree, node) || isReference(tree, tree.parent(node));
  if (!isIt && text.elementsIn(node).filter((each) => isReference(tree, each)).length !== 1) {
    return undefined;
  }
  return gives(page, wanted, candidateOf(node, text.text(node))) ? {} : undefined;
}

function isReference(tree: Tree, node: NodeId): boolean {
  return tree.tag(node) === tagIds.a || tree.tag(node) === tagIds.img;
}

function attributesOf(tree: Tree, node: NodeId): string[] {
  const own = tree.attributes(node).map(([name]) => name);
  return own.filter((name) => ATTRIBUTES.includes(name) || name.startsWith("data-"));
}

/** Whether one element in a node has all of its text: it is the one that is meant. */
function hasSameInside({ candidates: { text, tree } }: RecipePage, node: NodeId): boolean {
  const [from, to] = text.range(node);
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
    const [start, end] = text.range(child);
    if (start === from && end === to && tree.kind(child) === 1) return true;
  }
  return false;
}

/** What stands around a text in a longer one: `SKU: ` before `A-1`. */
function around(text: string, { property, value }: Wanted): Carrier["how"] | undefined {
  if (typeof value !== "string" || value.length < 2 || isCurrency(property)) return undefined;
  const at = text.indexOf(value);
  if (at === -1 || text.length > value.length + LONGEST_TYPED) return undefined;
  const after = text.slice(0, at).slice(-24);
  const before = text.slice(at + value.length).slice(0, 12);
  // Digits beside a value are other values.
  if (/\d/.test(after + before)) return undefined;
  return {
    ...(after.trim() !== "" && { after: after.trimStart() }),
    ...(before.trim() !== "" && { before: before.trimEnd() }),
  };
}
