/**
 * The values of a JSON Schema out of any page, each with its evidence: from the page's data, its labels
 * and repeated parts, by a recipe that was learned, or by a model. Readers of prices, numbers, dates and
 * durations.
 *
 * Loads the parser; a model is only what you give.
 *
 * @example
 * ```ts
 * import { createExtractor } from "dragline/extractor";
 *
 * const schema = { type: "object", properties: { price: { type: "number" } } };
 * const page = { url: "https://shop.example/lamp", html: "<h1>Lamp</h1><dl><dt>Price<dd>79.90</dl>" };
 * const { data, evidence } = await createExtractor().extract(page, schema);
 * console.log(data, evidence);
 * ```
 * @packageDocumentation
 */
export type { Source } from "./candidates/candidate.ts";
export {
  readStructuredDocument,
  type StructuredDocument,
} from "./candidates/structured-document.ts";
export type { Evidence, Extracted } from "./values/evidence.ts";
export { extractValues } from "./extract-values.ts";
export {
  createExtractor,
  type ExtractCall,
  type ExtractedPage,
  type Extraction,
  type Extractor,
  type ExtractorCollaborators,
  type ExtractorOptions,
  type ExtractWarning,
} from "./extractor.ts";
export { ExtractorError, isExtractorError } from "./extractor-error.ts";
export type { SourcePage } from "./candidates/read-page.ts";
export { learnRecipe, type KnownPage, type LearnOptions } from "./recipe/learn-recipe.ts";
export { readRecipe } from "./recipe/read-recipe.ts";
export { recipeSchema } from "./recipe/recipe-schema.ts";
export type { FieldRecipe, ListRecipe, Locator, Recipe } from "./recipe/recipe.ts";
export { runRecipe, type RecipeReading } from "./recipe/run-recipe.ts";
export { schemaOfValue } from "./schema/schema-of-value.ts";
export { readSchema, type ValueBounds, type ValueSchema } from "./schema/value-schema.ts";
export { matchEnum } from "./values/match-enum.ts";
export { readBoolean } from "./values/read-boolean.ts";
export { readDuration, type Duration } from "./values/read-duration.ts";
export { readNumber } from "./values/read-number.ts";
export { readPrice, type Price, type PriceOptions } from "./values/read-price.ts";
export { readUrl } from "./values/read-url.ts";
