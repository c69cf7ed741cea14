import type { NodeId } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { recordGroups, type RecordGroup } from "../candidates/records.ts";
import type { Property } from "../property.ts";
import { isObject } from "../value-schema.ts";
import { cssOf } from "./css-of.ts";
import type { Sample } from "./learn-recipe.ts";
import { listsIn } from "./lists-in.ts";
import { readField } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Locator } from "./recipe.ts";
import type { LocatorScope, RecipePage } from "./recipe-page.ts";
import { valueAt, type ListShape } from "./recipe-shape.ts";

/** A page with the list that it is known to have. */
export interface KnownList {
  readonly page: RecipePage;
  readonly list: Json | undefined;
}

type LearnField = (property: Property, samples: readonly Sample[]) => FieldRecipe | undefined;

/** Records of a page that values are learned from. */
const MOST_RECORDS = 12;

/** Learns a list of objects: of structured data where it has all, else of what is repeated. */
export function learnList(
  shape: ListShape,
  known: readonly KnownList[],
  learnField: LearnField,
): ListRecipe | undefined {
  const lists = known.flatMap(({ page, list }) =>
    Array.isArray(list) && list.length > 0 ? [{ page, list: list as readonly Json[] }] : [],
  );
  if (lists.length === 0) return undefined;
  const recipes = candidatesFor(shape, lists).map((records) =>
    learnRecords(shape, { records, lists, learnField }),
  );
  return recipes.reduce<ListRecipe | undefined>(
    (most, each) => (count(each) > count(most) ? each : most),
    undefined,
  );
}

function count(recipe: ListRecipe | undefined): number {
  return recipe === undefined ? 0 : Object.keys(recipe.fields).length;
}

interface PageList {
  readonly page: RecipePage;
  readonly list: readonly Json[];
}

/** Locators of records that give as many as each list has. */
function candidatesFor(shape: ListShape, lists: readonly PageList[]): Locator[] {
  const [{ page, list }] = lists as [PageList];
  const told = listsIn(page, list.length);
  const shown = recordGroups(page.candidates.text)
    .filter(({ records }) => records.length >= list.length && records.length <= list.length + 2)
    .filter((group) => hasValues(page, group, { shape, list }))
    .flatMap((group) => selectorsOf(page, group));
  const tried = [...told, ...shown.map((css): Locator => ({ css }))];
  return tried.filter((locator) =>
    lists.every((each) => scopesOf(each.page, locator).length === each.list.length),
  );
}

interface ListValues {
  readonly shape: ListShape;
  readonly list: readonly Json[];
}

/** Whether the first record has a text of the first item. */
function hasValues(page: RecipePage, { records }: RecordGroup, { list }: ListValues): boolean {
  const [first] = list;
  const { text } = page.candidates;
  const texts = records.slice(0, 3).map((record) => text.text(record).toLowerCase());
  if (!isObject(first)) return false;
  return Object.values(first).some(
    (value) =>
      typeof value !== "object" && texts.some((each) => each.includes(String(value).toLowerCase())),
  );
}

function selectorsOf({ candidates: { tree } }: RecipePage, group: RecordGroup): string[] {
  const [first] = group.records as [NodeId];
  const parents = cssOf(tree, group.parent, 0).slice(0, 4);
  const own = cssOf(tree, first, group.parent).filter((css) => !css.includes(" "));
  const tag = tree.name(first);
  return [...own, ...parents.flatMap((parent) => [...own, tag].map((css) => `${parent} > ${css}`))];
}

/** The records that a locator leads to. */
export function scopesOf(page: RecipePage, records: Locator): LocatorScope[] {
  if (records.css !== undefined) {
    return page.matches(records.css, 0).map((node) => ({ node }));
  }
  const [first] = page.locate(records, { node: 0 });
  const list: unknown[] = Array.isArray(first?.value) ? (first.value as unknown[]) : [];
  return list.flatMap((each) => {
    const thing = isObject(each) && isObject(each["item"]) ? each["item"] : each;
    return isObject(thing) ? [{ node: 0, thing }] : [];
  });
}

interface Records {
  readonly records: Locator;
  readonly lists: readonly PageList[];
  readonly learnField: LearnField;
}

function learnRecords(
  { fields }: ListShape,
  { records, lists, learnField }: Records,
): ListRecipe | undefined {
  const learned: Record<string, FieldRecipe> = {};
  const rows = lists.flatMap(({ page, list }) =>
    scopesOf(page, records)
      .slice(0, MOST_RECORDS)
      .map((scope, at) => ({ page, scope, item: list[at] })),
  );
  for (const [path, property] of fields) {
    const samples = rows.map(({ page, scope, item }) => ({
      page,
      scope,
      value: valueAt(item, path),
    }));
    const field = learnField(property, samples);
    if (field !== undefined && isRead(field, property, samples)) learned[path] = field;
  }
  return Object.keys(learned).length === 0
    ? undefined
    : { records, fields: learned, isRequired: false };
}

/** Whether the locators together give every sample its value. */
function isRead({ locators, isList }: FieldRecipe, property: Property, samples: readonly Sample[]) {
  return samples.every(({ page, scope, value }) => {
    const found = locators.some(
      (locator) => readField(page, locator, { property, scope, isList }) !== undefined,
    );
    return found || value === undefined;
  });
}
