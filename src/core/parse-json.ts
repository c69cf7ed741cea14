/** Only such numbers may be other than they are written: long ones, and those with an exponent. */
const MAY_DIFFER = /(?:^|[:,[\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE])/;

/** A number of JSON, or the quote at the beginning of a string. */
const NUMBER_OR_QUOTE = /"|-?\d[\d.eE+-]*/g;

/**
 * `JSON.parse` that rounds no whole number: one beyond 2^53 - 1 is a string of its digits, and so is
 * what a number cannot hold at all (`1e400`, `1e-400`, `9007199254740993.0`). Other fractions are the
 * nearest number, as ever. Of members with one name the last counts (RFC 8259, 4). Takes linear time.
 * @throws SyntaxError for what is no JSON
 * @example parseJson('{"id":12345678901234567890}') // { id: "12345678901234567890" }
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_DIFFER.test(text) ? (JSON.parse(quoteInexact(text)) as unknown) : value;
}

/** A number by its text, as {@link parseJson} gives it. */
export function exactNumber(source: string): number | string {
  const value = Number(source);
  const isSmall = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (isSmall) return value === 0 && significantDigits(source) !== "" ? source : value;
  return /^[+-]?\d+$/.test(source) || !isRoundTrip(source) ? source : value;
}

/** Whether the digits of a number's text are those that the number is written with. */
export function isRoundTrip(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && significantDigits(source) === significantDigits(String(value));
}

/** The digits of a number from its first that is not zero to its last; empty for zero. */
export function significantDigits(source: string): string {
  const digits = source
    .replace(/[eE].*$/, "")
    .replace(/[^\d]/g, "")
    .replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** The end of a string of valid JSON, behind its closing quote. */
export function jsonStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
}

/** Valid JSON with its numbers that a number cannot hold in quotes. */
function quoteInexact(text: string): string {
  const tokens = new RegExp(NUMBER_OR_QUOTE);
  let quoted = "";
  let from = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [source] = token;
    if (source === '"') tokens.lastIndex = jsonStringEnd(text, token.index);
    else if (typeof exactNumber(source) === "string") {
      quoted += `${text.slice(from, token.index)}"${source}"`;
      from = tokens.lastIndex;
    }
  }
  return quoted + text.slice(from);
}
