import { exactNumber } from "../../core/index.ts";
/** What a bare word of a value is; members whose value is `undefined` are left out. */
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const ESCAPES: Readonly<Record<string, string>> = Object.freeze({
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
});

const SPACE = /[\s\u{feff}]*/uy;
const WORD = /[^\s\u{feff}{}[\]:,"']+/uy;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const UNICODE = /[\da-f]{4}/iy;

/** What is behind the quote at the end of a string; behind one that is part of it the text goes on. */
const BEHIND_END = [
  // An end, a colon, a comment.
  /[\s\u{feff}]*(?:[:}\]]|\/[/*]|$)/uy,
  // A comma and a value, or a name without quotes.
  /[\s\u{feff}]*,[\s,\u{feff}]*(?:["'{}[\]]|\/[/*]|$|[\w$]{1,60}\s*:)/uy,
  /[\s\u{feff}]*,[\s\u{feff}]*(?:[-+\d.e]{1,40}|true|false|null)\s*[,}\]]/iuy,
  // No comma, or something else: the next member's name, or the next line's string.
  /[^\w"']{0,80}["'][\w@$:.-]{1,60}["']\s*:/uy,
  /[^\S\n]*\n[\s\u{feff}]*["'{}[\]]/uy,
];

/** Reads the parts of JSON, and of what is nearly JSON, one after the other. */
export class JsonCursor {
  readonly #text: string;
  #at = 0;
  /** The next `-->`, as far as it was looked for. */
  #commentEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The character that is next behind spaces and comments; empty at the end. */
  next(): string {
    for (let before = -1; before !== this.#at;) {
      before = this.#at;
      this.#match(SPACE);
      this.#skipComment();
    }
    return this.#text.charAt(this.#at);
  }

  /** Goes on by one character. */
  pass(): void {
    this.#at += 1;
  }

  /** A word without quotes, or one character that is none; empty at the end. */
  word(): string {
    const word = this.#match(WORD);
    if (word !== "") return word;
    this.#at += 1;
    return this.#text.charAt(this.#at - 1);
  }

  /** The string whose quote is next; undefined when it does not end. */
  string(): string | undefined {
    const quote = this.#text.charAt(this.#at);
    let value = "";
    let from = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === "\\") {
        value += this.#text.slice(from, this.#at) + this.#escaped();
        from = this.#at + 1;
      } else if (character === quote && this.#isEnd()) {
        value += this.#text.slice(from, this.#at);
        this.#at += 1;
        return value;
      }
    }
    return undefined;
  }

  /** Whether the quote here ends its string, and is none that somebody forgot to escape. */
  #isEnd(): boolean {
    return BEHIND_END.some((pattern) => {
      pattern.lastIndex = this.#at + 1;
      return pattern.test(this.#text);
    });
  }

  /** What the escape here stands for; the cursor is on its last character then. */
  #escaped(): string {
    const character = this.#text.charAt(++this.#at);
    if (character !== "u") return ESCAPES[character] ?? (character === "\n" ? "" : character);
    UNICODE.lastIndex = this.#at + 1;
    const digits = UNICODE.exec(this.#text)?.[0];
    if (digits === undefined) return character;
    this.#at += digits.length;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #skipComment(): void {
    const text = this.#text;
    if (text.startsWith("//", this.#at)) {
      this.#at += 2;
      // What wraps the data on the same line does not comment it out.
      if (/^[ \t]*<!/.test(text.slice(this.#at, this.#at + 20))) return;
      const end = text.indexOf("\n", this.#at);
      this.#at = end === -1 ? text.length : end;
    } else if (text.startsWith("/*", this.#at)) {
      const end = text.indexOf("*/", this.#at + 2);
      this.#at = end === -1 ? text.length : end + 2;
    } else if (text.startsWith("<![CDATA[", this.#at)) this.#at += 9;
    else if (text.startsWith("<!--", this.#at)) this.#skipMarkupComment();
  }

  /** A comment of HTML is skipped, but not what it wraps. */
  #skipMarkupComment(): void {
    this.#at += 4;
    this.#match(SPACE);
    if ("{[".includes(this.#text.charAt(this.#at))) return;
    if (this.#commentEnd < this.#at) {
      const end = this.#text.indexOf("-->", this.#at);
      this.#commentEnd = end === -1 ? this.#text.length : end;
    }
    if (this.#commentEnd < this.#text.length) this.#at = this.#commentEnd + 3;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

/** The value of a bare word; undefined for one that has none in JSON, as `NaN` and `undefined`. */
export function wordValue(word: string): unknown {
  if (WORDS.has(word)) return WORDS.get(word);
  if (!/^[+-]?(?:\d|\.\d)/.test(word)) return undefined;
  // A number that begins with zeros is a code, which would lose them.
  if (/^0\d/.test(word)) return word;
  return NUMBER.test(word) ? exactNumber(word) : undefined;
}
