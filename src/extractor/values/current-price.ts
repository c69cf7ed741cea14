import { leadingMeanings, meaningsOf } from "../schema/names.ts";
import { pricePieces, readPrice } from "./read-price.ts";

/**
 * What of a text with several prices says the one that is asked now: not what is called a former
 * price (`Was $99 Now $79`, `RRP £99 Our price £79`); of two that are all of the text the lower. The
 * text itself where there is one price, and where it does not say.
 */
export function currentPrice(text: string): string {
  if (!/\p{N}.*\p{N}/su.test(text)) return text;
  const pieces = pricePieces(text);
  if (pieces.length < 2) return text;
  const [first, second] = pieces;
  if (pieces.length === 2 && first !== undefined && second !== undefined && !/\p{L}/u.test(text)) {
    return isPair(text, first, second) ? lower(first, second) : text;
  }
  const isFormer = pieces.map((piece) => leadingMeanings(piece).includes("oldprice"));
  return isFormer.includes(true) ? (pieces[isFormer.indexOf(false)] ?? text) : text;
}

/** Meanings of words at an amount that is a price. */
const PRICES: ReadonlySet<string> = new Set(["price", "amount", "total", "salary", "min", "value"]);

/** Whether a text's amount is called something that is no price: `Shipping $4.90`, `+ $4.90 delivery`. */
export function isOtherAmount(text: string): boolean {
  const meanings = leadingMeanings(text);
  if (meanings.length > 0) return !meanings.some((each) => PRICES.has(each));
  const [, behind = ""] =
    /^\P{L}{0,4}\p{N}[^\p{L}]*(?:[A-Z]{3}\s)?\s*(\p{L}[^\p{N}]{0,40})$/u.exec(text) ?? [];
  return behind !== "" && meaningsOf(behind).some((each) => each === "shipping");
}

/** Whether two prices are all of a text, and no range. */
function isPair(text: string, first: string, second: string): boolean {
  const around = text.trim().length - first.length - second.length;
  return around === 0 && !/[-–—~]/.test(text);
}

function lower(first: string, second: string): string {
  const [one, other] = [first, second].map((piece) => readPrice(piece)?.amount ?? 0) as [
    number,
    number,
  ];
  return other > 0 && other < one ? second : first;
}
