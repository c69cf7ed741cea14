import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Property } from "../property.ts";
import { readLeaf } from "../read-leaf.ts";
import { piecesOf } from "../pieces.ts";
import type { Locator } from "./recipe.ts";
import type { LocatorScope, RecipePage } from "./recipe-page.ts";

/** A value that a locator leads to. */
export interface Located {
  readonly value: Json;
  readonly candidate: Candidate;
  readonly text: string;
}

/** Where and what a locator reads. */
export interface Field {
  readonly property: Property;
  readonly scope: LocatorScope;
  readonly isList: boolean;
}

/** The first value that a locator leads to; of a list all of them. Undefined for none. */
export function readField(page: RecipePage, locator: Locator, field: Field): Located | undefined {
  const { property, scope, isList } = field;
  const candidates = page.locate(locator, scope);
  if (isList) return readItems(page, candidates, property);
  for (const candidate of candidates) {
    const leaf = readLeaf(page.candidates, property, candidate);
    if (leaf !== undefined) return { value: leaf.value, candidate, text: leaf.text };
  }
  return undefined;
}

function readItems(
  page: RecipePage,
  candidates: readonly Candidate[],
  { items }: Property,
): Located | undefined {
  const [first] = candidates;
  if (first === undefined || items === undefined) return undefined;
  const pieces = candidates.length > 1 ? candidates : piecesOf(page.candidates, first, candidates);
  const values = pieces.flatMap((piece) => readLeaf(page.candidates, items, piece)?.value ?? []);
  if (values.length === 0) return undefined;
  return { value: values, candidate: first, text: String(first.value) };
}
