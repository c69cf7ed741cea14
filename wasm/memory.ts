// Where things lie in memory. `src/html/scanner-engine.ts` reads these numbers from the module.

/** The table of element names; see names.ts. */
export const TAG_NAMES: usize = 2048;
/** The table of attribute names. */
export const ATTRIBUTE_NAMES: usize = 11776;
/** By tag number: the hash of its name, 4 bytes. */
export const TAG_HASHES: usize = 21504;
/** By tag number: 1 where the content of the element may be text, so that a batch ends. */
export const TAG_STOPS: usize = 22528;
/** By tag number: 1 where the attributes of start tags are kept. */
export const TAG_READ: usize = 22784;
/** The tokens of a batch, {@link TOKEN_SIZE} bytes each. */
export const TOKENS: usize = 24576;
/** Bytes of a token: kind, start, end, tag or traits, hash, first attribute, self-closing. */
export const TOKEN_SIZE: usize = 32;
/** The most tokens of a batch. */
export const MOST_TOKENS: usize = 1024;
/** The page's UTF-16 code units, with zeros behind. */
export const CODES: usize = 65536;
/** Bytes of an attribute: name and last mark, start of the name, start and end of the value. */
export const SLOT_SIZE: usize = 16;

/** Code units of the page. */
export let length: i32 = 0;

/** Sets the number of code units. */
export function setLength(size: i32): void {
  length = size;
}

export function address(at: i32): usize {
  return CODES + ((<usize>at) << 1);
}

/** The code unit at an offset. */
export function code(at: i32): i32 {
  return load<u16>(address(at));
}

/** White space between tokens: tab, line feed, form feed, return, space. */
export function isSpace(unit: i32): bool {
  return unit == 32 || (unit <= 13 && unit >= 9 && unit != 11);
}

/** The offset of the next code unit `unit`, or the length. */
export function find(unit: i32, from: i32): i32 {
  const wanted = i16x8.splat(<i16>unit);
  const end = address(length);
  for (let at = address(from); at < end; at += 16) {
    const found = i16x8.bitmask(i16x8.eq(v128.load(at), wanted));
    if (found != 0) return min(<i32>((at - CODES) >> 1) + ctz(found), length);
  }
  return length;
}

/** 16 code units from `at` on as bytes; others than those of Latin-1 become 255 or 0. */
export function bytes(at: i32): v128 {
  const from = address(at);
  return i8x16.narrow_i16x8_u(v128.load(from), v128.load(from, 16));
}

/** Which of 16 bytes are white space. */
export function spaces(units: v128): v128 {
  const control = i8x16.le_u(i8x16.sub(units, i8x16.splat(9)), i8x16.splat(4));
  const isVertical = i8x16.eq(units, i8x16.splat(11));
  return v128.or(i8x16.eq(units, i8x16.splat(32)), v128.andnot(control, isVertical));
}
