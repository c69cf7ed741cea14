import type { NodeId, Tree } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { compositeCandidates } from "../candidates/composite.ts";
import { thingCandidates } from "../candidates/things.ts";
import type { Property } from "../property.ts";
import { readLeaf } from "../read-leaf.ts";
import { cssOf } from "./css-of.ts";
import { isSame } from "./is-same.ts";
import { readField } from "./read-field.ts";
import { dataForms, type Locator } from "./recipe.ts";
import { typeOf, type LocatorScope, type RecipePage } from "./recipe-page.ts";

/** Locators of one value on one page that are tried on the others. */
const MOST = 60;

/** Elements that have a value, whose selectors are tried. */
const MOST_ELEMENTS = 12;

/** Characters of a text that a value is looked for in. */
const LONGEST_TEXT = 300;

/** Attributes that may be a value. */
const VALUE_ATTRIBUTES = [
  "content",
  "datetime",
  "value",
  "href",
  "src",
  "aria-label",
  "title",
  "alt",
];

/** Locators that lead to a value on a page, the most robust first. */
export function locatorsFor(
  page: RecipePage,
  { property, value }: { readonly property: Property; readonly value: Json },
  scope: LocatorScope,
): Locator[] {
  const wanted = { property, value };
  const found = [
    ...toldLocators(page, wanted, scope),
    ...labelLocators(page, wanted, scope),
    ...cssLocators(page, wanted, scope),
  ];
  const unique = new Map(found.map((locator) => [JSON.stringify(locator), locator]));
  return [...unique.values()].slice(0, MOST);
}

interface Wanted {
  readonly property: Property;
  readonly value: Json;
}

function gives(page: RecipePage, { property, value }: Wanted, candidate: Candidate): boolean {
  const leaf = readLeaf(page.candidates, property, candidate);
  return leaf !== undefined && isSame(leaf.value, value);
}

/** Parts of a text that are values by themselves. */
const PARTS = [
  "min",
  "max",
  "amount",
  "currency",
  "unit",
  "city",
  "postal code",
  "region",
  "street",
];

/** The part of a candidate that gives the value; "" for all of it, undefined for none. */
function partThatGives(page: RecipePage, wanted: Wanted, candidate: Candidate): string | undefined {
  if (gives(page, wanted, candidate)) return "";
  if (typeof candidate.value !== "string" || candidate.value.length > LONGEST_TEXT)
    return undefined;
  const parts = compositeCandidates(candidate);
  return PARTS.find((part) => {
    const own = parts.find(({ name }) => name.key === part.replace(" ", ""));
    return own !== undefined && gives(page, wanted, own);
  });
}

function withPart(locator: Locator, part: string): Locator {
  return part === "" ? locator : { ...locator, part };
}

function toldLocators(page: RecipePage, wanted: Wanted, { node, thing }: LocatorScope): Locator[] {
  if (node !== 0) return [];
  const things =
    thing === undefined ? page.candidates.things : [{ thing, source: "json-ld" as const }];
  return things.flatMap(({ thing: each, source }) => {
    const data = dataForms.find((form) => form === source);
    if (data === undefined) return [];
    const type = thing === undefined ? typeOf(each) : undefined;
    const seen = new Set<string>();
    return thingCandidates(each, source).flatMap((candidate) => {
      if (seen.has(candidate.place)) return [];
      seen.add(candidate.place);
      const part = partThatGives(page, wanted, candidate);
      if (part === undefined) return [];
      const locator = { data, path: candidate.place, ...(type !== undefined && { type }) };
      return [withPart(locator, part)];
    });
  });
}

function labelLocators(page: RecipePage, wanted: Wanted, { node }: LocatorScope): Locator[] {
  const { text } = page.candidates;
  const found: Locator[] = [];
  for (const [key, candidates] of page.labelled) {
    const [first] = candidates.filter((each) =>
      node === 0 ? each.isOfRecord !== true : text.isIn(each.node, node),
    );
    if (first === undefined) continue;
    const part = partThatGives(page, wanted, first);
    if (part !== undefined) found.push(withPart({ label: key }, part));
  }
  return found;
}

/** Selectors of the elements whose text or attribute is the value. */
function cssLocators(page: RecipePage, wanted: Wanted, { node }: LocatorScope): Locator[] {
  const { text, tree } = page.candidates;
  const elements = node === 0 ? text.elements : text.elementsIn(node);
  const found: Locator[] = [];
  let count = 0;
  for (const each of elements) {
    if (count === MOST_ELEMENTS) break;
    const how = howGiven(page, wanted, each);
    if (how === undefined) continue;
    count++;
    for (const css of cssOf(tree, each, node)) found.push({ css, ...how });
  }
  return found;
}

/** Whether an element's text or one of its attributes gives the value, and which. */
function howGiven(page: RecipePage, wanted: Wanted, node: NodeId): Partial<Locator> | undefined {
  const { tree, text } = page.candidates;
  const base = { name: { key: "", words: [] }, source: "class", node, place: "" } as const;
  for (const attribute of attributesOf(tree, node)) {
    const value = tree.attribute(node, attribute);
    if (value === undefined || value.length > 2000) continue;
    const isAddress = attribute === "href" || attribute === "src";
    // An address is read of the element, as late loading images keep it elsewhere.
    const candidate = { ...base, value: isAddress ? text.text(node) : value };
    if (gives(page, wanted, candidate)) return isAddress ? {} : { attribute };
  }
  const [from, to] = text.range(node);
  if (from === to || to - from > 4 * LONGEST_TEXT || hasSameInside(page, node)) return undefined;
  const candidate = { ...base, value: text.text(node) };
  const part = partThatGives(page, wanted, candidate);
  if (part !== undefined) return withPart({}, part);
  return around(candidate.value, wanted.value);
}

function attributesOf(tree: Tree, node: NodeId): string[] {
  const own = tree.attributes(node).map(([name]) => name);
  return own.filter((name) => VALUE_ATTRIBUTES.includes(name) || name.startsWith("data-"));
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
function around(text: string, value: Json): Partial<Locator> | undefined {
  if (typeof value !== "string" || value.length < 2 || text.length > LONGEST_TEXT) return undefined;
  const at = text.indexOf(value);
  if (at === -1 || text.indexOf(value, at + 1) !== -1) return undefined;
  const after = text.slice(0, at).slice(-24);
  const before = text.slice(at + value.length).slice(0, 12);
  // Digits beside a value are other values.
  if (/\d/.test(after + before)) return undefined;
  return {
    ...(after.trim() !== "" && { after: after.trimStart() }),
    ...(before.trim() !== "" && { before: before.trimEnd() }),
  };
}

/** Locators that lead to all values of a list at once. */
export function listLocators(
  page: RecipePage,
  { property, value }: Wanted,
  scope: LocatorScope,
): Locator[] {
  const { items } = property;
  if (items === undefined || !Array.isArray(value)) return [];
  const list = value as readonly Json[];
  const [first] = list;
  const { text, tree } = page.candidates;
  const labels = [...page.labelled.keys()].map((label): Locator => ({ label }));
  const told = page.candidates.things.flatMap(({ thing, source }) => {
    const data = dataForms.find((form) => form === source);
    const type = typeOf(thing);
    return data === undefined
      ? []
      : thingCandidates(thing, source).map(({ place }): Locator => ({
          data,
          path: place,
          ...(type !== undefined && { type }),
        }));
  });
  const own: Locator[] = [];
  const wanted = { property: items, value: first as Json };
  for (const node of scope.node === 0 ? text.elements : text.elementsIn(scope.node)) {
    if (own.length > MOST) break;
    const how = howGiven(page, wanted, node);
    if (how === undefined) continue;
    const parent = tree.parent(node);
    for (const css of cssOf(tree, node, scope.node)) own.push({ css, ...how });
    for (const css of cssOf(tree, parent, scope.node))
      own.push({ css: `${css} > ${tree.name(node)}`, ...how });
  }
  return [...told, ...labels, ...own].filter((locator) => {
    const found = readField(page, locator, { property, scope, isList: true });
    return found !== undefined && isSame(found.value, value);
  });
}
