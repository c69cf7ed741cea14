import { currencyIn } from "./values/find-currency.ts";

/** Words and signs of units, by what they measure. */
const UNITS = [
  [
    "kg|kilos?|kilograms?|kilogramm|kilogrammes?|kgm",
    "g|gr|grams?|gramm|grammes?|gramos?|grm",
    "mg|milligrams?|mgm",
    "lbs?|pounds?|lbr",
    "oz|ounces?|onz",
    "tons?|tonnes?|tonnen",
  ],
  [
    "km|kilomet(?:er|re)s?|kmt",
    "m|met(?:er|re)s?|mtr",
    "cm|centimet(?:er|re)s?|cmt",
    "mm|millimet(?:er|re)s?|mmt",
    'in|inch(?:es)?|zoll|inh|["″”]',
    "ft|feet|foot|fot|['′’]",
    "mi|miles?|smi",
  ],
  ["l|lit(?:er|re)s?|ltr", "ml|millilit(?:er|re)s?|mlt", "cl|centilit(?:er|re)s?", "gal|gallons?"],
  ["m2|m²|sqm|mtk", "sqft|ft2|ft²|ftk", "ha|hectares?", "acres?"],
  ["kwh", "wh", "kw|kilowatts?", "w|watts?", "hp|ps|cv"],
  ["kmh|km/h|kph", "mph", "knots?|kn"],
  ["gb|gigabytes?", "mb|megabytes?", "kb|kilobytes?", "tb|terabytes?"],
  ["kcal", "kj", "cal|calories"],
].map((units) => units.map((words) => new RegExp(`^(?:${words})$`, "i")));

/** A unit of numbers. */
export interface Unit {
  readonly own: RegExp;
  /** It, and the others of what it measures. */
  readonly all: readonly RegExp[];
}

/** A name that ends with a unit or a currency (ISO 4217): `weightKg`, `price_eur`. */
export interface MeasuredName {
  readonly bare: string;
  readonly unit: Unit | string;
}

/** A last word that begins with a capital, or stands behind a mark. */
const LAST =
  /^(.*[\p{L}\p{N}])(?:[\s_(-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu}))(?:in[\s_-]+|In(?=\p{Lu}))?(\p{L}+[2²]?)\)?$/u;

/** Takes the unit off a name; undefined for a name without one. */
export function measuredName(name: string): MeasuredName | undefined {
  const [, bare, last] = LAST.exec(name.slice(0, LONGEST)) ?? [];
  if (bare === undefined || last === undefined) return undefined;
  const code = last.toUpperCase();
  if (code.length === 3 && currencyIn(code)?.code === code) return { bare, unit: code };
  const all = UNITS.find((units) => units.some((unit) => unit.test(last)));
  const own = all?.find((unit) => unit.test(last));
  return all === undefined || own === undefined ? undefined : { bare, unit: { own, all } };
}

/** Characters of a name. */
const LONGEST = 80;
