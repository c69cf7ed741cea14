import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { compositeCandidates } from "../candidates/composite.ts";
import type { Property } from "../schema/property.ts";
import { readLeaf } from "../choose/read-leaf.ts";
import { isSame, plain } from "./is-same.ts";
import { isTyped, LONGEST_TYPED, type RecipePage } from "./recipe-page.ts";

/** A value of a property that is looked for. */
export interface Wanted {
  readonly property: Property;
  readonly value: Json;
}

/** Characters of a text that has parts. */
const LONGEST_TEXT = 300;

/** Characters of a text that are compared before it is read. */
const PROBE = 24;

/** Parts of a text that are values by themselves. */
const PARTS = [
  "min",
  "max",
  "amount",
  "currency",
  "unit",
  "city",
  "postal code",
  "region",
  "street",
];

/** Whether a candidate is read as a value. */
export function gives(
  page: RecipePage,
  { property, value }: Wanted,
  candidate: Candidate,
): boolean {
  const leaf = readLeaf(page.candidates, property, candidate);
  return leaf !== undefined && isSame(leaf.value, value);
}

/** Four characters, three of a word, two of another script; `USD` and `A2` are of many things. */
const TELLING = /.{4}|\p{Ll}{2}|[^\p{ASCII}]{2}/u;

/** Whether a value is told from others by itself: `4` may be anything. */
export function isTelling(value: Json): boolean {
  if (typeof value === "number") return Math.abs(value) >= 1000 || !Number.isInteger(value);
  return typeof value === "string" ? TELLING.test(value) : Array.isArray(value);
}

/** Whether a text can give a value; what it says no to never does. Reading is what takes time. */
export function mayGive({ property, value }: Wanted, text: string): boolean {
  if (text === "") return false;
  if (isTyped(property)) {
    return text.length <= LONGEST_TYPED && (typeof value !== "number" || /\p{N}/u.test(text));
  }
  return typeof value !== "string" || plain(text).includes(plain(value).slice(0, PROBE));
}

/** The part of a candidate that gives the value; "" for all of it, undefined for none. */
export function partThatGives(
  page: RecipePage,
  wanted: Wanted,
  candidate: Candidate,
): string | undefined {
  if (typeof candidate.value === "string" && !mayGive(wanted, candidate.value)) return undefined;
  if (gives(page, wanted, candidate)) return "";
  if (typeof candidate.value !== "string" || candidate.value.length > LONGEST_TEXT)
    return undefined;
  const parts = compositeCandidates(candidate);
  return PARTS.find((part) => {
    const own = parts.find(({ name }) => name.key === part.replace(" ", ""));
    return own !== undefined && own.value !== candidate.value && gives(page, wanted, own);
  });
}
