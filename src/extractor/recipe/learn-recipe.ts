import type { Json } from "../../storage/index.ts";
import { ExtractorError } from "../extractor-error.ts";
import type { SourcePage } from "../page-candidates.ts";
import { rootProperty, type Property } from "../property.ts";
import { readSchema } from "../value-schema.ts";
import { isPositional } from "./css-of.ts";
import { isSame } from "./is-same.ts";
import { learnList } from "./learn-list.ts";
import { listLocators, locatorsFor } from "./locators.ts";
import { readField } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Locator, Recipe } from "./recipe.ts";
import { RecipePage, type LocatorScope } from "./recipe-page.ts";
import { shapeOf, valueAt } from "./recipe-shape.ts";
import { urlPatternOf } from "./url-pattern.ts";

/** A page whose values are known. */
export interface KnownPage extends SourcePage {
  /** Of the schema; what the page does not have is absent. */
  readonly values: Readonly<Record<string, Json>>;
}

/** Pages that a recipe is learned from. */
const MOST_PAGES = 5;

/** Locators of one value. */
const MOST_LOCATORS = 6;

/** Locators of one sort among them. */
const MOST_OF_SORT = 3;

/**
 * Learns how the values of a schema are read from pages of one kind, of one to five pages whose
 * values are known: a model's, or a person's. More pages make a surer recipe.
 * @param schema a JSON Schema of an object
 * @throws ExtractorError `INVALID_PAGES` without a page or with more than five, or when they have
 *   not one host
 * @example
 * const recipe = learnRecipe([{ tree: parse(html), url, values: { name: "Lamp", price: 79.9 } }], schema);
 */
export function learnRecipe(
  pages: readonly KnownPage[],
  schema: Readonly<Record<string, Json>>,
): Recipe {
  if (pages.length === 0 || pages.length > MOST_PAGES) {
    throw new ExtractorError("INVALID_PAGES", {
      message: `Expected 1 to ${MOST_PAGES} pages; got ${pages.length}.`,
    });
  }
  const urlPattern = urlPatternOf(pages.map(({ url }) => url));
  const { fields, lists, required } = shapeOf(rootProperty(readSchema(schema)));
  const read = pages.map((page) => ({ page: new RecipePage(page), values: page.values }));
  const unlearned: string[] = [];
  const learned: Record<string, FieldRecipe> = {};
  for (const [path, property] of fields) {
    const samples = read.map(({ page, values }) => ({
      page,
      scope: { node: 0 },
      value: valueAt(values, path),
    }));
    const field = learnField(property, samples);
    if (field !== undefined) learned[path] = { ...field, isRequired: required.has(path) };
    else if (samples.some(({ value }) => value !== undefined)) unlearned.push(path);
  }
  const learnedLists: Record<string, ListRecipe> = {};
  for (const [path, shape] of lists) {
    const known = read.map(({ page, values }) => ({ page, list: valueAt(values, path) }));
    const list = learnList(shape, known, learnField);
    if (list !== undefined) learnedLists[path] = { ...list, isRequired: required.has(path) };
    else if (known.some((each) => each.list !== undefined)) unlearned.push(path);
  }
  return {
    version: 1,
    schema,
    urlPattern,
    pages: pages.length,
    fields: learned,
    lists: learnedLists,
    unlearned,
  };
}

/** Where a value stands, and what it is; undefined where there is none. */
export interface Sample {
  readonly page: RecipePage;
  readonly scope: LocatorScope;
  readonly value: Json | undefined;
}

/** Learns one value of samples; undefined when no locator leads to it everywhere. */
export function learnField(
  property: Property,
  samples: readonly Sample[],
): FieldRecipe | undefined {
  const known = samples.filter(({ value }) => value !== undefined);
  if (known.length === 0) return undefined;
  const isList = property.schema.type === "array";
  const tried = new Map<string, Locator>();
  for (const { page, scope, value } of known.slice(0, MOST_PAGES)) {
    const found = isList
      ? listLocators(page, { property, value: value as Json }, scope)
      : locatorsFor(page, { property, value: value as Json }, scope);
    for (const locator of found) tried.set(JSON.stringify(locator), locator);
  }
  const css = [...tried.values()].flatMap((locator) => locator.css ?? []);
  for (const page of new Set(samples.map((each) => each.page))) page.select(css);
  const judged = [...tried.values()].map((locator) =>
    judge(locator, { property, isList, samples }),
  );
  const good = judged
    .filter(({ wrong, right }) => wrong === 0 && right > 0)
    .filter(({ locator }) => !isWeak(locator) || (known.length > 1 && samples.length > 1))
    .toSorted((a, b) => b.right - a.right || rankOf(a) - rankOf(b));
  const most = good[0]?.right ?? 0;
  const locators = diverse(good.filter(({ right }) => right * 2 > most));
  if (locators.length === 0) return undefined;
  return {
    locators,
    isList,
    isRequired: false,
    ...boundsOf(known.map(({ value }) => value as Json)),
  };
}

interface Judged {
  readonly locator: Locator;
  readonly right: number;
  readonly wrong: number;
  /** Elements that its selector matched on a page, at most. */
  readonly matches: number;
}

interface Trial {
  readonly property: Property;
  readonly isList: boolean;
  readonly samples: readonly Sample[];
}

function judge(locator: Locator, { property, isList, samples }: Trial): Judged {
  let [right, wrong, matches] = [0, 0, 1];
  for (const { page, scope, value } of samples) {
    const found = readField(page, locator, { property, scope, isList });
    if (locator.css !== undefined) {
      matches = Math.max(matches, page.matches(locator.css, scope.node).length);
    }
    if (found === undefined) continue;
    if (value !== undefined && isSame(found.value, value)) right++;
    else wrong++;
  }
  return { locator, right, wrong, matches: isList ? 1 : matches };
}

function isWeak({ css }: Locator): boolean {
  return css !== undefined && isPositional(css);
}

/** The less, the more robust. */
function rankOf({ locator, matches }: Judged): number {
  const { data, css = "", label } = locator;
  const ambiguous = matches > 1 ? 3 : 0;
  if (data !== undefined) return data === "meta" || data === "open-graph" ? 3.5 : 0;
  if (label !== undefined) return 1;
  if (isPositional(css)) return 9;
  if (/^\[(?!class)|^#/.test(css)) return 1.5 + ambiguous;
  if (css.includes("[class*=")) return 5 + ambiguous;
  return (css.includes(" ") ? 3 : 2.5) + ambiguous;
}

function diverse(judged: readonly Judged[]): Locator[] {
  const counts = new Map<string, number>();
  const kept = judged.filter(({ locator }) => {
    const sort = locator.data ?? (locator.label === undefined ? "css" : "label");
    const count = counts.get(sort) ?? 0;
    counts.set(sort, count + 1);
    return count < MOST_OF_SORT;
  });
  return kept.slice(0, MOST_LOCATORS).map(({ locator }) => locator);
}

function boundsOf(values: readonly Json[]): Pick<FieldRecipe, "range" | "lengths"> {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length > 0) return { range: [Math.min(...numbers), Math.max(...numbers)] };
  const lengths = values.flatMap((value) => (typeof value === "string" ? value.length : []));
  return lengths.length === 0 ? {} : { lengths: [Math.min(...lengths), Math.max(...lengths)] };
}
