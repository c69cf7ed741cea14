/** How a reference becomes absolute without parsing. */
export type ReferenceKind = (typeof ReferenceKind)[keyof typeof ReferenceKind];

/** By what goes in front of the reference. */
export const ReferenceKind = Object.freeze({
  /** Nothing helps, it has to be parsed. */
  other: 0,
  /** Nothing. */
  absolute: 1,
  /** The page's scheme: `//host/path`. */
  schemeless: 2,
  /** The page's scheme and host: `/path`. */
  rooted: 3,
  /** The page's folder: `path`. */
  relative: 4,
  /** The page's address without its fragment: `#fragment`. */
  fragment: 5,
});

const HASH = 35;
const PERCENT = 37;
const HYPHEN = 45;
const POINT = 46;
const SLASH = 47;
const QUESTION = 63;
const LOWER_A = 97;
const LOWER_H = 104;
const LOWER_Z = 122;

const PATH = 1;
const QUERY = 2;
const FRAGMENT = 4;
const HOST = 8;
/** Of a path that nothing goes before: a colon could end a scheme. */
const RELATIVE = 16;
/** Letters and digits. */
const NAME = 32;

/**
 * By code unit: the parts of a URL in which it stays as it is, or certainly does. Neither quotes nor
 * white space are in any, so that every value ends at its end without asking.
 */
const kept: Uint8Array = makeKept();

function makeKept(): Uint8Array {
  const set = new Uint8Array(65_536);
  const add = (characters: string, parts: number): void => {
    for (const character of characters) set[character.charCodeAt(0)] = parts;
  };
  const anywhere = PATH | RELATIVE | QUERY | FRAGMENT;
  add("abcdefghijklmnopqrstuvwxyz0123456789", anywhere | HOST | NAME);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", anywhere | NAME);
  add("-.", anywhere | HOST);
  add("_~!$()*+,;=@%/", anywhere);
  add(":", PATH | QUERY | FRAGMENT);
  add("?", QUERY | FRAGMENT);
  return set;
}

/**
 * How the reference is made absolute when parsing it (WHATWG URL 4.4) would change nothing in it:
 * an http or https URL in lower case without a port, or a path, neither with dot segments or
 * characters to encode. An ampersand may have to be decoded first, so it is among the latter.
 * @param from where the reference begins in the code units
 * @param to behind its end
 */
export function referenceKind(codes: Uint16Array, from: number, to: number): ReferenceKind {
  if (from === to) return ReferenceKind.other;
  const kind = likelyKind(codes, from);
  return endOf(codes, from, kind) === to ? kind : ReferenceKind.other;
}

function likelyKind(codes: Uint16Array, from: number): ReferenceKind {
  const first = codes[from] as number;
  if (first === SLASH) {
    return codes[from + 1] === SLASH ? ReferenceKind.schemeless : ReferenceKind.rooted;
  }
  if (first === HASH) return ReferenceKind.fragment;
  if (first === LOWER_H && behindScheme(codes, from) !== 0) return ReferenceKind.absolute;
  return ((kept[first] as number) & NAME) === 0 ? ReferenceKind.other : ReferenceKind.relative;
}

/** The offset behind what is plain in a reference of that kind; 0 when nothing is. */
function endOf(codes: Uint16Array, from: number, kind: ReferenceKind): number {
  switch (kind) {
    case ReferenceKind.absolute:
      return hostEnd(codes, behindScheme(codes, from));
    case ReferenceKind.schemeless:
      return hostEnd(codes, from + 2);
    case ReferenceKind.rooted:
      return pathEnd(codes, from, PATH);
    case ReferenceKind.relative:
      return pathEnd(codes, from, RELATIVE);
    case ReferenceKind.fragment:
      return runEnd(codes, from + 1, FRAGMENT);
    default:
      return 0;
  }
}

/** The offset behind `http://` or `https://`; 0 when there is neither. */
function behindScheme(codes: Uint16Array, from: number): number {
  let at = from;
  for (const code of HTTP) if (codes[at++] !== code) return 0;
  if (codes[at] === LOWER_S) at++;
  for (const code of COLON_SLASHES) if (codes[at++] !== code) return 0;
  return at;
}

const LOWER_S = 115;
const HTTP = [104, 116, 116, 112];
const COLON_SLASHES = [58, SLASH, SLASH];

/** The end of a host and what follows it; 0 when the host is none that stays as it is. */
function hostEnd(codes: Uint16Array, from: number): number {
  let label = from;
  let at = from;
  for (; ((kept[codes[at] as number] as number) & HOST) !== 0; at++) {
    const code = codes[at];
    // Two hyphens are a sign of an encoded name, which may be wrong.
    if (code === HYPHEN && codes[at + 1] === HYPHEN) return 0;
    if (code !== POINT) continue;
    if (at === label) return 0;
    label = at + 1;
  }
  // A last label that begins with a digit makes it an address, which is written in one way only.
  const first = codes[label] as number;
  const isName = at > label && first >= LOWER_A && first <= LOWER_Z;
  return isName && codes[at] === SLASH ? pathEnd(codes, at, PATH) : 0;
}

/** The end of a path and what follows it; 0 when it may have dot segments. */
function pathEnd(codes: Uint16Array, from: number, part: number): number {
  let at = from;
  for (; ((kept[codes[at] as number] as number) & part) !== 0; at++) {
    if (codes[at] !== SLASH) continue;
    const next = codes[at + 1];
    if (next === POINT || next === PERCENT) return 0;
  }
  if (codes[at] === QUESTION) at = runEnd(codes, at + 1, QUERY);
  return codes[at] === HASH ? runEnd(codes, at + 1, FRAGMENT) : at;
}

function runEnd(codes: Uint16Array, from: number, part: number): number {
  let at = from;
  while (((kept[codes[at] as number] as number) & part) !== 0) at++;
  return at;
}
