import { learnRecipe, runRecipe, type Recipe } from "../../../extractor/index.ts";
import { isObject } from "../../../extractor/internal.ts";
import { parse } from "../../../html/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { OutputSchema } from "./lacking.ts";

/** A page whose values are known. */
export interface Sample {
  readonly url: string;
  readonly html: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** What was learned. */
export interface Learned {
  readonly recipe: Recipe;
  /** Whether it reads every value of the pages that it was learned from: others may lack some. */
  readonly isWhole: boolean;
}

/**
 * Learns a recipe of pages.
 * @throws ExtractorError `INVALID_PAGES`
 */
export function learnFrom(samples: readonly Sample[], schema: OutputSchema): Learned {
  const pages = samples.map(({ html, url, values }) => ({ tree: parse(html), url, values }));
  const recipe = learnRecipe(pages, schema);
  const isWhole = pages.every((page) => {
    const { values, faults } = runRecipe(recipe, page);
    return faults.length === 0 && covers(values, page.values);
  });
  return { recipe, isWhole };
}

/** Whether there is a value wherever one is known, and lists are as long. */
function covers(values: unknown, known: unknown): boolean {
  if (Array.isArray(known)) {
    if (!Array.isArray(values) || values.length !== known.length) return false;
    return known.every((each, at) => covers(values[at], each));
  }
  if (!isObject(known)) return values !== undefined && values !== null;
  return isObject(values) && Object.keys(known).every((name) => covers(values[name], known[name]));
}
