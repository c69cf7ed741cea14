import type { NodeId } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Evidence } from "../values/evidence.ts";
import { evidenceOf } from "../values/evidence-of.ts";
import type { SourcePage } from "../candidates/read-page.ts";
import { rootOf } from "../schema/root-of.ts";
import { judgeField, type LearnedField } from "./judge-field.ts";
import { hasNeeds } from "./learn-list.ts";
import type { Located } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Recipe } from "./recipe.ts";
import { RecipePage } from "./recipe-page.ts";
import { PAGE, type LocatorScope } from "./scope.ts";
import { putAt, shapeOf, type ListShape } from "./recipe-shape.ts";
import { parentOf, scopesOf } from "./records.ts";
import { matchesPattern } from "./url-pattern.ts";

/** What a recipe reads of a page. */
export interface RecipeReading {
  readonly values: Readonly<Record<string, Json>>;
  /** By dotted path with indices. */
  readonly evidence: Readonly<Record<string, Evidence>>;
  /** Why the page does not fit the recipe; empty when it does, and the values can be relied on. */
  readonly faults: readonly string[];
  /** What was left out since it is not sure, and why: `price: its locators do not agree`. */
  readonly doubts: readonly string[];
}

/** Share of the fields and lists that a page has at least; one with less is of another kind. */
const LEAST_FOUND = 0.4;
/** Share of them that may be refused; one always. */
const MOST_REFUSED = 0.3;

/**
 * Reads a page by a recipe. A value on which locators do not agree, or that is not like those that
 * were learned, is left out and told as a fault: never a guess.
 * @example
 * ```ts
 * import { learnRecipe, runRecipe } from "dragline/extractor";
 * import { parse } from "dragline/html";
 *
 * const schema = { type: "object", properties: { price: { type: "number" } } };
 * const page = (name: string, price: string) => ({
 *   url: `https://shop.example/lamps/${name}`,
 *   tree: parse(`<h1>${name}</h1><dl><dt>Price<dd class="price">${price}</dl>`),
 * });
 * const recipe = learnRecipe([{ ...page("opal", "79.90"), values: { price: 79.9 } }], schema);
 * console.log(runRecipe(recipe, page("brass", "59.90")).values); // { price: 59.9 }
 * ```
 */
export function runRecipe(recipe: Recipe, source: SourcePage): RecipeReading {
  const page = new RecipePage(source);
  const root = rootOf(recipe.schema);
  page.select(selectorsOf(recipe));
  page.isOfDesign = isOfDesign(page, recipe);
  const run = new Run(page);
  if (!matchesPattern(source.url, recipe.urlPattern))
    run.faults.push("the URL does not match the recipe's pages");
  const { fields, lists } = shapeOf(root);
  for (const [path, field] of Object.entries(recipe.fields)) {
    const property = fields.get(path);
    if (property !== undefined) run.readField(path, { field, property });
  }
  for (const [path, list] of Object.entries(recipe.lists)) {
    const shape = lists.get(path);
    if (shape !== undefined) run.readList(path, { list, shape });
  }
  const own = Object.keys(recipe.fields).length;
  const count = own + Object.keys(recipe.lists).length;
  // A list that is there with all its columns says more than one field does.
  const columns = Object.values(recipe.lists).reduce((sum, list) => sum + weightOf(list), own);
  if (run.found < LEAST_FOUND * count && run.weight < LEAST_FOUND * columns)
    run.faults.push("too few of the learned properties were found");
  if (run.doubts.length > Math.max(1, MOST_REFUSED * count))
    run.faults.push("too many properties differ from what was learned");
  return {
    values: run.values as RecipeReading["values"],
    evidence: run.evidence,
    faults: run.faults,
    doubts: run.doubts,
  };
}

/** Share of the selectors that were always there which a page of the same design has. */
const LEAST_DESIGN = 0.6;

/** Whether a page looks as those that were learned from. */
function isOfDesign(page: RecipePage, { fields, lists }: Recipe): boolean {
  const locators = [
    ...Object.values(fields).flatMap((field) => field.locators.filter(({ always }) => always)),
    ...Object.values(lists).flatMap((list) => list.records),
  ];
  const named = locators.flatMap(({ css }) =>
    css !== undefined && /[.#[]/.test(css) ? [css] : [],
  );
  const shown = named.filter((css) => page.matches(css).length > 0);
  return shown.length >= LEAST_DESIGN * named.length;
}

function selectorsOf({ fields, lists = {} }: Pick<ListRecipe, "fields" | "lists">): string[] {
  const own = (each: FieldRecipe): string[] => each.locators.flatMap(({ css }) => css ?? []);
  return [...Object.values(fields).flatMap(own), ...Object.values(lists).flatMap(selectorsOfList)];
}

function selectorsOfList(list: ListRecipe): string[] {
  return [
    ...list.records.flatMap(({ css }) => css ?? []),
    ...selectorsOf(list),
    ...(list.otherwise === undefined ? [] : selectorsOfList(list.otherwise)),
  ];
}

interface LearnedList {
  readonly list: ListRecipe;
  readonly shape: ListShape;
}

interface FoundRecord {
  readonly scope: LocatorScope;
  readonly parent: NodeId;
  readonly found: ReadonlyMap<string, Located>;
}

/** The records in one element: where most fields are found in each. */
function fullest(records: readonly FoundRecord[]): readonly FoundRecord[] {
  const groups = [...Map.groupBy(records, ({ parent }) => parent).values()];
  const fields = (group: readonly FoundRecord[]): number =>
    group.reduce((sum, { found }) => sum + found.size, 0) / group.length;
  return groups.reduce<readonly FoundRecord[]>(
    (best, group) => (best.length === 0 || fields(group) > fields(best) ? group : best),
    [],
  );
}

/** How much a list is of what a page has: its fields. */
function weightOf({ fields }: ListRecipe): number {
  return Math.max(1, Object.keys(fields).length);
}

class Run {
  readonly values: Record<string, unknown> = {};
  readonly evidence: Record<string, Evidence> = {};
  readonly faults: string[] = [];
  readonly doubts: string[] = [];
  /** Fields and lists that were found, and as many as lists have fields. */
  found = 0;
  weight = 0;
  readonly #page: RecipePage;

  constructor(page: RecipePage) {
    this.#page = page;
  }

  readField(path: string, { field, property }: LearnedField): void {
    const { located, fault } = judgeField(this.#page, { field, property }, { node: 0 });
    if (located !== undefined) {
      this.found++;
      this.weight++;
      this.#put(this.values, path, { path, located });
      return;
    }
    if (fault !== undefined) this.doubts.push(`${path}: ${fault}`);
    if (field.isRequired) this.faults.push(`${path}: ${fault ?? "not there"}`);
  }

  readList(path: string, learned: LearnedList): void {
    const { otherwise, isRequired } = learned.list;
    const own = this.#list(path, learned, PAGE);
    const isOther = own.length === 0 && otherwise !== undefined;
    const rows = isOther ? this.#list(path, { ...learned, list: otherwise }, PAGE) : own;
    if (rows.length > 0) {
      this.found++;
      this.weight += weightOf(learned.list);
      putAt(this.values, path, rows as Json);
    } else if (isRequired) this.faults.push(`${path}: not there`);
  }

  /** The records of a list on the page or in a record, by the first locator that gives some. */
  #list(path: string, learned: LearnedList, within: LocatorScope): Record<string, unknown>[] {
    for (const locator of learned.list.records) {
      const found = scopesOf(this.#page, locator, within).flatMap(
        (scope) => this.#record(scope, learned) ?? [],
      );
      if (found.length > 0) return this.#rows(path, learned, found);
    }
    return [];
  }

  #rows(
    path: string,
    { list, shape }: LearnedList,
    found: readonly FoundRecord[],
  ): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = [];
    for (const record of list.isTogether ? fullest(found) : found) {
      const own = `${path}[${rows.length}]`;
      const row: Record<string, unknown> = {};
      for (const [name, located] of record.found) {
        this.#put(row, name, { path: `${own}.${name}`, located });
      }
      for (const [name, inner] of Object.entries(list.lists ?? {})) {
        const of = shape.lists.get(name);
        if (of === undefined) continue;
        const inside = this.#list(`${own}.${name}`, { list: inner, shape: of }, record.scope);
        if (inside.length > 0) putAt(row, name, inside as Json);
      }
      rows.push(row);
    }
    return rows;
  }

  #record(scope: LocatorScope, { list, shape }: LearnedList): FoundRecord | undefined {
    const found = new Map<string, Located>();
    for (const [name, field] of Object.entries(list.fields)) {
      const property = shape.fields.get(name);
      if (property === undefined) continue;
      const { located } = judgeField(this.#page, { field, property }, scope);
      if (located !== undefined) found.set(name, located);
    }
    const needed = list.needs.filter((name) => found.has(name)).length;
    const isRecord = found.size > 0 && hasNeeds(needed, list.needs.length);
    return isRecord ? { scope, parent: parentOf(this.#page, scope), found } : undefined;
  }

  #put(
    into: Record<string, unknown>,
    name: string,
    { path, located }: { readonly path: string; readonly located: Located },
  ): void {
    putAt(into, name, located.value);
    const { candidate, text } = located;
    const own = evidenceOf(this.#page.candidates, candidate, { text });
    this.evidence[path] = { ...own, source: "recipe" };
  }
}
