import type { Json } from "../../storage/index.ts";
import { thingCandidates } from "../candidates/things.ts";
import { fitOf } from "../choose/choose-leaf.ts";
import type { Name } from "../schema/names.ts";
import type { NodeId } from "../../html/index.ts";
import { carriersAbove, carriersOf } from "./carriers.ts";
import { cssOf, isPositional } from "./css-of.ts";
import { isTelling, partThatGives, type Wanted } from "./gives.ts";
import { isSame } from "./is-same.ts";
import { readField } from "./read-field.ts";
import { dataForms, type Locator } from "./recipe.ts";
import { typeOf, type RecipePage } from "./recipe-page.ts";
import { rootAround, rootsOf, type LocatorScope } from "./scope.ts";
import { wayOf } from "./way-of.ts";

/** Locators of one value on one page that are tried on the others. */
const MOST = 80;

/** How well a name fits a property, from which a value that may be anything counts. */
const LEAST_NAME = 0.5;

/** Locators that lead to a value on a page, the most robust first. */
export function locatorsFor(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  const found = [
    ...toldLocators(page, wanted, scope),
    ...labelLocators(page, wanted, scope),
    ...cssLocators(page, wanted, scope),
    ...columnLocators(page, wanted, scope),
  ];
  // Only what a record has not itself is said above it.
  const all = found.length === 0 ? headingLocators(page, wanted, scope) : found;
  return unique(all).slice(0, MOST);
}

function unique(locators: readonly Locator[]): Locator[] {
  return [...new Map(locators.map((each) => [JSON.stringify(each), each])).values()];
}

/** Whether a name says more than chance: `4` may be anything, and is only what is called so. */
function isMeant({ property, value }: Wanted, name: Name): boolean {
  return isTelling(value) || fitOf(property, "both", name) >= LEAST_NAME;
}

function toldLocators(page: RecipePage, wanted: Wanted, { node, thing }: LocatorScope): Locator[] {
  if (node !== 0) return [];
  return dataThings(page, thing).flatMap(({ thing: each, data, type }) => {
    const found = new Map<string, Locator>();
    for (const candidate of thingCandidates(each, data)) {
      const { place, name } = candidate;
      if (found.has(place) || place.startsWith("@graph") || !isMeant(wanted, name)) continue;
      const part = partThatGives(page, wanted, candidate);
      if (part !== undefined) found.set(place, withPart({ data, path: place, ...type }, part));
    }
    return [...found.values()];
  });
}

function dataThings(page: RecipePage, thing: LocatorScope["thing"]) {
  if (thing !== undefined) return [{ thing, data: "json-ld" as const, type: {} }];
  return page.candidates.things.flatMap(({ thing: each, source }) => {
    const data = dataForms.find((form) => form === source);
    const type = typeOf(each);
    return data === undefined
      ? []
      : [{ thing: each, data, type: type === undefined ? {} : { type } }];
  });
}

function withPart(locator: Locator, part: string): Locator {
  return part === "" ? locator : { ...locator, part };
}

function labelLocators(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  const found: Locator[] = [];
  if (scope.thing !== undefined) return found;
  for (const label of page.labels()) {
    const [first] = page.locate({ label }, scope);
    if (first === undefined || (scope.node === 0 && !isMeant(wanted, first.name))) continue;
    const part = partThatGives(page, wanted, first);
    if (part !== undefined) found.push(withPart({ label }, part));
  }
  return found;
}

/** Selectors of the elements whose text or attribute is the value. */
function cssLocators(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  if (scope.thing !== undefined) return [];
  return carriersOf(page, wanted, scope).flatMap(({ node, how }) =>
    selectorsIn(page, node, scope).map((each) => selector(page, { ...each, ...how }, node)),
  );
}

/** Selectors of an element within its record; in one of its elements by position. */
function selectorsIn(
  { candidates: { text, tree } }: RecipePage,
  node: NodeId,
  scope: LocatorScope,
): Pick<Locator, "css" | "step">[] {
  const root = rootAround(text, node, scope) ?? 0;
  if (scope.more === undefined) return cssOf(tree, node, root).map((css) => ({ css }));
  const step = rootsOf(scope).indexOf(root);
  if (node === root) {
    const own = cssOf(tree, node, tree.parent(node)).filter((css) => !isPositional(css));
    return own.map((css) => ({ css, ...(css === tree.name(node) && { step }) }));
  }
  return cssOf(tree, node, root).map((css) => ({ css, ...(isUnnamed(css) && { step }) }));
}

/** Whether a selector goes by tags and positions alone. */
function isUnnamed(css: string): boolean {
  return !/[.#[]/.test(css);
}

/** Headings above a record, of which the nearest has the value. */
function headingLocators(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  if (scope.thing !== undefined || scope.node === 0) return [];
  const { tree } = page.candidates;
  return carriersAbove(page, wanted, scope).flatMap(({ node, how }) =>
    [...cssOf(tree, node, 0), tree.name(node)]
      .filter((css) => !isPositional(css))
      .map((css) => ({ css, ...how, above: true })),
  );
}

/** The columns of a row that have the value. */
function columnLocators(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  if (scope.thing !== undefined || scope.more !== undefined) return [];
  return page.cellsOf(scope.node).flatMap((_, column) => {
    const [cell] = page.locate({ column }, scope);
    const part = cell === undefined ? undefined : partThatGives(page, wanted, cell);
    return part === undefined ? [] : [withPart({ column }, part)];
  });
}

function selector({ candidates: { text } }: RecipePage, locator: Locator, node: number): Locator {
  const { css = "" } = locator;
  return isPositional(css) ? { ...locator, way: wayOf(text, node, css) } : locator;
}

/** Locators that lead to all values of a list at once. */
export function listLocators(
  page: RecipePage,
  { property, value }: Wanted,
  scope: LocatorScope,
): Locator[] {
  const { items } = property;
  if (items === undefined || !Array.isArray(value) || value.length === 0) return [];
  const [first] = value as readonly Json[];
  const told = dataThings(page, scope.thing).flatMap(({ thing, data, type }) =>
    thingCandidates(thing, data).map(({ place }): Locator => ({ data, path: place, ...type })),
  );
  const labels = scope.thing === undefined ? page.labels().map((label) => ({ label })) : [];
  const tried = [
    ...told,
    ...labels,
    ...shownLists(page, { property: items, value: first as Json }, scope),
  ];
  return unique(tried).filter((locator) => {
    const found = readField(page, locator, { property, scope, isList: true });
    return found !== undefined && isSame(found.value, value);
  });
}

/** Selectors of elements like the one that has the first value, and of what the list is in. */
function shownLists(page: RecipePage, wanted: Wanted, scope: LocatorScope): Locator[] {
  if (scope.thing !== undefined) return [];
  const { text, tree } = page.candidates;
  return carriersOf(page, wanted, scope).flatMap(({ node: each, how }) => {
    const root = rootAround(text, each, scope) ?? 0;
    const parent = tree.parent(each);
    const above = [parent, tree.parent(parent)].filter((at) => at !== 0 && at !== root);
    return [
      ...cssOf(tree, each, root).map((css) => ({ css, ...how })),
      ...above.flatMap((at) =>
        cssOf(tree, at, root).flatMap((css) => [
          { css: `${css} > ${tree.name(each)}`, ...how },
          { css },
        ]),
      ),
    ].filter(({ css }) => !isPositional(css));
  });
}
