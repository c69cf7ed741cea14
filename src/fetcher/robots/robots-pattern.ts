/**
 * How paths and patterns are spelled before they are compared. `written` leaves them as they are,
 * but for the case of escapes; `normal` is RFC 9309, 2.2.2: escapes of unreserved characters are
 * decoded, what no URL may hold is escaped.
 */
export type Spelling = "written" | "normal";

const NEITHER_ESCAPE_NOR_URL = /%[0-9a-f]{2}|[^\w.~:/?#[\]@!$&()*+,;=%-]/gi;

/**
 * The path and query of a URL, as Google's parser takes them from any text: from the first `/`,
 * `?` or `;` behind the authority to the fragment.
 */
export function pathOf(url: string): string {
  const from = url.startsWith("//") ? 2 : 0;
  const scheme = url.indexOf("://", from);
  const early = indexOfPath(url, from);
  const start = indexOfPath(url, scheme === -1 || early < scheme ? from : scheme + 3);
  const hash = url.indexOf("#", from);
  const path = url.slice(start, hash === -1 ? undefined : Math.max(hash, start));
  if (hash !== -1 && hash < start) return "/";
  return path.startsWith("/") ? path : `/${path}`;
}

function indexOfPath(url: string, from: number): number {
  const found = url.slice(from).search(/[/?;]/);
  return found === -1 ? url.length : from + found;
}

/** Octets outside ASCII as escapes; `text` has one character per octet. */
export function escapeOctets(text: string): string {
  return text.replace(/[\u0080-\u00ff]/g, escapeCharacter);
}

/** A URL's path in the given spelling. */
export function spellPath(path: string, spelling: Spelling): string {
  if (spelling === "written") return upperEscapes(path);
  return normalize(path).replace(/[*$]/g, escapeCharacter);
}

/** A rule's pattern in the given spelling; `*` and a last `$` keep their meaning. */
export function spellPattern(pattern: string, spelling: Spelling): string {
  if (spelling === "written") return upperEscapes(pattern);
  return normalize(pattern).replace(/\$(?!$)/g, "%24");
}

function upperEscapes(text: string): string {
  return text.includes("%") ? text.replace(/%[0-9a-f]{2}/gi, (it) => it.toUpperCase()) : text;
}

function normalize(text: string): string {
  return text.replace(NEITHER_ESCAPE_NOR_URL, (found) => {
    if (found.length === 1) return escapeCharacter(found);
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : found.toUpperCase();
  });
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Whether a pattern (RFC 9309, 2.2.3) matches the start of a path: `*` is any octets, a last `$`
 * the end. Each part between stars is taken where it first occurs, which is enough for patterns
 * without alternatives, so the time does not grow with the number of stars.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const star = pattern.indexOf("*");
  const anchored = pattern.endsWith("$");
  const body = anchored ? pattern.slice(0, -1) : pattern;
  if (star === -1) return anchored ? path === body : path.startsWith(body);
  // Most patterns of a file fail here, before they are taken apart.
  if (!path.startsWith(body.slice(0, star))) return false;
  const parts = body.slice(star + 1).split("*");
  const last = parts.pop() ?? "";
  let at = star;
  for (const part of parts) {
    const found = indexOf(path, part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (anchored) return path.length - last.length >= at && path.endsWith(last);
  return indexOf(path, last, at) !== -1;
}

/** V8's search takes quadratic time for some words from 250 characters on. */
const LONG_WORD = 250;

function indexOf(text: string, word: string, from: number): number {
  return word.length < LONG_WORD ? text.indexOf(word, from) : linearIndexOf(text, word, from);
}

/** Knuth, Morris and Pratt: never looks at a character of the text twice. */
function linearIndexOf(text: string, word: string, from: number): number {
  const borders = bordersOf(word);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== word.charCodeAt(matched)) matched = borders[matched] ?? 0;
    if (code === word.charCodeAt(matched)) matched += 1;
    if (matched === word.length) return at + 1 - matched;
  }
  return -1;
}

/** For each length of a beginning of `word`: its longest proper beginning that is its end too. */
function bordersOf(word: string): Uint16Array {
  const borders = new Uint16Array(word.length + 1);
  let border = 0;
  for (let at = 1; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    while (border > 0 && code !== word.charCodeAt(border)) border = borders[border] ?? 0;
    if (code === word.charCodeAt(border)) border += 1;
    borders[at + 1] = border;
  }
  return borders;
}
