import type { NodeId, Tree } from "../tree.ts";
import type { View } from "../view.ts";
import { SCRIPT_END, textBefore, textBehind } from "./text-around.ts";

/** Signs, codes and abbreviations of currencies. */
const CURRENCY = String.raw`\p{Sc}|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|TL|BRL|MXN|ARS|CLP|ZAR|RUB|UAH|AED|SAR|ILS|euros?|dollars?|eur|kr|zł|zl|Kč|Ft|lei|лв|руб|грн|SFr|Fr|Rs|Rp|RM|DM)(?!\p{L})`;
const signBefore = new RegExp(`(?:${CURRENCY})[.:\\s${SCRIPT_END}]*$`, "u");
const signBehind = new RegExp(`^[\\s*]*(?:${CURRENCY})`, "u");
const wordBefore =
  /(?<!\p{L})(?:prices?|price|prix|preis|preise|precio|preço|prezzo|prijs|pris|cena|cijena|ціна|цена|fiyat|hinta|ár|価格|价格)[^\p{L}\p{N}]{0,4}$/iu;

/** A whole number, perhaps in groups of three digits, at the end of a text. */
const whole = /(?<![\d.,])(?:\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+|\d+)$/;
/** The number is a factor: a power of ten follows. */
const factor = /[×·*⋅∙•x]\s*$/;

/** Names of classes and properties around a price. */
const priced =
  /price|preis|prezzo|precio|preço|(?:^|[\s_-])(?:prix|preco|prijs|cena|cost|amount|fare|tarif|cents?|decimals?)(?![a-z])/i;
/** Elements up from a number that are asked for such a name. */
const FARTHEST = 4;
/** More text before a number, and it is one of a sentence. */
const MOST_LEAD = 24;
/** What is raised above ten and less is a power. */
const LEAST_CENTS = 25;

/**
 * What stands between the whole number before the node and the two digits in it, where both are a
 * price: the point, or a comma where points group the thousands. Undefined where they are none.
 */
export function centsMark(view: View, node: NodeId, digits: string): "." | "," | undefined {
  if (!/^\d\d$/.test(digits)) return undefined;
  const before = textBefore(view, node).trimEnd();
  const number = whole.exec(before)?.[0];
  if (number === undefined) return undefined;
  const lead = before.slice(0, -number.length);
  const behind = textBehind(view, node);
  if (factor.test(lead) || /^[\d.,]\d/.test(behind)) return undefined;
  const mayBePower = number === "10" && Number(digits) < LEAST_CENTS && !lead.endsWith(SCRIPT_END);
  const isStated = signBefore.test(lead) || wordBefore.test(lead) || signBehind.test(behind);
  const isNamed = (): boolean => isPriced(view.tree, node);
  if (!isPrice({ lead, isStated, mayBePower, isNamed })) return undefined;
  return number.includes(".") ? "," : ".";
}

interface Signs {
  /** The text before the number. */
  readonly lead: string;
  /** Whether the text around the number says that it is a price. */
  readonly isStated: boolean;
  readonly mayBePower: boolean;
  /** Whether names around it say so. */
  readonly isNamed: () => boolean;
}

function isPrice({ lead, isStated, mayBePower, isNamed }: Signs): boolean {
  if (isStated && !mayBePower) return true;
  return (isStated || lead.trim().length <= MOST_LEAD) && isNamed();
}

/** Whether something around the node is called a price. */
function isPriced(tree: Tree, node: NodeId): boolean {
  let at = node;
  for (let steps = 0; at !== 0 && steps <= FARTHEST; steps++) {
    for (const name of ["class", "itemprop", "id"]) {
      if (priced.test(tree.attribute(at, name) ?? "")) return true;
    }
    at = tree.parent(at);
  }
  return false;
}
