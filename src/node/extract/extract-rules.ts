import { isDeepStrictEqual } from "node:util";
import { isExtractorError, readRecipe, type Recipe } from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";
import { readJsonFile } from "../input/read-json-file.ts";
import { readSchemaFile } from "../input/read-schema-file.ts";
import { UsageError } from "../terminal/terminal.ts";

/** What pages are read by. */
export interface ExtractRules {
  readonly schema: Readonly<Record<string, Json>>;
  readonly recipe: Recipe | undefined;
}

/** The flags that name the rules, as parseArgs gives them. */
interface RuleValues {
  readonly schema?: string | undefined;
  readonly recipe?: string | undefined;
}

/**
 * Reads the schema and the recipe that the flags name; the recipe's own schema where none is named.
 * @throws UsageError
 */
export async function extractRules({ schema, recipe }: RuleValues): Promise<ExtractRules> {
  const read = recipe === undefined ? undefined : await recipeIn(recipe);
  if (schema === undefined) {
    if (read === undefined) throw new UsageError("--schema takes a file with a JSON Schema");
    return { schema: read.schema, recipe: read };
  }
  const given = await readSchemaFile(schema);
  if (read !== undefined && !isDeepStrictEqual(read.schema, given)) {
    throw new UsageError(
      `${recipe} is an extraction recipe of another schema; leave out --schema, or learn the recipe again`,
    );
  }
  return { schema: given, recipe: read };
}

async function recipeIn(file: string): Promise<Recipe> {
  const json = await readJsonFile(file);
  try {
    return readRecipe(json);
  } catch (error) {
    if (!isExtractorError(error)) throw error;
    throw new UsageError(`--recipe takes a file that --learn wrote; ${file}: ${error.message}`);
  }
}
