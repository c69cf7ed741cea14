import { recipeRows } from "../../base/page-outputs/recipes/recipe-collection.ts";
import type { KindParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { recipeRoutes } from "./routes.ts";

/** How pages of a site are read without a model (an addition). */
export const recipes = {
  collections: [recipeRows],
  open: ({ outputs }: Pick<KindParts, "outputs">) => ({
    routes: recipeRoutes({ outputs }),
    belongings: [outputs.recipes],
    swept: [outputs.recipes],
  }),
} satisfies Slice;
