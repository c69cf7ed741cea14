/** Codes of characters that the writer treats by name. */
export const Code = Object.freeze({
  newline: 10,
  space: 32,
  bang: 33,
  numberSign: 35,
  ampersand: 38,
  parenthesis: 40,
  star: 42,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  question: 63,
  bracket: 91,
  backslash: 92,
  closeBracket: 93,
  caret: 94,
  underscore: 95,
  backtick: 96,
  bar: 124,
  tilde: 126,
});

// oxlint-disable-next-line typescript/unbound-method -- always called with a receiver
const { charCodeAt } = String.prototype;

/**
 * `value.charCodeAt(index)` that stays fast whatever strings come: V8 has a shape for flat and
 * sliced ones, of one byte and two, and past four of them looks the method up at every call. The
 * index has to be inside: after one that is not, every call is a slow one.
 */
export function codeAt(value: string, index: number): number {
  return charCodeAt.call(value, index);
}

/** How text treats a character; the value of {@link textClass}. */
export const TextClass = Object.freeze({
  /** Written as it is. */
  plain: 0,
  /** White space: runs of it become one space. */
  space: 1,
  /** Invisible and without meaning (zero-width space, soft hyphen): left out. */
  invisible: 2,
  /** May be markup; `escape.ts` decides. */
  special: 3,
});

/** {@link TextClass} of every UTF-16 code unit. */
export const textClass: Uint8Array = makeTextClasses();

/** The {@link TextClass} of the character at an index, which has to be inside. */
export function textClassAt(value: string, index: number): number {
  return textClass[codeAt(value, index)] as number;
}

function makeTextClasses(): Uint8Array {
  const classes = new Uint8Array(65_536);
  const spaces = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000";
  for (const character of spaces) classes[character.charCodeAt(0)] = TextClass.space;
  classes.fill(TextClass.space, 0x2000, 0x200b);
  for (const character of "\u00ad\u200b\u2060\ufeff") {
    classes[character.charCodeAt(0)] = TextClass.invisible;
  }
  for (const character of "\\*_~`[]<&|") classes[character.charCodeAt(0)] = TextClass.special;
  return classes;
}

/** What stands beside a delimiter run decides whether it can open or close (CommonMark 6.2). */
export const Neighbour = Object.freeze({ other: 0, space: 1, punctuation: 2, unsure: 3 });

/** The value of {@link neighbour}. */
export type Neighbour = (typeof Neighbour)[keyof typeof Neighbour];

const punctuation = /[\p{P}\p{S}]/u;

/**
 * The class of a UTF-16 code unit beside a delimiter run. Renderers disagree on characters beyond
 * the basic plane (emoji are symbols, but some look at half of a pair): those are `unsure`.
 */
export function neighbour(code: number): Neighbour {
  if (code < 128) {
    if (isAsciiPunctuation(code)) return Neighbour.punctuation;
    return code <= 32 ? Neighbour.space : Neighbour.other;
  }
  if (code >= 0xd800 && code <= 0xdfff) return Neighbour.unsure;
  const known = neighbours[code] as number;
  if (known > 0) return (known - 1) as Neighbour;
  const found = neighbourOf(code);
  neighbours[code] = found + 1;
  return found;
}

/** The answers given so far, plus one. */
const neighbours = new Uint8Array(65_536);

function neighbourOf(code: number): Neighbour {
  if (textClass[code] === TextClass.space) return Neighbour.space;
  return punctuation.test(String.fromCharCode(code)) ? Neighbour.punctuation : Neighbour.other;
}

/** Whether a backslash before the character escapes it (CommonMark 2.4). */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

/** Whether the character is an ASCII letter. */
export function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** The code of the last character before `index` that is not invisible; none back to `start`. */
export function visibleBefore(value: string, index: number, start: number): number | undefined {
  let at = index - 1;
  while (at >= start && textClassAt(value, at) === TextClass.invisible) at -= 1;
  return at < start ? undefined : codeAt(value, at);
}

/** The text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
}
