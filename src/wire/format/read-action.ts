import type { z } from "zod";
import type { Action } from "./action.ts";
import type { RecipeIssue } from "../check/recipe-issue.ts";
import { actionSchema, siteSchema } from "./action-schema.ts";
import { checkRecipe, checkSite } from "../check/recipe-check.ts";
import { WireError } from "../wire-error.ts";

/**
 * An action of a recipe and its site, both as JSON that comes from anywhere.
 * @throws WireError `INVALID_RECIPE` with every issue and where it is
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { readAction } from "dragline/wire";
 *
 * const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
 * const action = readAction(await json("shop/get-price.json"), await json("shop/site.json"));
 * console.log(action.info.action_id);
 * ```
 */
export function readAction(recipe: unknown, site: unknown): Action {
  const own = read("recipe", actionSchema, recipe);
  const its = read("site", siteSchema, site);
  refuse([
    ...told("site", checkSite(its, own.parameters)),
    ...told("recipe", checkRecipe(own, its)),
  ]);
  return { info: own, site: its, body: own };
}

function read<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => {
    return { path: path.map(String), message };
  });
  throw invalid(told(name, issues));
}

function refuse(issues: readonly string[]): void {
  if (issues.length > 0) throw invalid(issues);
}

function told(name: string, issues: readonly RecipeIssue[]): string[] {
  return issues.map(({ path, message }) => `${[name, ...path].join(".")}: ${message}`);
}

function invalid(issues: readonly string[]): WireError {
  return new WireError("INVALID_RECIPE", { message: issues.join("\n") });
}
