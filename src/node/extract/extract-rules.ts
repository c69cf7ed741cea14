import { isDeepStrictEqual } from "node:util";
import { isObject, type Recipe } from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";
import { readJsonFile } from "../read-json-file.ts";
import { readSchemaFile } from "../read-schema-file.ts";
import { UsageError } from "../terminal.ts";

/** What pages are read by. */
export interface ExtractRules {
  readonly schema: Readonly<Record<string, Json>>;
  readonly recipe: Recipe | undefined;
}

/** The flags that name the rules, as parseArgs gives them. */
export interface RuleValues {
  readonly schema?: string | undefined;
  readonly recipe?: string | undefined;
}

/**
 * Reads the schema and the recipe that the flags name; the recipe's own schema where none is named.
 * @throws UsageError
 */
export async function extractRules({ schema, recipe }: RuleValues): Promise<ExtractRules> {
  const read = recipe === undefined ? undefined : await readRecipe(recipe);
  if (schema === undefined) {
    if (read === undefined) throw new UsageError("--schema takes a file with a JSON Schema");
    return { schema: read.schema, recipe: read };
  }
  const given = await readSchemaFile(schema);
  if (read !== undefined && !isDeepStrictEqual(read.schema, given)) {
    throw new UsageError(
      `${recipe} is a recipe of another schema; leave out --schema, or learn anew`,
    );
  }
  return { schema: given, recipe: read };
}

async function readRecipe(file: string): Promise<Recipe> {
  const recipe = await readJsonFile(file);
  if (isRecipe(recipe)) return recipe;
  throw new UsageError(`--recipe takes what --learn wrote; ${file} is no recipe of this version`);
}

function isRecipe(value: unknown): value is Recipe {
  if (!isObject(value) || value["version"] !== 1) return false;
  const { schema, urlPattern, fields, lists } = value;
  return isObject(schema) && typeof urlPattern === "string" && areFields(fields) && areLists(lists);
}

function areFields(fields: unknown): boolean {
  return (
    isObject(fields) &&
    Object.values(fields).every(
      (field) =>
        isObject(field) && Array.isArray(field["locators"]) && field["locators"].every(isObject),
    )
  );
}

function areLists(lists: unknown): boolean {
  return (
    isObject(lists) &&
    Object.values(lists).every(
      (list) => isObject(list) && isObject(list["records"]) && areFields(list["fields"]),
    )
  );
}
