/** A number as people write it, with whatever separates its groups. */
const WRITTEN =
  /(?<![\p{L}\p{N}])(?<minus>[-−–]\s*)?(?:\p{Sc}\s*|[A-Z]{2,3}\$?\s+)?(?<minusBehind>[-−])?(?<digits>\d+(?:(?:[.,'’]|[ \u00a0\u2009\u202f](?=\d{3}(?!\d)))\d+)*|[.,]\d+)/u;

/** Signs and names of money, and of other units with at most two decimals, around a number. */
const MONEY =
  /\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY|CNY|INR|BRL|PLN|CZK|SEK|NOK|DKK|TRY|RUB|kr|zł|Kč|Fr)\b/u;

/**
 * The first number in a text, as it is written in most countries: `1.299,00 €`, `$1,299.00`,
 * `1 299,00`, `1'299.-`, `−5 %`; null without one. Of one separator with three digits behind it a
 * comma groups, and a point groups where money is meant (`1.299 €`).
 */
export function readNumber(text: string): number | null {
  const { minus, minusBehind, digits } = WRITTEN.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  const value = Number(plainDigits(digits, MONEY.test(text)));
  if (!Number.isFinite(value)) return null;
  return minus === undefined && minusBehind === undefined ? value : -value;
}

/** The digits with nothing but a point before the decimals. */
function plainDigits(written: string, isMoney: boolean): string {
  const digits = written.replace(/[ \u00a0\u2009\u202f'’]/g, "");
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  if (last === -1) return digits;
  const separator = digits[last] as string;
  const before = digits.slice(0, last);
  const behind = digits.slice(last + 1);
  if (before.includes(separator)) return digits.replace(/[.,]/g, "");
  const other = separator === "." ? "," : ".";
  const groups = behind.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (groups && !before.includes(other) && (separator === "," || isMoney)) return before + behind;
  return `${before.replace(/[.,]/g, "")}.${behind}`;
}
