/** What JavaScript takes for white space, within the brackets of a class of RE2. */
const SPACE =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
/** All else. */
const NO_SPACE =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}" +
  "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const ALL = "\\x{0}-\\x{10ffff}";

/** Classes of Unicode that RE2 knows by their short names only. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: "L",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Titlecase_Letter: "Lt",
  Modifier_Letter: "Lm",
  Other_Letter: "Lo",
  Mark: "M",
  Number: "N",
  Decimal_Number: "Nd",
  Letter_Number: "Nl",
  Other_Number: "No",
  Punctuation: "P",
  Symbol: "S",
  Currency_Symbol: "Sc",
  Math_Symbol: "Sm",
  Separator: "Z",
  Space_Separator: "Zs",
};

const ESCAPE =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}(?:\\u[\da-fA-F]{4})?|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[\s\S])/;
/** Without the flag `u` braces behind these letters have no meaning of their own. */
const BARE_ESCAPE = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/;
const OPENING = /\(\?<(?![=!])[^>]*>|\(\?<?[=!]|\(\?[ims-]+:|\[\^?\]?/;

/**
 * A regular expression of JavaScript in RE2's syntax, with the same meaning; with the flag `m` a line
 * ends at a line feed only.
 * @param pattern that JavaScript compiles
 * @throws Error for what has no meaning in RE2: look-around, back-references, switches within
 */
export function toLinear(pattern: string, flags: string): string {
  const escape = (flags.includes("u") ? ESCAPE : BARE_ESCAPE).source;
  const outside = new RegExp(`${escape}|${OPENING.source}|[\\s\\S]`, "y");
  const inside = new RegExp(`${escape}|[\\s\\S]`, "y");
  const dotAll = flags.includes("s");
  let written = "";
  let inClass = false;
  for (let at = 0; at < pattern.length;) {
    const pieces: RegExp = inClass ? inside : outside;
    pieces.lastIndex = at;
    const piece: string = pieces.exec(pattern)?.[0] ?? "";
    at = pieces.lastIndex;
    if (inClass) {
      inClass = piece !== "]";
      written += inClass ? insideOf(piece) : piece;
    } else {
      inClass = piece === "[" || piece === "[^";
      written += outsideOf(piece, dotAll);
    }
  }
  return written;
}

function outsideOf(piece: string, dotAll: boolean): string {
  refuse(piece);
  if (piece === ".") return dotAll ? `[${ALL}]` : "[^\\n\\r\\x{2028}\\x{2029}]";
  if (piece === "[]") return `[^${ALL}]`;
  if (piece === "[^]") return `[${ALL}]`;
  // The names are of no use to anybody, and RE2 takes fewer.
  if (piece.startsWith("(?<")) return "(";
  if (piece === "\\s") return `[${SPACE}]`;
  if (piece === "\\S") return `[^${SPACE}]`;
  if (/^\\[bB]$/.test(piece)) return piece;
  return piece.startsWith("\\") ? escapeOf(piece) : piece;
}

function refuse(piece: string): void {
  if (/^\(\?<?[=!]$/.test(piece)) {
    throw new Error("look-ahead and look-behind cannot be matched in linear time");
  }
  if (/^\\[1-9k]/.test(piece)) {
    throw new Error("back-references cannot be matched in linear time");
  }
  if (/^\(\?[ims-]+:$/.test(piece)) throw new Error("flags within a pattern are not supported");
}

function insideOf(piece: string): string {
  // RE2 takes `[:` for the name of a class.
  if (piece === "[") return "\\[";
  if (piece === "\\s") return SPACE;
  if (piece === "\\S") return NO_SPACE;
  if (piece === "\\b") return "\\x{8}";
  return piece.startsWith("\\") ? escapeOf(piece) : piece;
}

/** What an escape stands for, in a class and outside. */
function escapeOf(piece: string): string {
  const kind = piece[1] ?? "";
  if (piece.length > 2) return longEscapeOf(piece, kind);
  if (piece === "\\0") return "\\x{0}";
  if (/[dDwWtnrfv]/.test(kind)) return piece;
  // Of RE2 many letters are escapes that JavaScript does not know; there they stand for themselves.
  return /[\p{L}\p{N}_]/u.test(kind) || kind > "\u007f" ? kind : piece;
}

function longEscapeOf(piece: string, kind: string): string {
  if (kind === "u") return unicodeOf(piece);
  if (kind === "x") return `\\x{${piece.slice(2)}}`;
  if (kind === "c") return `\\x{${(piece.charCodeAt(2) % 32).toString(16)}}`;
  return propertyOf(piece);
}

function unicodeOf(piece: string): string {
  const units = [...piece.matchAll(/u\{?([\da-f]+)/gi)].map(([, hex = ""]) => parseInt(hex, 16));
  const [first = 0, second] = units;
  if (second === undefined) return `\\x{${first.toString(16)}}`;
  const [point, ...rest] = String.fromCharCode(first, second);
  if (rest.length === 0) return `\\x{${(point?.codePointAt(0) ?? 0).toString(16)}}`;
  return `\\x{${first.toString(16)}}\\x{${second.toString(16)}}`;
}

function propertyOf(piece: string): string {
  const name = piece
    .slice(3, -1)
    .replace(/^(?:Script(?:_Extensions)?|scx?|General_Category|gc)=/, "");
  return `${piece.slice(0, 3)}${CATEGORIES[name] ?? name}}`;
}
