import { type Measure, measuresOf } from "../../evidence/index.ts";
import { currencyIn } from "./find-currency.ts";

/** What measures are that have readers of their own: spans of time, money, shares. */
const OTHERS: ReadonlySet<string> = new Set(["duration", "span", "money", "share"]);

/** Signs, abbreviations and codes of trade (UN/CEFACT 20) by the unit that they stand for. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  [
    ["g", "gr grm"],
    ["kg", "kgm"],
    ["mg", "mgm"],
    ["lb", "lbr"],
    ["oz", "onz"],
    ["km", "kmt"],
    ["m", "mtr"],
    ["cm", "cmt"],
    ["mm", "mmt"],
    ["in", 'inh " ″ ”'],
    ["ft", "fot ' ′ ’"],
    ["l", "ltr"],
    ["ml", "mlt"],
    ["m2", "mtk"],
    ["ps", "cv"],
  ].flatMap(([unit = "", signs = ""]) => signs.split(" ").map((sign) => [sign, unit] as const)),
);

/** What a word or sign measures; undefined for none. */
export function measureNamed(word: string): Measure | undefined {
  const plain = word.toLowerCase();
  const [measure] = measuresOf(SIGNS.get(plain) ?? plain);
  return measure === undefined || OTHERS.has(measure.dimension) ? undefined : measure;
}

/** A name that ends with a unit or a currency (ISO 4217): `weightKg`, `price_eur`. */
export interface MeasuredName {
  readonly bare: string;
  readonly unit: Measure | string;
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
  const unit = measureNamed(last);
  return unit === undefined ? undefined : { bare, unit };
}

/** Characters of a name. */
const LONGEST = 80;
