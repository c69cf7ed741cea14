import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Property } from "../schema/property.ts";
import { isAddress, isLong, readLeaf } from "../choose/read-leaf.ts";
import { piecesOf } from "../candidates/pieces.ts";
import type { Locator } from "./recipe.ts";
import { isSame } from "./is-same.ts";
import { isTyped, LONGEST_TYPED, type RecipePage } from "./recipe-page.ts";
import type { LocatorScope } from "./scope.ts";

/** A value that a locator leads to. */
export interface Located {
  readonly value: Json;
  readonly candidate: Candidate;
  readonly text: string;
}

/** Where and what a locator reads. */
interface Field {
  readonly property: Property;
  readonly scope: LocatorScope;
  readonly isList: boolean;
}

/**
 * The value that a locator leads to; of a list all of them. Undefined for none, and where a selector
 * matches several elements with different values unless the first of several was learned.
 */
export function readField(page: RecipePage, locator: Locator, field: Field): Located | undefined {
  const { property, scope, isList } = field;
  const candidates = page.locate(locator, scope);
  if (isList) return readItems(page, candidates, property);
  const isSole = locator.css !== undefined && locator.first !== true;
  let found: Located | undefined;
  for (const candidate of candidates) {
    const located = readOne(page, candidate, property);
    if (located === undefined) {
      // An empty box that is the first says that there is no value.
      if (!isSole && isTyped(property)) break;
      continue;
    }
    if (found !== undefined && !isSame(found.value, located.value)) return undefined;
    found ??= located;
    if (!isSole) break;
  }
  return found;
}

function readOne(page: RecipePage, candidate: Candidate, property: Property): Located | undefined {
  if (!isWhole(page, property, candidate)) return undefined;
  const leaf = readLeaf(page.candidates, property, candidate);
  return leaf === undefined ? undefined : { value: leaf.value, candidate, text: leaf.text };
}

/** Lines of an element whose text is one value. */
const MOST_LINES = 2;

/** Whether a text is likely to be one value, and not that of an element with several. */
export function isWhole(
  page: RecipePage,
  property: Property,
  { node, value, source }: Candidate,
): boolean {
  if (node === 0 || source !== "class" || typeof value !== "string") return true;
  if (isTyped(property)) return value.length <= LONGEST_TYPED;
  return (
    isAddress(property) ||
    isLong(property) ||
    page.candidates.text.linesIn(node, MOST_LINES).length < MOST_LINES
  );
}

function readItems(
  page: RecipePage,
  candidates: readonly Candidate[],
  { items }: Property,
): Located | undefined {
  const [first] = candidates;
  if (first === undefined || items === undefined) return undefined;
  const isSeveral = candidates.length > 1;
  const pieces = isSeveral ? candidates : piecesOf(page.candidates, first, candidates);
  const leaves = pieces.flatMap((piece) => readLeaf(page.candidates, items, piece) ?? []);
  if (leaves.length === 0) return undefined;
  const text = String(first.value);
  const read = leaves.reduce((sum, leaf) => sum + leaf.text.length, 0);
  // Of an element with more than its items one was read.
  if (!isSeveral && first.source === "class" && read * 2 < text.length) return undefined;
  return { value: leaves.map(({ value }) => value), candidate: first, text };
}
