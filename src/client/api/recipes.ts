// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";

/** What `listRecipes` gives. */
export interface ExtractionRecipeList {
  readonly recipes: readonly ExtractionRecipe[];
}

/** A part of `ExtractionRecipeList`, `WholeExtractionRecipe`. */
export interface ExtractionRecipe {
  readonly id: string;
  /** URL pattern of the pages that it reads, such as `https://shop.example/p/*`. */
  readonly urlPattern: string;
  /** The outputSchema that it was learned for. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Increases when the extraction recipe or the set of pages that it is learned from changes. */
  readonly version: number;
  /** Pages that it was learned from. */
  readonly pages: number;
  /** Pages that it read without a model. */
  readonly used: number;
  /** Pages in a row that did not fit it. */
  readonly refused: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `getRecipe` gives. */
export type WholeExtractionRecipe = ExtractionRecipe & {
  /** The extraction recipe as plain JSON, for `runRecipe` of `dragline/extractor`. */
  readonly recipe: Readonly<Record<string, unknown>>;
};

/** What `removeRecipe` gives. */
export interface ExtractionRecipeRemoved {
  readonly success: true;
}

/** Calls of the family "Recipes". */
export interface RecipesCalls {
  /** List extraction recipes: `GET /recipes`. */
  listRecipes(input?: undefined, call?: CallOptions): Promise<ExtractionRecipeList>;
  /** Show an extraction recipe: `GET /recipes/{id}`. */
  getRecipe(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WholeExtractionRecipe>;
  /** Delete an extraction recipe and the pages that it was learned from: `DELETE /recipes/{id}`. */
  removeRecipe(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<ExtractionRecipeRemoved>;
}
