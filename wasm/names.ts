import { address, code } from "./memory";

// A table of names: by key the first name with it, by name the next with the same key, the lengths,
// and 32 bytes of small letters each.
const KEYS: i32 = 1024;
const NEXT: usize = 1024;
const LENGTHS: usize = 1280;
const LETTERS: usize = 1536;
const LONGEST: i32 = 31;

/** The number in the table of the name, in any case, from `from` to `to`; 0 when it has none. */
export function identify(table: usize, units: v128, from: i32, to: i32): i32 {
  const size = to - from;
  if (size > LONGEST) return 0;
  let id = <i32>load<u8>(table + <usize>keyOf(from, to));
  if (id == 0) return 0;
  const lower = lowerCase(units);
  while (id != 0) {
    if (load<u8>(table + <usize>id, LENGTHS) == size && isSpelled(table, id, lower, from, size)) {
      return id;
    }
    id = <i32>load<u8>(table + <usize>id, NEXT);
  }
  return 0;
}

function isSpelled(table: usize, id: i32, lower: v128, from: i32, size: i32): bool {
  const letters = table + LETTERS + ((<usize>id) << 5);
  const equal = i8x16.bitmask(i8x16.eq(lower, v128.load(letters)));
  const asked = size < 16 ? (1 << size) - 1 : 0xffff;
  if ((equal & asked) != asked) return false;
  for (let index = 16; index < size; index++) {
    if (small(code(from + index)) != load<u8>(letters + <usize>index)) return false;
  }
  return true;
}

/** The same for capitals. */
function keyOf(from: i32, to: i32): i32 {
  const first = code(from) & 31;
  const middle = code((from + to) >> 1) & 31;
  const last = <i32>load<u16>(address(to) - 2) & 31;
  return ((to - from) ^ (first << 5) ^ (middle << 3) ^ (last << 2)) & (KEYS - 1);
}

/** A step of the hash of a name that is in no table. */
export function hashStep(hash: i32, unit: i32): i32 {
  return hash * 31 + small(unit);
}

function small(unit: i32): i32 {
  return <u32>(unit - 65) < 26 ? unit + 32 : unit;
}

function lowerCase(units: v128): v128 {
  const isCapital = i8x16.lt_u(i8x16.sub(units, i8x16.splat(65)), i8x16.splat(26));
  return v128.or(units, v128.and(isCapital, i8x16.splat(32)));
}
