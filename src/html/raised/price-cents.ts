import { tagIds, type TagId } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
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
 * @param text what is in the node: the digits, perhaps with a sign behind them
 */
export function centsMark(view: View, node: NodeId, text: string): "." | "," | undefined {
  const sign = signOf(text);
  if (sign === undefined) return undefined;
  const before = textBefore(view, node).trimEnd();
  const number = before.slice(before.search(whole));
  if (!whole.test(before)) return undefined;
  const lead = before.slice(0, -number.length);
  const behind = sign + textBehind(view, node);
  if (factor.test(lead) || /^[\d.,]\d/.test(behind)) return undefined;
  const cents = Number(text.slice(0, 2));
  const mayBePower = number === "10" && cents < LEAST_CENTS && !lead.endsWith(SCRIPT_END);
  const isSure = !mayBePower && isStated(lead, behind);
  if (!isSure && !(lead.trim().length <= MOST_LEAD && isPriced(view.tree, node))) return undefined;
  return separatorOf(number);
}

function separatorOf(number: string): "." | "," {
  return number.includes(".") ? "," : ".";
}

/** What follows two digits, a sign of a currency or nothing; undefined where something else is. */
function signOf(text: string): string | undefined {
  const [, sign] = /^\d\d(?!\d)(.*)$/s.exec(text) ?? [];
  if (sign === undefined || sign === "" || sign === "*") return sign;
  return signBehind.test(sign) ? sign : undefined;
}

/** Whether the text around a number says that it is a price. */
function isStated(lead: string, behind: string): boolean {
  return signBefore.test(lead) || wordBefore.test(lead) || signBehind.test(behind);
}

/** Elements that show the cents of a price smaller, by themselves … */
const smaller = new Set<TagId>([tagIds.small, tagIds.u]);
/** … by their class, or by their style. */
const cents =
  /cents?(?![a-z])|centimes?|fraction|decimals?|penn(?:y|ies)|kope(?:ck|k)|superscript/i;
const raisedStyle =
  /vertical-align\s*:\s*(?:super|top|text-top)|font-size\s*:\s*(?:0?\.\d|[1-9]\d?%|smaller|small|x-small)/i;

/**
 * What stands before a text of two digits that is the cents of a price, and all that is in an
 * element which shows it smaller; like {@link centsMark}.
 */
export function centsOf(view: View, text: NodeId): "." | "," | undefined {
  const { tree } = view;
  const element = tree.parent(text);
  if (tree.nextSibling(text) !== 0 || tree.previousSibling(text) !== 0) return undefined;
  if (!smaller.has(tree.tag(element))) {
    const isNamed = cents.test(tree.attribute(element, "class") ?? "");
    if (!isNamed && !raisedStyle.test(tree.attribute(element, "style") ?? "")) return undefined;
  }
  return centsMark(view, element, tree.text(text));
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
