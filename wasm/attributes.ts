import { ATTRIBUTE_NAMES, bytes, code, find, isSpace, length, SLOT_SIZE, spaces } from "./memory";
import { identify } from "./names";

const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const DOUBLE = 34;
const SINGLE = 39;

/** Attributes of one element beyond this number are left out. */
export const MAX_ATTRIBUTES = 1024;

/** The bit of an element's last attribute. */
const LAST = 1 << 8;

/** Where the attributes lie; the first one is number 1. */
let slots: usize = 0;
/** The next attribute. */
export let next: i32 = 1;
/** Whether the tag that was read last ends in "/>". */
export let selfClosing: i32 = 0;
/** Offsets of the last value. */
let valueFrom: i32 = 0;
let valueTo: i32 = 0;

/** Forgets all attributes. */
export function clear(at: usize): void {
  slots = at;
  next = 1;
}

/** Whether another tag's attributes fit in memory that ends at `end`. */
export function hasRoom(end: usize): bool {
  return slots + <usize>(next + MAX_ATTRIBUTES + 1) * SLOT_SIZE <= end;
}

/** A tag without attributes. */
export function none(): void {
  selfClosing = 0;
}

/** Reads and keeps the attributes of a tag; like {@link scanAttributes}. */
export function readAttributes(from: i32): i32 {
  const first = next;
  const end = scanAttributes(from, first + MAX_ATTRIBUTES);
  if (end == -1) next = first;
  else if (next != first) {
    const last = slots + <usize>(next - 1) * SLOT_SIZE;
    store<i32>(last, load<i32>(last) | LAST);
  }
  return end;
}

/**
 * Reads what is behind the name of a tag (WHATWG HTML 13.2.5.32 to 13.2.5.40), from the end of the
 * name on.
 * @param most where no more attributes are kept
 * @returns the offset behind its ">"; -1 when there is none
 */
export function scanAttributes(from: i32, most: i32): i32 {
  let at = from;
  for (;;) {
    let slash = -1;
    let unit = code(at);
    while (unit == SLASH || isSpace(unit)) {
      if (unit == SLASH) slash = at;
      unit = code(++at);
    }
    if (unit == GREATER) {
      selfClosing = i32(slash != -1 && slash == at - 1);
      return at + 1;
    }
    if (at >= length) return -1;
    const units = bytes(at);
    const end = nameEnd(at, units);
    const behind = readValue(end);
    if (behind == -1) return -1;
    if (next < most) {
      const slot = slots + <usize>next * SLOT_SIZE;
      next++;
      store<i32>(slot, identify(ATTRIBUTE_NAMES, units, at, end));
      store<i32>(slot, at, 4);
      store<i32>(slot, valueFrom, 8);
      store<i32>(slot, valueTo, 12);
    }
    at = behind;
  }
  return -1;
}

/** The end of a name, whose first character may be any. */
function nameEnd(from: i32, units: v128): i32 {
  const signs = v128.or(
    i8x16.eq(units, i8x16.splat(<i8>SLASH)),
    i8x16.le_u(i8x16.sub(units, i8x16.splat(<i8>EQUALS)), i8x16.splat(1)),
  );
  const found = i8x16.bitmask(v128.or(signs, spaces(units))) & ~1;
  if (found != 0) return min(from + ctz(found), length);
  let at = from + 16;
  while (at < length && !endsName(code(at))) at++;
  return min(at, length);
}

function endsName(unit: i32): bool {
  return unit == EQUALS || unit == SLASH || unit == GREATER || isSpace(unit);
}

/**
 * Finds the value, if any, of the name that ends at `end`.
 * @returns the offset behind it; -1 when its quote is not closed
 */
function readValue(end: i32): i32 {
  let at = end;
  let unit = code(at);
  while (isSpace(unit)) unit = code(++at);
  if (unit != EQUALS) {
    valueFrom = end;
    valueTo = end;
    return at;
  }
  unit = code(++at);
  while (isSpace(unit)) unit = code(++at);
  if (unit == DOUBLE || unit == SINGLE) {
    valueFrom = at + 1;
    valueTo = find(unit, at + 1);
    return valueTo == length ? -1 : valueTo + 1;
  }
  valueFrom = at;
  while (at < length && unit != GREATER && !isSpace(unit)) unit = code(++at);
  valueTo = at;
  return at;
}
