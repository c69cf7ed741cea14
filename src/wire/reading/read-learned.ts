import { readRecipe, runRecipe, type Recipe } from "../../extractor/index.ts";
import type { Reading } from "../format/step-schema.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import { PageDocument } from "./page-document.ts";
import {
  isProven,
  limitOf,
  noDocument,
  type ReadingParts,
  type ReadList,
} from "./reading-parts.ts";

/** Recipes come again with every run. */
const known = new WeakMap<object, Recipe>();

/**
 * Reads a page by a recipe that was learned: its values, or with `list` the items of one of its lists.
 * @throws RunFault for a page that does not fit the recipe
 */
export function readLearned(
  reading: Reading,
  { document, step, scope }: ReadingParts,
): ReadList | Record<string, unknown> {
  if (!(document instanceof PageDocument)) throw noDocument(step);
  const { list, recipe = {}, empty_when: proof, non_empty: isPromised } = reading;
  const learned = known.get(recipe) ?? readRecipe(recipe);
  known.set(recipe, learned);
  const isEmpty = isProven(proof, document);
  const { values, faults } = runRecipe(learned, document);
  const [fault] = faults;
  if (fault !== undefined && !isEmpty) {
    throw executionFault(`The page of step '${step}' differs from the learned pages: ${fault}.`);
  }
  if (typeof list !== "string") return { ...values };
  const all = fault === undefined ? itemsOf(values[list]) : [];
  if (all.length === 0 && (isPromised === true || !isEmpty)) {
    throw executionFault(
      `The page of step '${step}' has no ${list}, and no sign that the list is empty.`,
    );
  }
  const most = mostOf(reading.limit, scope);
  return { items: all.slice(0, most), has_more: all.length > most };
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function mostOf(limit: Reading["limit"], scope: ReadingParts["scope"]): number {
  return Math.min(limitOf(limit, scope) ?? runLimits.items, runLimits.items);
}
