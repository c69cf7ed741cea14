import { route, type Route } from "../../http/route.ts";
import type { KindParts } from "../../base/parts.ts";
import { Recipes } from "./recipes.ts";
import { recipeListSchema, recipeRemovedSchema, wholeRecipeSchema } from "./schema.ts";

const family = { family: "flat", tag: "Recipes" } as const;

/** How pages of a site are read without a model: learned of what the model gave (an addition). */
export function recipeRoutes({ outputs }: Pick<KindParts, "outputs">): Route[] {
  const recipes = new Recipes(outputs.recipes);
  return [
    route({
      ...family,
      access: "key",
      method: "GET",
      path: "/recipes",
      operationId: "listRecipes",
      summary: "List extraction recipes",
      limit: { limit: 60, per: "user" },
      answers: {
        200: { description: "All extraction recipes, newest first.", schema: recipeListSchema },
      },
      errors: [],
      run: async (call) => ({ status: 200, json: await recipes.list(call) }),
    }),
    route({
      ...family,
      access: "key",
      method: "GET",
      path: "/recipes/{id}",
      operationId: "getRecipe",
      summary: "Show an extraction recipe",
      limit: { limit: 60, per: "user" },
      answers: {
        200: { description: "The extraction recipe as it is now.", schema: wholeRecipeSchema },
      },
      errors: ["FORBIDDEN"],
      run: async (call) => ({ status: 200, json: await recipes.get(call) }),
    }),
    route({
      ...family,
      access: "key",
      method: "DELETE",
      path: "/recipes/{id}",
      operationId: "removeRecipe",
      summary: "Delete an extraction recipe and the pages that it was learned from",
      limit: { limit: 30, per: "user" },
      answers: {
        200: { description: "The extraction recipe is deleted.", schema: recipeRemovedSchema },
      },
      errors: ["FORBIDDEN"],
      run: async (call) => ({ status: 200, json: await recipes.remove(call) }),
    }),
  ];
}
