import { z } from "@hono/zod-openapi";

/** A recipe as a list shows it. */
const recipeSchema = z
  .object({
    id: z.string(),
    urlPattern: z.string().openapi({
      description: "URL pattern of the pages that it reads, such as `https://shop.example/p/*`.",
    }),
    schema: z
      .record(z.string(), z.unknown())
      .openapi({ description: "The outputSchema that it was learned for." }),
    version: z.int().openapi({
      description:
        "Increases when the extraction recipe or the set of pages that it is learned from changes.",
    }),
    pages: z.int().openapi({ description: "Pages that it was learned from." }),
    used: z.int().openapi({ description: "Pages that it read without a model." }),
    refused: z.int().openapi({ description: "Pages in a row that did not fit it." }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("ExtractionRecipe");

export const recipeListSchema = z
  .object({ recipes: z.array(recipeSchema) })
  .openapi("ExtractionRecipeList");

/** A recipe with how it reads. */
export const wholeRecipeSchema = recipeSchema
  .extend({
    recipe: z.record(z.string(), z.unknown()).openapi({
      description: "The extraction recipe as plain JSON, for `runRecipe` of `dragline/extractor`.",
    }),
  })
  .openapi("WholeExtractionRecipe");

export const recipeRemovedSchema = z
  .object({ success: z.literal(true) })
  .openapi("ExtractionRecipeRemoved");
