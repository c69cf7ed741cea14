import { recipeOf } from "../../base/page-outputs/recipes/recipe-book.ts";
import type { RecipeRow } from "../../base/page-outputs/recipes/recipe-collection.ts";

/** A recipe as clients see it in a list. */
export function recipeDocument(row: RecipeRow): object {
  const { id, urlPattern, version, pages, used, refused, createdAt, updatedAt } = row;
  return {
    id,
    urlPattern,
    schema: recipeOf(row)?.schema ?? {},
    version,
    pages,
    used,
    refused,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** A recipe with how it reads. */
export function wholeRecipe(row: RecipeRow): object {
  return { ...recipeDocument(row), recipe: recipeOf(row) };
}
