import type { Json } from "../../storage/index.ts";
import type { Evidence } from "../evidence.ts";
import { evidenceOf } from "../evidence-of.ts";
import type { SourcePage } from "../page-candidates.ts";
import { rootProperty, type Property } from "../property.ts";
import { readSchema } from "../value-schema.ts";
import { isPositional } from "./css-of.ts";
import { isSame } from "./is-same.ts";
import { scopesOf } from "./learn-list.ts";
import { readField, type Located } from "./read-field.ts";
import type { FieldRecipe, ListRecipe, Locator, Recipe } from "./recipe.ts";
import { RecipePage, type LocatorScope } from "./recipe-page.ts";
import { putAt, shapeOf } from "./recipe-shape.ts";
import { matchesPattern } from "./url-pattern.ts";

/** What a recipe reads of a page. */
export interface RecipeReading {
  readonly values: Readonly<Record<string, Json>>;
  /** By dotted path with indices. */
  readonly evidence: Readonly<Record<string, Evidence>>;
  /** Why the page does not fit the recipe; empty when it does, and the values can be relied on. */
  readonly faults: readonly string[];
}

/** Times that a number may be beyond what was seen, and a text longer. */
const NUMBER_SLACK = 20;
const LENGTH_SLACK = 8;

/** Share of the fields and lists that a page has at least; one with less is of another kind. */
const LEAST_FOUND = 0.4;
/** Share of them that may be refused. */
const MOST_REFUSED = 0.3;

/**
 * Reads a page by a recipe. A value on which locators do not agree, or that is not like those that
 * were learned, is left out and told as a fault: never a guess.
 */
export function runRecipe(recipe: Recipe, source: SourcePage): RecipeReading {
  const page = new RecipePage(source);
  const root = rootProperty(readSchema(recipe.schema));
  page.select(selectorsOf(recipe));
  const run = new Run(page);
  if (!matchesPattern(source.url, recipe.urlPattern))
    run.faults.push("the address is of another kind");
  const { fields, lists } = shapeOf(root);
  for (const [path, field] of Object.entries(recipe.fields)) {
    const property = fields.get(path);
    if (property !== undefined) run.readField(path, { field, property });
  }
  for (const [path, list] of Object.entries(recipe.lists)) {
    const shape = lists.get(path);
    if (shape !== undefined) run.readList(path, { list, fields: shape.fields });
  }
  const count = Object.keys(recipe.fields).length + Object.keys(recipe.lists).length;
  if (run.found < LEAST_FOUND * count) run.faults.push("too little of what was learned is there");
  if (run.refused > MOST_REFUSED * count) run.faults.push("too much is not as it was learned");
  return {
    values: run.values as RecipeReading["values"],
    evidence: run.evidence,
    faults: run.faults,
  };
}

function selectorsOf({ fields, lists }: Recipe): string[] {
  const own = (each: FieldRecipe): string[] => each.locators.flatMap(({ css }) => css ?? []);
  return [
    ...Object.values(fields).flatMap(own),
    ...Object.values(lists).flatMap((list) => [
      ...(list.records.css === undefined ? [] : [list.records.css]),
      ...Object.values(list.fields).flatMap(own),
    ]),
  ];
}

interface LearnedField {
  readonly field: FieldRecipe;
  readonly property: Property;
}

interface LearnedList {
  readonly list: ListRecipe;
  readonly fields: ReadonlyMap<string, Property>;
}

/** Either a value, or why there is none; neither where the page simply lacks it. */
interface Verdict {
  readonly located?: Located;
  readonly fault?: string;
}

class Run {
  readonly values: Record<string, unknown> = {};
  readonly evidence: Record<string, Evidence> = {};
  readonly faults: string[] = [];
  found = 0;
  refused = 0;
  readonly #page: RecipePage;

  constructor(page: RecipePage) {
    this.#page = page;
  }

  readField(path: string, { field, property }: LearnedField): void {
    const { located, fault } = this.#judge(field, property, { node: 0 });
    if (located !== undefined) {
      this.found++;
      this.#put(this.values, path, { path, located });
      return;
    }
    if (fault !== undefined) this.refused++;
    if (field.isRequired) this.faults.push(`${path}: ${fault ?? "not there"}`);
  }

  readList(path: string, { list, fields }: LearnedList): void {
    const rows: Record<string, unknown>[] = [];
    for (const scope of scopesOf(this.#page, list.records)) {
      const row: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(list.fields)) {
        const property = fields.get(name);
        if (property === undefined) continue;
        const { located } = this.#judge(field, property, scope);
        if (located !== undefined) {
          this.#put(row, name, { path: `${path}[${rows.length}].${name}`, located });
        }
      }
      if (Object.keys(row).length > 0) rows.push(row);
    }
    if (rows.length > 0) {
      this.found++;
      putAt(this.values, path, rows as Json);
    } else if (list.isRequired) this.faults.push(`${path}: not there`);
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

  /** What the locators of a field agree on. */
  #judge(
    { locators, isList, ...bounds }: FieldRecipe,
    property: Property,
    scope: LocatorScope,
  ): Verdict {
    const read = (locator: Locator): Located | undefined =>
      readField(this.#page, locator, { property, scope, isList });
    const found = locators.flatMap((locator) => {
      const located = read(locator);
      return located === undefined ? [] : [{ locator, located }];
    });
    const [first] = found;
    if (first === undefined) return {};
    const agreeing = found.filter(({ located }) => isSame(located.value, first.located.value));
    if (agreeing.length * 2 < found.length) return { fault: "locators do not agree" };
    const isSure = agreeing.some(
      ({ locator }) => locator.css === undefined || !isPositional(locator.css),
    );
    if (!isSure && locators.some(({ css }) => css === undefined || !isPositional(css))) {
      return { fault: "only its position is left" };
    }
    return isLike(first.located.value, bounds)
      ? { located: first.located }
      : { fault: "not like those that were learned" };
  }
}

/** Whether a value is like those that were learned from. */
function isLike(value: Json, { range, lengths }: Pick<FieldRecipe, "range" | "lengths">): boolean {
  if (typeof value === "number" && range !== undefined) {
    const [least, greatest] = range;
    const slack = Math.max(Math.abs(least), Math.abs(greatest), 10) * NUMBER_SLACK;
    return value >= -slack * (least < 0 ? 1 : 0) && value <= slack;
  }
  if (typeof value === "string" && lengths !== undefined) {
    return value.length <= Math.max(lengths[1], 20) * LENGTH_SLACK;
  }
  return true;
}
