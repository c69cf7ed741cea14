/** A text that was made of another one, and where each of its code units comes from. */
export interface TextView {
  readonly text: string;
  /** Of each code unit, the first of the source's. */
  readonly starts: Uint32Array;
  /** Of each code unit, that after the last of the source's. */
  readonly ends: Uint32Array;
}

/** What an encoding at some place says, and how many code units it takes. */
interface Decoded {
  readonly said: string;
  readonly length: number;
}

/** Where an encoded character may begin. */
const ENCODED = /[%&\\+]/;

const signs: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  excl: "!",
  num: "#",
  dollar: "$",
  percnt: "%",
  lpar: "(",
  rpar: ")",
  ast: "*",
  midast: "*",
  plus: "+",
  comma: ",",
  period: ".",
  sol: "/",
  colon: ":",
  semi: ";",
  equals: "=",
  quest: "?",
  commat: "@",
  lsqb: "[",
  lbrack: "[",
  bsol: "\\",
  rsqb: "]",
  rbrack: "]",
  hat: "^",
  lowbar: "_",
  grave: "`",
  lcub: "{",
  lbrace: "{",
  verbar: "|",
  vert: "|",
  rcub: "}",
  rbrace: "}",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
  ntilde: "ñ",
  oslash: "ø",
  aring: "å",
  euro: "€",
  pound: "£",
  sect: "§",
};

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** A text with letters of any case as the same. Its length stays. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (sign) => {
    const small = sign.toLowerCase();
    return small.length === sign.length ? small : sign;
  }).join("");
}

/** A text as it is, folded. */
export function plainView(text: string): TextView {
  const starts = Uint32Array.from({ length: text.length }, (_, at) => at);
  return { text: fold(text), starts, ends: starts.map((at) => at + 1) };
}

/** A view with one layer of encodings undone, or undefined when it has none. */
export function decodeOnce(view: TextView): TextView | undefined {
  const { text } = view;
  if (!ENCODED.test(text)) return undefined;
  const builder = new ViewBuilder(view);
  let isChanged = false;
  for (let at = 0; at < text.length;) {
    const decoded = decodedAt(text, at);
    isChanged ||= decoded !== undefined;
    at = builder.add(at, decoded);
  }
  return isChanged ? builder.view() : undefined;
}

/**
 * A view without tags, emphasis and escapes of markdown, white space, signs of no width, and heads of
 * the lines of an outline.
 */
export function withoutMarkup(view: TextView): TextView {
  return without(
    view,
    /<\/?[a-z!][^<>]{0,1000}>|\n\s{0,200}- [a-z]{1,30}(?: \[[^\]\n]{0,100}\]){0,9}: ?|[\s*_`~\\\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+/g,
  );
}

/** A view of letters and digits alone. */
export function lettersOf(view: TextView): TextView {
  return without(view, /[^\p{L}\p{N}]+/gu);
}

function without(view: TextView, skipped: RegExp): TextView {
  const { text } = view;
  const builder = new ViewBuilder(view);
  let at = 0;
  for (const { 0: part, index } of text.matchAll(skipped)) {
    while (at < index) at = builder.add(at);
    at = index + part.length;
  }
  while (at < text.length) at = builder.add(at);
  return builder.view();
}

/** Makes a view of another one, code unit by code unit. */
class ViewBuilder {
  readonly #from: TextView;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #said: string[] = [];
  #length = 0;
  #plain = 0;
  #plainEnd = 0;

  constructor(from: TextView) {
    this.#from = from;
    this.#starts = new Uint32Array(from.text.length);
    this.#ends = new Uint32Array(from.text.length);
  }

  /** Adds what stands at a place, as it is or decoded; gives the place after it. */
  add(at: number, decoded?: Decoded): number {
    const { starts, ends, text } = this.#from;
    const length = decoded?.length ?? 1;
    const size = decoded?.said.length ?? 1;
    if (decoded === undefined && at === this.#plainEnd) this.#plainEnd += 1;
    else {
      this.#flush();
      if (decoded === undefined) [this.#plain, this.#plainEnd] = [at, at + 1];
      else {
        this.#said.push(fold(decoded.said));
        this.#plain = this.#plainEnd = at + length;
      }
    }
    for (let unit = 0; unit < size; unit += 1) {
      this.#starts[this.#length] = starts[at] ?? 0;
      this.#ends[this.#length] = ends[Math.min(at + length, text.length) - 1] ?? 0;
      this.#length += 1;
    }
    return at + length;
  }

  #flush(): void {
    if (this.#plainEnd > this.#plain)
      this.#said.push(this.#from.text.slice(this.#plain, this.#plainEnd));
  }

  view(): TextView {
    this.#flush();
    this.#plain = this.#plainEnd;
    return {
      text: this.#said.join(""),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }
}

/** What is encoded at a place; never longer than its encoding. */
function decodedAt(text: string, at: number): Decoded | undefined {
  switch (text[at]) {
    case "+":
      return { said: " ", length: 1 };
    case "%":
      return percentAt(text, at);
    case "&":
      return entityAt(text, at);
    case "\\":
      return escapeAt(text, at);
    default:
      return undefined;
  }
}

/** A character of UTF-8, percent-encoded; a byte that is none is one of Latin-1. */
function percentAt(text: string, at: number): Decoded | undefined {
  const wide = /^%u([0-9a-f]{4})/.exec(text.slice(at, at + 6));
  if (wide !== null) return { said: String.fromCharCode(parseInt(wide[1] ?? "", 16)), length: 6 };
  const [run = ""] = /^(?:%[0-9a-f]{2}){1,4}/.exec(text.slice(at, at + 12)) ?? [];
  if (run === "") return undefined;
  const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
  const first = bytes[0] ?? 0;
  const size = 1 + [0xc0, 0xe0, 0xf0].filter((least) => first >= least).length;
  const said = bytes.subarray(0, size).toString("utf8");
  const isWhole = size > 1 && bytes.length >= size && !said.includes("\uFFFD");
  if (isWhole) return { said, length: size * 3 };
  return { said: String.fromCharCode(first), length: 3 };
}

function entityAt(text: string, at: number): Decoded | undefined {
  const found = /^&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/.exec(text.slice(at, at + 12));
  if (found === null) return undefined;
  const [{ length }, hex, number, name] = found;
  if (name !== undefined) {
    const said =
      Object.hasOwn(signs, name) && text[at + length - 1] === ";" ? signs[name] : undefined;
    return said === undefined ? undefined : { said, length };
  }
  return characterOf(hex === undefined ? Number(number) : parseInt(hex, 16), length);
}

/** An escape of JSON or JavaScript. */
function escapeAt(text: string, at: number): Decoded | undefined {
  const code = /^\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|u\{([0-9a-f]{1,6})\})/.exec(
    text.slice(at, at + 10),
  );
  if (code !== null) {
    const unit = parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16);
    // Half of a pair is a code unit of its own.
    if (code[1] !== undefined) return { said: String.fromCharCode(unit), length: 6 };
    return characterOf(unit, code[0].length);
  }
  const sign = text[at + 1];
  if (sign === undefined) return undefined;
  const said = escapes[sign] ?? (/[^\p{L}\p{N}\s]/u.test(sign) ? sign : undefined);
  return said === undefined ? undefined : { said, length: 2 };
}

function characterOf(code: number, length: number): Decoded | undefined {
  return code > 0x10ffff ? undefined : { said: String.fromCodePoint(code), length };
}
