import type * as Ajv2020 from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv";
import { loadDependency } from "../../core/index.ts";
import { checkSelector, isHtmlError } from "../../html/index.ts";
import { ExtractorError } from "../extractor-error.ts";
import { rootOf } from "../schema/root-of.ts";
import { recipeBounds, recipeSchema } from "./recipe-schema.ts";
import type { FieldRecipe, ListRecipe, Locator, Recipe } from "./recipe.ts";

let compiled: ValidateFunction<Recipe> | undefined;

/**
 * A recipe of JSON from outside: a file, a database. Its form, its schema and its selectors are
 * checked, so that no recipe takes long to run; its author need not be trusted.
 * @param json what `JSON.parse` gave
 * @throws ExtractorError `INVALID_RECIPE` with the place in the message
 * @example
 * const recipe = readRecipe(JSON.parse(await readFile("shop.json", "utf8")));
 */
export function readRecipe(json: unknown): Recipe {
  const recipe = checkForm(json);
  checkSchema(recipe.schema);
  for (const [path, field] of Object.entries(recipe.fields)) checkField(`fields.${path}`, field);
  for (const [path, list] of Object.entries(recipe.lists)) checkList(`lists.${path}`, list);
  return recipe;
}

function checkList(place: string, { records, fields, lists = {}, otherwise }: ListRecipe): void {
  checkLocators(`${place}.records`, records);
  for (const [name, field] of Object.entries(fields)) checkField(`${place}.fields.${name}`, field);
  for (const [path, list] of Object.entries(lists)) checkList(`${place}.lists.${path}`, list);
  if (otherwise !== undefined) checkList(`${place}.otherwise`, otherwise);
}

function checkForm(json: unknown): Recipe {
  compiled ??= compile();
  if (!compiled(json)) {
    const [fault] = compiled.errors ?? [];
    throw invalid(fault?.instancePath.slice(1).replaceAll("/", "."), fault?.message);
  }
  if (JSON.stringify(json).length > recipeBounds.whole) {
    throw invalid("", `must have at most ${recipeBounds.whole} characters`);
  }
  return json;
}

function compile(): ValidateFunction<Recipe> {
  // Loaded when the first recipe comes from outside.
  const { Ajv2020: Draft } = loadDependency("ajv/dist/2020.js", import.meta.url) as typeof Ajv2020;
  const options = { strict: false, logger: false, validateFormats: false } as const;
  return new Draft(options).compile<Recipe>(recipeSchema);
}

function checkSchema(schema: Recipe["schema"]): void {
  try {
    rootOf(schema);
  } catch (error) {
    throw invalid("schema", "must be a JSON Schema of an object with properties", error);
  }
}

function checkField(place: string, { locators }: FieldRecipe): void {
  checkLocators(`${place}.locators`, locators);
}

function checkLocators(place: string, locators: readonly Locator[]): void {
  for (const [at, { css, within }] of locators.entries()) {
    if (css !== undefined) checkCss(`${place}[${at}].css`, css);
    if (within !== undefined) checkCss(`${place}[${at}].within`, within);
  }
}

/** Positions that a selector may have; other pseudo-classes may take any time. */
const POSITION =
  /:(?:nth-(?:last-)?(?:of-type|child)\(\d{1,5}\)|(?:first|last)-(?:of-type|child))/g;

/** Spaces between parts: each may try every ancestor. */
const MOST_DESCENDANTS = 3;

function checkCss(place: string, css: string): void {
  const bare = css.replace(/"[^"]*"|'[^']*'/g, "''").replace(POSITION, "");
  if (/[:,\\]/.test(bare)) {
    throw invalid(place, "must have no comma, no escape and no pseudo-class except positions");
  }
  const parts = bare.replace(/\s*[>+~]\s*/g, ">").trim();
  const descendants = parts.split(/\s+/).length - 1;
  const siblings = bare.split(/[+~](?!=)/).length - 1;
  if (descendants + siblings > MOST_DESCENDANTS) {
    throw invalid(place, `must have at most ${MOST_DESCENDANTS} spaces between its parts`);
  }
  try {
    checkSelector(css);
  } catch (error) {
    if (isHtmlError(error)) throw invalid(place, "must be a CSS selector", error);
    throw error;
  }
}

function invalid(place = "", message = "must be a recipe", cause?: unknown): ExtractorError {
  const where = place === "" ? "The recipe" : `${place} of the recipe`;
  return new ExtractorError("INVALID_RECIPE", {
    message: `${where.slice(0, 200)} ${message.slice(0, 300)}.`,
    ...(cause !== undefined && { cause }),
  });
}
