import { address, bytes, code, isSpace } from "./memory";

/** Text of nothing but white space. The numbers are those of `NodeFlag`. */
export const BLANK: i32 = 1 << 20;
/** Text that is written the same in every markup language. */
export const PLAIN: i32 = 1 << 21;
/** Text with a character that is not plain, and without carriage returns and NUL. */
export const REGULAR: i32 = 1 << 22;

const SPACE = 32;
const POINT = 46;
const SLASH = 47;
const W = 119;

// White space, what has a meaning in HTML, markdown or another markup language, what is invisible,
// and the parts of `://` and `www.`: & < [ ] \ ` * _ ~ | ^ . / and controls, but no space.
// Bit h of byte l stands for the character with the upper half h and the lower half l.
const WATCHED_BY_LOW = i8x16(
  0x43,
  0x03,
  0x03,
  0x03,
  0x03,
  0x03,
  0x07,
  0x03,
  0x03,
  0x03,
  0x07,
  0x23,
  -0x55,
  0x23,
  -0x59,
  -0x59,
);
const BIT_OF_HIGH = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);

/** The traits of a run of text. */
export function textTraits(start: i32, end: i32): i32 {
  let from = start;
  while (from < end && isSpace(code(from))) from++;
  if (from == end) return BLANK;
  let to = end;
  while (isSpace(code(to - 1))) to--;
  let spaceBefore = 0;
  for (let at = from; at < to; at += 16) {
    const units = bytes(at);
    const left = to - at;
    const inside = left < 16 ? (1 << left) - 1 : 0xffff;
    const blanks = i8x16.bitmask(i8x16.eq(units, i8x16.splat(<i8>SPACE)));
    if ((blanks & ((blanks << 1) | spaceBefore) & inside) != 0) return regular(start, end);
    spaceBefore = (blanks >> 15) & 1;
    let watched = watchedOf(units) & inside;
    while (watched != 0) {
      const place = at + ctz(watched);
      if (isTelling(place, from)) return regular(start, end);
      watched &= watched - 1;
    }
  }
  return PLAIN;
}

function watchedOf(units: v128): i32 {
  const rows = i8x16.swizzle(WATCHED_BY_LOW, v128.and(units, i8x16.splat(15)));
  const columns = i8x16.swizzle(BIT_OF_HIGH, i8x16.shr_u(units, 4));
  const found = i8x16.ne(v128.and(rows, columns), i8x16.splat(0));
  return i8x16.bitmask(v128.or(found, units));
}

/** Whether a watched character, or one beyond ASCII, needs a closer look. */
function isTelling(at: i32, from: i32): bool {
  const unit = code(at);
  if (unit > 126) return isHidden(unit);
  const before = at == from ? SPACE : code(at - 1);
  if (unit == SLASH) return before == SLASH;
  return unit != POINT || (before | 32) == W;
}

/** Controls, spaces and invisible characters beyond ASCII, and U+FFFD. */
function isHidden(unit: i32): bool {
  if (unit < 0x1680) return unit < 0xa1 || unit == 0xad;
  if (unit < 0x2070) {
    return (
      unit == 0x1680 ||
      unit == 0x180e ||
      (unit >= 0x2000 && unit < 0x2010) ||
      (unit >= 0x2028 && unit < 0x2030) ||
      unit >= 0x205f
    );
  }
  return unit == 0x3000 || unit == 0xfeff || unit == 0xfffd;
}

function regular(start: i32, end: i32): i32 {
  for (let at = start; at < end; at += 8) {
    const units = v128.load(address(at));
    const found = v128.or(i16x8.eq(units, i16x8.splat(13)), i16x8.eq(units, i16x8.splat(0)));
    const left = end - at;
    const inside = left < 8 ? (1 << left) - 1 : 0xff;
    if ((i16x8.bitmask(found) & inside) != 0) return 0;
  }
  return REGULAR;
}
