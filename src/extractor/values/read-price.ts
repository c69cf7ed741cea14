import { checkArgument } from "../../core/index.ts";
import { readDate } from "../../html/index.ts";
import { currencyBefore, currencyBehind, currencyIn, type FoundCurrency } from "./find-currency.ts";
import { multiplierAt } from "./multipliers.ts";
import { mayMean, regionCurrency } from "./region-currency.ts";
import {
  decimalOf,
  heldNumber,
  readableText,
  writtenNumbers,
  type WrittenNumber,
} from "./written-number.ts";

/** What is known of a text with a price. */
export interface PriceOptions {
  /** Another text that may name the currency: a cell beside the price, `priceCurrency`. */
  readonly hint?: string | undefined;
  /** The region of the page (ISO 3166): says which of several currencies `$` or `kr` is. */
  readonly region?: string | undefined;
}

/** A price as it was read. */
export interface Price {
  readonly amount: number;
  /** The number as it is written, in plain digits; the word where it is free. */
  readonly text: string;
  /** The sign, code or name of the currency as the page writes it. */
  readonly currency: string | undefined;
  /** ISO 4217, where the sign, the hint or the region tells one. */
  readonly code: string | undefined;
}

/** Characters of a text that are read. */
const LONGEST = 1_000;

/** Numbers of a text that are looked at. */
const MOST = 20;

const FREE =
  /(?<!\p{L})(?:free|gratis|kostenlos|kostenfrei|umsonst|gratuite?|gratuito|grátis|za darmo|bezpłatn[eyai]|zdarma|бесплатно|безкоштовно|ücretsiz|bedava|ilmainen|ingyen|δωρεάν|무료|無料|免费|免費|مجاني|رایگان|मुफ़्त|miễn phí)(?!\p{L})/iu;

/** A threshold is no price: `Free shipping on orders $49+`. */
const SHIPPING =
  /free (?:shipping|delivery|returns?)|versandkostenfrei|livraison (?:gratuite|offerte)|envío gratis/i;

/**
 * The price in a text, in any script and grouping: `1.299,- €`, `Rs 1,00,000`, `1,2 Mio. €`,
 * `35€99`, `US$ 12`; of a range and of several the first; 0 for what is free. Undefined without
 * one: for percentages, dates, numbers in brackets and thresholds of free shipping. A text is read
 * up to 1,000 characters.
 * @example
 * ```ts
 * import { readPrice } from "dragline/extractor";
 *
 * const price = readPrice("1.299,00 €");
 * console.log(price?.amount, price?.currency);
 * ```
 */
export function readPrice(text: string, options: PriceOptions = {}): Price | undefined {
  checkArgument("text of readPrice(text)", text, "string");
  const readable = readableText(text.slice(0, LONGEST)).trim();
  if (SHIPPING.test(readable)) return undefined;
  const amounts = amountsIn(readable);
  const amount = chosen(readable, amounts);
  if (amount === undefined) return freePrice(readable);
  if (amounts.every(({ sign }) => sign === undefined) && isOther(readable)) return undefined;
  return priceOf(readable, amount, options);
}

/** The pieces of a text that each end with an amount of money: its label, the amount, its sign. */
export function pricePieces(text: string): string[] {
  const readable = readableText(text.slice(0, LONGEST)).trim();
  let from = 0;
  return amountsIn(readable).flatMap(({ start, end, sign }) => {
    if (sign === undefined) return [];
    const to = sign.start < start ? end : sign.start + sign.text.length;
    const piece = readable.slice(from, to);
    from = to;
    return [piece];
  });
}

function priceOf(text: string, amount: Amount, options: PriceOptions): Price | undefined {
  const { hint = "", region } = options;
  const hinted = currencyIn(hint.slice(0, LONGEST));
  const sign = amount.sign ?? currencyIn(text) ?? hinted;
  const code = sign && codeOf(sign, hinted, region);
  const digits = withCents(text, amount);
  const decimal = decimalOf(digits, separatorsOf(code));
  const value = heldNumber(`${decimal}e${multiplierOf(text, amount)}`);
  if (value === undefined) return undefined;
  const signed = value !== 0 && isNegative(text, amount) ? -value : value;
  return { amount: signed, text: digits, currency: sign?.text, code };
}

/** A number of a text that may be its price. */
interface Amount extends WrittenNumber {
  readonly sign: FoundCurrency | undefined;
  /** Whether the sign stands behind it. */
  readonly isBehind: boolean;
}

function amountsIn(text: string): Amount[] {
  return writtenNumbers(text, MOST).flatMap((number) => {
    const behind = currencyBehind(text, number.end + multiplierAt(text.slice(number.end)).length);
    const before = currencyBefore(text, number.start);
    const sign = signOf(before, behind);
    if (!isAmount(text, number, sign)) return [];
    return [{ ...number, sign, isBehind: before === undefined && behind !== undefined }];
  });
}

/** Of signs on both sides the code counts: `$1,190.00 AUD`. */
function signOf(before?: FoundCurrency, behind?: FoundCurrency): FoundCurrency | undefined {
  const isCode = before?.code === undefined && /^[A-Z]{3}$/.test(behind?.text ?? "");
  return isCode ? (behind ?? before) : (before ?? behind);
}

function isAmount(text: string, number: WrittenNumber, sign: FoundCurrency | undefined): boolean {
  const before = text.slice(Math.max(0, number.start - 1), number.start);
  if (/^\s?[%٪％]/.test(text.slice(number.end, number.end + 2))) return false;
  return sign !== undefined || !/[\p{L}\p{M}_]/u.test(before);
}

/** What parts the two ends of a range whose sign stands behind the second: `26 to 50 €`. */
const RANGE = /^\s?(?:[-–—~]|to|bis|à|a|až|do|до|tot|til|till|～)\s?$/iu;

/**
 * The first amount with a sign, or the first end of its range; without signs the first one with
 * two decimals, else the first.
 */
function chosen(text: string, amounts: readonly Amount[]): Amount | undefined {
  const at = amounts.findIndex(({ sign }) => sign !== undefined);
  const [first, found] = [amounts[at - 1], amounts[at]];
  if (found === undefined) {
    return amounts.find(({ digits }) => /[.,]\d{2}$/.test(digits)) ?? amounts[0];
  }
  if (first === undefined || !found.isBehind) return found;
  const between = text.slice(first.end, found.start);
  if (RANGE.test(between)) return { ...first, sign: found.sign, isBehind: false };
  // Cents with a line of their own: `19 99 €`.
  const areCents = /^\d{2}$/.test(found.digits) && /^\d+$/.test(first.digits);
  if (!areCents || !/^\s$/.test(between)) return found;
  return { ...found, start: first.start, digits: `${first.digits}.${found.digits}` };
}

function freePrice(text: string): Price | undefined {
  const word = FREE.exec(text)?.[0];
  return word === undefined
    ? undefined
    : { amount: 0, text: word, currency: undefined, code: undefined };
}

/** Whether a text without a sign of money tells of something else: a date, a remark in brackets. */
function isOther(text: string): boolean {
  const isRemark = /^[^(\d]+\([^)]*\d[^)]*\)?$/.test(text) || FREE.test(text);
  if (isRemark || /^\d+(?:-0\d|[/:]\d+)$/.test(text)) return true;
  return /[\p{L}/-]|\.\d+\./u.test(text) && readDate(text) !== undefined;
}

/** Cents behind a sign, and hundredths by name behind the name of a currency. */
const CENTS = /^(?:(?=\d)|\s(?=\d{2}(?!\d)))(?<cents>\d{1,3})(?![\d.,%])(?!\s?\p{Sc})/u;
const HUNDREDTHS = /^\s?(?<cents>\d{2})\s?(?:gr|kop|коп|bani|ct|cents?|öre|øre|hal)(?!\p{L})/u;

/** Cents that stand behind the sign or a space: `35€99`, `35€ 99`, `19 99 €`. */
function withCents(text: string, { digits, end, sign, isBehind }: Amount): string {
  if (/[.,]\s?\d{1,2}$/.test(digits) || sign === undefined) return digits;
  const behind = text.slice(end, end + 12);
  if (!isBehind) {
    const spaced = /^[ \u00a0\u202f](\d{2})(?![\d.,%]|\s?\p{L})/u.exec(behind);
    return spaced === null ? digits : `${digits}.${spaced[1]}`;
  }
  const rest = text.slice(sign.start + sign.text.length).slice(0, 12);
  const form = sign.text.length > 1 ? HUNDREDTHS : CENTS;
  const cents = form.exec(rest)?.groups?.["cents"];
  return cents === undefined ? digits : `${digits}.${cents}`;
}

/** The power of ten that a word behind the amount multiplies with; `1 K` is a currency. */
function multiplierOf(text: string, { end, sign }: Amount): number {
  const behind = text.slice(end);
  const { power } = multiplierAt(behind);
  if (power > 0 || sign === undefined) return power;
  return { M: 6, B: 9 }[/^ ([MB])(?!\.?[\p{L}\p{N}/])/u.exec(behind)?.[1] ?? ""] ?? 0;
}

function codeOf(
  sign: FoundCurrency,
  hint: FoundCurrency | undefined,
  region: string | undefined,
): string | undefined {
  if (sign.code !== undefined) return sign.code;
  if (hint?.code !== undefined && mayMean(sign.text, hint.code)) return hint.code;
  return regionCurrency(sign.text, region);
}

/** Three digits behind a separator are thousands, but for currencies with three decimals. */
function separatorsOf(code: string | undefined): Parameters<typeof decimalOf>[1] {
  const isGrouped = !/^(?:KWD|BHD|OMR|JOD|IQD|LYD|TND)$/.test(code ?? "");
  return { pointGroups: isGrouped, commaGroups: isGrouped };
}

/** A minus right before the number or its sign, and nothing that it could part from them. */
function isNegative(text: string, { start, sign, isBehind }: Amount): boolean {
  const from = sign === undefined || isBehind ? start : Math.min(start, sign.start);
  return (
    /(?:^|[\s(])[-−]$/.test(text.slice(Math.max(0, from - 2), from)) ||
    /[-−]$/.test(text.slice(from, start))
  );
}
