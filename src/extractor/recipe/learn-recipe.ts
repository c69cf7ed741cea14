import { checkArgument, withDefaults } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { ExtractorError } from "../extractor-error.ts";
import type { SourcePage } from "../candidates/read-page.ts";
import type { Property } from "../schema/property.ts";
import { isCurrency } from "../values/read-currency.ts";
import { rootOf } from "../schema/root-of.ts";
import { coerceValue } from "../values/coerce-value.ts";
import { learnField } from "./learn-field.ts";
import { learnList } from "./learn-list.ts";
import type { FieldRecipe, ListRecipe, Locator, Recipe } from "./recipe.ts";
import { RecipePage } from "./recipe-page.ts";
import { putAt, shapeOf, valueAt, type ListShape } from "./recipe-shape.ts";
import { PAGE } from "./scope.ts";
import { urlPatternOf } from "./url-pattern.ts";

/** A page whose values are known. */
export interface KnownPage extends SourcePage {
  /** Of the schema; what the page does not have is absent. */
  readonly values: Readonly<Record<string, Json>>;
}

/** How pages are learned from. */
export interface LearnOptions {
  /**
   * Whether the lists of the known values are their first items alone, so that what follows them on
   * the page is of the list too.
   * @default false
   */
  readonly areListsBegun?: boolean;
}

const defaults: Required<LearnOptions> = Object.freeze({ areListsBegun: false });

/** Pages that a recipe is learned from. */
const MOST_PAGES = 5;

/**
 * Learns how the values of a schema are read from pages of one kind, of one to five pages whose
 * values are known: a model's, or a person's. More pages make a surer recipe; what none of them has
 * cannot be learned, so the first is best one that has all.
 * @param schema a JSON Schema of an object
 * @throws ExtractorError `INVALID_PAGES` without a page, with more than five, and when they have not
 *   one origin; `INVALID_SCHEMA`
 * @example
 * const recipe = learnRecipe([{ tree: parse(html), url, values: { name: "Lamp", price: 79.9 } }], schema);
 */
export function learnRecipe(
  pages: readonly KnownPage[],
  schema: Readonly<Record<string, Json>>,
  options?: LearnOptions,
): Recipe {
  const { areListsBegun } = withDefaults(defaults, options);
  checkArgument("pages of learnRecipe(pages, schema)", pages, "array");
  checkArgument("schema of learnRecipe(pages, schema)", schema, "object");
  if (pages.length === 0 || pages.length > MOST_PAGES) {
    throw new ExtractorError("INVALID_PAGES", {
      message: `Expected 1 to ${MOST_PAGES} pages; got ${pages.length}.`,
    });
  }
  const root = rootOf(schema);
  const urlPattern = urlPatternOf(pages.map(({ url }) => url));
  const known = pages.map((page) => ({
    page: new RecipePage(page, page.values),
    values: page.values,
  }));
  const { fields, lists, unlearned } = learnValues(root, known, areListsBegun);
  return { version: 1, schema, urlPattern, pages: pages.length, fields, lists, unlearned };
}

interface ReadPage {
  readonly page: RecipePage;
  readonly values: KnownPage["values"];
}

function learnValues(
  root: Property,
  known: readonly ReadPage[],
  areListsBegun: boolean,
): Pick<Recipe, "fields" | "lists" | "unlearned"> {
  const shape = shapeOf(root);
  const fields: Record<string, FieldRecipe> = {};
  const lists: Record<string, ListRecipe> = {};
  const unlearned: string[] = [];
  const hints: Locator[] = [];
  for (const [path, property] of currencyLast(shape.fields)) {
    const samples = known.map(({ page, values }) => ({
      page,
      scope: { node: 0 },
      value: asRead(page, property, valueAt(values, path)),
    }));
    const field = learnField(property, samples, isCurrency(property) ? hints : []);
    hints.push(...amountsOf(property, field));
    if (field !== undefined) fields[path] = { ...field, isRequired: shape.required.has(path) };
    else if (samples.some(({ value }) => value !== undefined)) unlearned.push(path);
  }
  for (const [path, list] of shape.lists) {
    const values = known.map(({ page, values: all }) => ({
      page,
      scope: PAGE,
      list: itemsAsRead(page, list, valueAt(all, path)),
    }));
    const learned = learnList(list, values, areListsBegun)?.recipe;
    if (learned !== undefined) lists[path] = { ...learned, isRequired: shape.required.has(path) };
    const items = values.flatMap((each) => each.list);
    unlearned.push(...unlearnedIn(path, list, { learned, items }));
  }
  return { fields: inOrder(fields, shape.fields), lists, unlearned };
}

interface LearnedItems {
  readonly learned: ListRecipe | undefined;
  readonly items: readonly Json[];
}

/** Paths of what items have and no locator finds. */
function unlearnedIn(path: string, shape: ListShape, { learned, items }: LearnedItems): string[] {
  if (items.length === 0) return [];
  if (learned === undefined) return [path];
  const isKnown = (name: string): boolean =>
    items.some((item) => valueAt(item, name) !== undefined);
  const fields = [...shape.fields.keys()].filter(
    (name) => learned.fields[name] === undefined && isKnown(name),
  );
  const inside = [...shape.lists].flatMap(([name, list]) => {
    const own = items.flatMap((item) => {
      const value = valueAt(item, name);
      return Array.isArray(value) ? (value as readonly Json[]) : [];
    });
    return unlearnedIn(`${path}[].${name}`, list, { learned: learned.lists?.[name], items: own });
  });
  return [...fields.map((name) => `${path}[].${name}`), ...inside];
}

/** What was learned in the order of the schema. */
function inOrder(
  learned: Readonly<Record<string, FieldRecipe>>,
  order: ReadonlyMap<string, Property>,
): Readonly<Record<string, FieldRecipe>> {
  const rows = [...order.keys()].flatMap((path) => {
    const field = Object.hasOwn(learned, path) ? learned[path] : undefined;
    return field === undefined ? [] : [[path, field] as const];
  });
  return Object.fromEntries(rows);
}

/** Properties with currencies behind the amounts that they are of. */
function currencyLast(fields: ReadonlyMap<string, Property>) {
  return [...fields].toSorted((a, b) => Number(isCurrency(a[1])) - Number(isCurrency(b[1])));
}

/** Where amounts stand, beside which currencies do. */
function amountsOf({ schema }: Property, field: FieldRecipe | undefined): readonly Locator[] {
  const isNumber = schema.type === "number" || schema.type === "integer";
  return isNumber && field !== undefined
    ? field.locators
        .filter(({ data }) => data === undefined)
        .map((locator) => ({ ...locator, part: "currency" }))
    : [];
}

/** A value in the form in which pages are read: a time with its seconds. */
function asRead(page: RecipePage, { schema }: Property, value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : (coerceValue(value, schema, page.candidates) ?? value);
}

function itemsAsRead(
  page: RecipePage,
  { fields, lists }: ListShape,
  list: Json | undefined,
): Readonly<Record<string, Json>>[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).map((item) => {
    const read: Record<string, Json> = {};
    for (const [name, property] of fields) {
      const value = asRead(page, property, valueAt(item, name));
      if (value !== undefined) putAt(read, name, value);
    }
    for (const [name, inner] of lists) {
      const own = itemsAsRead(page, inner, valueAt(item, name));
      if (own.length > 0) putAt(read, name, own);
    }
    return read;
  });
}
