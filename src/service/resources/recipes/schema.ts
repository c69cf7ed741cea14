import { z } from "@hono/zod-openapi";

/** A recipe as a list shows it. */
const recipeSchema = z
  .object({
    id: z.string(),
    urlPattern: z.string().openapi({
      description: "Of the pages that it reads: `https://shop.example/p/*`.",
    }),
    schema: z.record(z.string(), z.unknown()).openapi({ description: "The outputSchema." }),
    version: z
      .int()
      .openapi({ description: "Counts up when it, or what it is learned of, changes." }),
    pages: z.int().openapi({ description: "Pages that it was learned from." }),
    used: z.int().openapi({ description: "Pages that were read by it without a model." }),
    refused: z.int().openapi({ description: "Pages in a row that did not fit it." }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("Recipe");

export const recipeListSchema = z.object({ recipes: z.array(recipeSchema) }).openapi("RecipeList");

/** A recipe with how it reads. */
export const wholeRecipeSchema = recipeSchema
  .extend({
    recipe: z.record(z.string(), z.unknown()).openapi({
      description: "Plain JSON that `runRecipe` of `dragline/extractor` takes.",
    }),
  })
  .openapi("WholeRecipe");

export const recipeRemovedSchema = z.object({ success: z.literal(true) }).openapi("RecipeRemoved");
