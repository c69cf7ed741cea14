import type { NodeId } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { recordGroups, type RecordGroup } from "../candidates/records.ts";
import { cssOf, isPositional } from "./css-of.ts";
import { learnField, type Sample } from "./learn-field.ts";
import { listsIn } from "./lists-in.ts";
import { readField } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Locator } from "./recipe.ts";
import type { LocatorScope, RecipePage } from "./recipe-page.ts";
import { valueAt, type ListShape } from "./recipe-shape.ts";
import { alignItems, parentOf, scopesOf } from "./records.ts";

/** A page with the items of the list that it is known to have; none where it has none. */
export interface KnownList {
  readonly page: RecipePage;
  readonly list: readonly Json[];
}

/** Records of a page that values are learned from. */
const MOST_RECORDS = 12;

/** Kinds of element beside each other whose selectors are tried, and sets of records. */
const MOST_GROUPS = 10;
const MOST_SETS = 5;

/** Locators of one list. */
const MOST_LOCATORS = 3;

/** What one more that is no record costs beside one more field. */
const COST_OF_EXTRA = 2;

/**
 * Learns a list of objects: of structured data where it has all, else of what is repeated.
 * @param isBegun whether the known items are the first ones alone: more may follow
 */
export function learnList(
  shape: ListShape,
  known: readonly KnownList[],
  isBegun: boolean,
): ListRecipe | undefined {
  const lists = known.filter(({ list }) => list.length > 0);
  if (lists.length === 0) return undefined;
  const sets = setsOf(candidatesFor(lists), { lists, isBegun }).slice(0, MOST_SETS);
  let [best, most]: [ListRecipe | undefined, number] = [undefined, 0];
  for (const set of sets) {
    const learned = learnRecords(shape, set);
    if (learned !== undefined && learned.worth > most)
      [best, most] = [learned.recipe, learned.worth];
  }
  return best;
}

/** Locators of what may be records of the first page. */
function candidatesFor(lists: readonly KnownList[]): Locator[] {
  const [{ page, list }] = lists as readonly [KnownList, ...KnownList[]];
  const told = listsIn(page, list.length);
  const shown = recordGroups(page.candidates.text)
    .filter(({ records }) => alignable(page, records, list))
    .slice(0, MOST_GROUPS)
    .flatMap((group) => selectorsOf(page, group));
  page.select(shown);
  return [...told, ...[...new Set(shown)].map((css): Locator => ({ css }))];
}

/** Whether elements are of the list: one of the first of them has one of its first items. */
function alignable(page: RecipePage, records: readonly NodeId[], list: readonly Json[]): boolean {
  const scopes = records.slice(0, 8).map((node) => ({ node }));
  return list.slice(0, 3).some((item) => alignItems(page, scopes, [item]) !== undefined);
}

function selectorsOf(
  { candidates: { tree } }: RecipePage,
  { parent, records }: RecordGroup,
): string[] {
  const [first] = records as readonly [NodeId, ...NodeId[]];
  const isPlain = (css: string): boolean => !isPositional(css) && !/[ >]/.test(css);
  const own = cssOf(tree, first, parent).filter(isPlain);
  const tag = tree.name(first);
  const above = [parent, tree.parent(parent)].filter((node) => node !== 0);
  return [
    ...own,
    ...above.flatMap((node, level) => {
      const named = cssOf(tree, node, 0).filter((css) => !isPositional(css));
      const between = level === 0 ? " > " : ` > ${tree.name(parent)} > `;
      return [...named.slice(0, 5), tree.name(node)].flatMap((css) =>
        [...own, tag].map((each) => `${css}${between}${each}`),
      );
    }),
  ];
}

/** Records of all pages with their items; what is no item has none. */
interface RecordSet {
  readonly locators: readonly Locator[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly page: RecipePage;
  readonly scope: LocatorScope;
  readonly item: Json | undefined;
}

/** The different sets of records that locators lead to, those with the fewest others first. */
function setsOf(
  tried: readonly Locator[],
  { lists, isBegun }: { readonly lists: readonly KnownList[]; readonly isBegun: boolean },
): RecordSet[] {
  const sets = new Map<string, { locators: Locator[]; rows: Row[] }>();
  for (const locator of tried) {
    const scopes = lists.map(({ page }) => scopesOf(page, locator));
    const key = `${locator.data ?? ""} ${scopes.map((each) => each.map(({ node }) => node).join(",")).join(";")}`;
    const same = sets.get(key);
    if (same !== undefined) same.locators.push(locator);
    else {
      const rows = rowsOf(lists, scopes);
      const own = rows !== undefined && isBegun ? upToLast(rows) : rows;
      if (own !== undefined) sets.set(key, { locators: [locator], rows: own });
    }
  }
  return [...sets.values()].toSorted((a, b) => extrasOf(a).length - extrasOf(b).length);
}

function rowsOf(
  lists: readonly KnownList[],
  scopes: readonly (readonly LocatorScope[])[],
): Row[] | undefined {
  const rows: Row[] = [];
  for (const [at, { page, list }] of lists.entries()) {
    const own = scopes[at] ?? [];
    const aligned = alignItems(page, own, list);
    if (aligned === undefined) return undefined;
    rows.push(...own.map((scope, place) => ({ page, scope, item: aligned[place] })));
  }
  return rows;
}

/** The rows of each page up to its last item. */
function upToLast(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ page }) => page).values()].flatMap((each) =>
    each.slice(0, each.findLastIndex(({ item }) => item !== undefined) + 1),
  );
}

function extrasOf({ rows }: RecordSet): Row[] {
  return rows.filter(({ item }) => item === undefined);
}

interface Learned {
  readonly recipe: ListRecipe;
  readonly worth: number;
}

function learnRecords({ fields }: ListShape, set: RecordSet): Learned | undefined {
  const learned: Record<string, FieldRecipe> = {};
  const needs: string[] = [];
  const rows = firstOf(set.rows.filter(({ item }) => item !== undefined));
  for (const [path, property] of fields) {
    const samples = rows.map(({ page, scope, item }) => ({
      page,
      scope,
      value: valueAt(item, path),
    }));
    const field = learnField(property, samples);
    const read = field === undefined ? 0 : shareRead(field, property, samples);
    if (field === undefined || read < LEAST_READ) continue;
    learned[path] = field;
    if (read === 1 && samples.every(({ value }) => value !== undefined)) needs.push(path);
  }
  const count = Object.keys(learned).length;
  if (count === 0) return undefined;
  const records = set.locators.slice(0, MOST_LOCATORS);
  const isTogether = rows.every(({ page, scope }) => {
    const first = rows.find((row) => row.page === page) as Row;
    return parentOf(page, scope) === parentOf(page, first.scope);
  });
  const recipe = { records, isTogether, needs, fields: learned, isRequired: false };
  const kept = extrasOf(set).filter((row) => isRecord(row, recipe, fields));
  return { recipe, worth: count - COST_OF_EXTRA * kept.length };
}

/** Share of the known values of a field that its locators find. */
const LEAST_READ = 0.8;

function shareRead(
  { locators, isList }: FieldRecipe,
  property: ListShape["items"],
  samples: readonly Sample[],
): number {
  const known = samples.filter(({ value }) => value !== undefined);
  const read = known.filter(({ page, scope }) =>
    locators.some((locator) => readField(page, locator, { property, scope, isList }) !== undefined),
  );
  return read.length / known.length;
}

/** The first records of each page. */
function firstOf(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ page }) => page).values()].flatMap((each) =>
    each.slice(0, MOST_RECORDS),
  );
}

/** Whether what is no record would count as one. */
function isRecord(
  { page, scope }: Row,
  { needs, fields }: ListRecipe,
  properties: ListShape["fields"],
): boolean {
  const found = needs.filter((name) => {
    const [field, property] = [fields[name], properties.get(name)];
    if (field === undefined || property === undefined) return false;
    const { locators, isList } = field;
    return locators.some(
      (each) => readField(page, each, { property, scope, isList }) !== undefined,
    );
  });
  return hasNeeds(found.length, needs.length);
}

/** Whether what has so many of the fields that all records have is one. */
export function hasNeeds(found: number, needs: number): boolean {
  return found * 2 >= needs;
}
