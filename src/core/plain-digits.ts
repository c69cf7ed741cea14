const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;

/**
 * The text with the decimal digits of every script (Arabic, Persian, Devanagari, full-width...) as
 * `0` to `9`. All else stays; digits beyond the basic plane become one code unit instead of two.
 */
export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Unicode has the digits of a script in a row from its zero on, and rows that touch are whole. */
function digitValue(code: number): number {
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
