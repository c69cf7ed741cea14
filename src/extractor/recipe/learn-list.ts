import type { Json } from "../../storage/index.ts";
import { learnField, type Sample } from "./learn-field.ts";
import { readField } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Locator } from "./recipe.ts";
import { candidatesFor, type KnownList } from "./record-candidates.ts";
import type { RecipePage } from "./recipe-page.ts";
import { valueAt, type ListShape } from "./recipe-shape.ts";
import { alignItems, parentOf, scopesOf, shareIn } from "./records.ts";
import { rootsOf, type LocatorScope } from "./scope.ts";

/** Records of a page that values are learned from. */
const MOST_RECORDS = 12;

/** Sets of records that are tried. */
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
): Learned | undefined {
  const lists = known.filter(({ list }) => list.length > 0);
  if (lists.length === 0) return undefined;
  const sets = setsOf(candidatesFor(lists), { lists, isBegun });
  const isTold = ({ locators }: RecordSet): boolean => locators[0]?.data !== undefined;
  const told = bestOf(shape, sets.filter(isTold), isBegun);
  const shown = bestOf(
    shape,
    sets.filter((set) => !isTold(set)),
    isBegun,
  );
  if (told === undefined || shown === undefined) return told ?? shown;
  // What data has is said as it is, unless more is shown.
  const [best, other] = told.worth >= shown.worth ? [told, shown] : [shown, told];
  return { worth: best.worth, recipe: { ...best.recipe, otherwise: other.recipe } };
}

function bestOf(
  shape: ListShape,
  sets: readonly RecordSet[],
  isBegun: boolean,
): Learned | undefined {
  let best: Learned | undefined;
  for (const set of sets.slice(0, MOST_SETS)) {
    const learned = learnRecords(shape, set, isBegun);
    if (learned !== undefined && learned.worth > (best?.worth ?? 0)) best = learned;
  }
  return best;
}

/** Records of all pages with their items; what is no item has none. */
interface RecordSet {
  readonly locators: readonly Locator[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly page: RecipePage;
  /** Which of the known lists it is of. */
  readonly of: number;
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
    const scopes = lists.map(({ page, scope }) => scopesOf(page, locator, scope));
    const places = scopes.map((each) => each.map((scope) => rootsOf(scope).join("+")).join(","));
    const key = `${locator.data ?? ""} ${places.join(";")}`;
    const same = sets.get(key);
    if (same !== undefined) same.locators.push(locator);
    else {
      const rows = rowsOf(lists, scopes);
      const own = rows !== undefined && isBegun ? upToLast(rows) : rows;
      if (own !== undefined) sets.set(key, { locators: [locator], rows: own });
    }
  }
  return [...sets.values()]
    .map((set) => ({ set, extras: extrasOf(set).length, share: shareOf(set) }))
    .toSorted((a, b) => a.extras - b.extras || b.share - a.share)
    .map(({ set }) => set);
}

/** Records that are looked at to see how much of their items they have. */
const TRIED_RECORDS = 3;

/** How much of their items the first records have. */
function shareOf({ rows }: RecordSet): number {
  const tried = rows.filter(({ item }) => item !== undefined).slice(0, TRIED_RECORDS);
  return tried.reduce(
    (sum, { page, scope, item }) => sum + (item === undefined ? 0 : shareIn(page, scope, item)),
    0,
  );
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
    rows.push(...own.map((scope, place) => ({ page, of: at, scope, item: aligned[place] })));
  }
  return rows;
}

/** The rows of each list up to its last item. */
function upToLast(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ of }) => of).values()].flatMap((each) =>
    each.slice(0, each.findLastIndex(({ item }) => item !== undefined) + 1),
  );
}

function extrasOf({ rows }: RecordSet): Row[] {
  return rows.filter(({ item }) => item === undefined);
}

/** A list that was learned. */
interface Learned {
  readonly recipe: ListRecipe;
  /** How much of it was: fields, those of lists in it among them. */
  readonly worth: number;
}

function learnRecords(
  { fields, lists }: ListShape,
  set: RecordSet,
  isBegun: boolean,
): Learned | undefined {
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
  const isTogether = rows.every(({ page, of, scope }) => {
    const first = rows.find((row) => row.of === of) as Row;
    return parentOf(page, scope) === parentOf(page, first.scope);
  });
  const own = { records, isTogether, needs, fields: learned, isRequired: false };
  const kept = extrasOf(set).filter((row) => isRecord(row, own, fields));
  const inner = learnInner(lists, rows, isBegun);
  const inside = Object.entries(inner).map(([path, { recipe }]) => [path, recipe] as const);
  const recipe = inside.length === 0 ? own : { ...own, lists: Object.fromEntries(inside) };
  const worthInside = Object.values(inner).reduce((sum, { worth }) => sum + worth, 0);
  return { recipe, worth: count + worthInside - COST_OF_EXTRA * kept.length };
}

/** Lists in records. */
function learnInner(
  lists: ListShape["lists"],
  rows: readonly Row[],
  isBegun: boolean,
): Readonly<Record<string, Learned>> {
  const found = [...lists].flatMap(([path, shape]) => {
    const known = rows.map(({ page, scope, item }) => {
      const list = valueAt(item, path);
      return { page, scope, list: Array.isArray(list) ? (list as readonly Json[]) : [] };
    });
    const learned = learnList(shape, known, isBegun);
    return learned === undefined ? [] : [[path, learned] as const];
  });
  return Object.fromEntries(found);
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

/** The first records of each list. */
function firstOf(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ of }) => of).values()].flatMap((each) =>
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
