import type { Measure } from "../../evidence/index.ts";
import type { Property } from "../schema/property.ts";
import { measuredName, measureNamed, type MeasuredName } from "./units.ts";
import { currencyIn } from "./find-currency.ts";
import { readNumber } from "./read-number.ts";
import { mayMean } from "./region-currency.ts";

/** A number with the word or sign behind it. */
const MEASURE =
  /[+−-]?\p{N}[\p{N}.,'’ ]*?[\s-]?(\p{L}{1,12}(?:\/h|[²2](?!\p{N}))?|[²"″”'′’])(?![\p{L}\p{N}])/gu;

/** Numbers of a text that are looked at, and characters of it. */
const MOST = 20;
const LONGEST = 1000;

/**
 * A number in the unit, or the currency, that a property's name ends with: `weightKg`, `price_eur`,
 * `Price (USD)`. Null where the text has its number in another one only: nothing is converted.
 * Undefined where the name has none, or the text.
 */
export function unitNumber(property: Property, raw: unknown): number | null | undefined {
  const { type } = property.schema;
  if (typeof raw !== "string" || (type !== "number" && type !== "integer")) return undefined;
  if (!known.has(property)) {
    known.set(property, measuredName(property.key)?.unit);
  }
  const wanted = known.get(property);
  if (wanted === undefined) return undefined;
  if (typeof wanted === "string") return isOfCurrency(raw, wanted) ? undefined : null;
  return measured(raw, wanted);
}

const known = new WeakMap<Property, MeasuredName["unit"] | undefined>();

function isOfCurrency(text: string, code: string): boolean {
  const found = currencyIn(text.slice(0, LONGEST));
  if (found === undefined) return true;
  return found.code === undefined ? mayMean(found.text, code) : found.code === code;
}

function measured(text: string, wanted: Measure): number | null | undefined {
  const found = [...text.slice(0, LONGEST).matchAll(MEASURE)]
    .slice(0, MOST)
    .map(([all, unit = ""]) => ({ all, unit: measureNamed(unit) }))
    .filter(({ unit }) => unit?.dimension === wanted.dimension);
  const own = found.find(({ unit }) => unit?.factors[0] === wanted.factors[0]);
  if (own !== undefined) return readNumber(own.all.replace(/[^\p{N}]*$/u, ""));
  return found.length === 0 ? undefined : null;
}
