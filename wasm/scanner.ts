import {
  clear,
  hasRoom,
  next,
  none,
  readAttributes,
  scanAttributes,
  selfClosing,
} from "./attributes";
import {
  bytes,
  code,
  find,
  isSpace,
  length,
  MOST_TOKENS,
  setLength,
  spaces,
  TAG_HASHES,
  TAG_NAMES,
  TAG_READ,
  TAG_STOPS,
  TOKEN_SIZE,
  TOKENS,
} from "./memory";
import { hashStep, identify } from "./names";
import { textTraits } from "./text";

export {
  ATTRIBUTE_NAMES,
  CODES,
  MOST_TOKENS,
  TAG_HASHES,
  TAG_NAMES,
  TAG_READ,
  TAG_STOPS,
  TOKENS,
} from "./memory";
export { textTraits } from "./text";

// The numbers of `TokenKind`.
const END = 0;
const TEXT = 1;
const START_TAG = 2;
const END_TAG = 3;
const COMMENT = 4;
const DOCTYPE = 5;
const CDATA = 6;

const BANG = 33;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const QUESTION = 63;
const BRACKET = 91;
const CLOSE_BRACKET = 93;

/** Where the next token begins. */
let at: i32 = 0;
/** Where it is written to. */
let token: usize = TOKENS;

/** Begins with a page of `size` code units, and with attributes at `slots`. */
export function begin(size: i32, slots: usize): void {
  setLength(size);
  clear(slots);
  at = code(0) == 0xfeff ? 1 : 0;
}

/** Where the next token begins. */
export function position(): i32 {
  return at;
}

/** Goes on elsewhere. */
export function moveTo(offset: i32): void {
  at = offset;
}

/** The attribute that would be the next. */
export function nextAttribute(): i32 {
  return next;
}

/** The offset behind the ">" of the tag whose name ends at `from`; -1 when there is none. */
export function passOver(from: i32): i32 {
  return scanAttributes(from, next);
}

/**
 * Splits the page into tokens by the rules of WHATWG HTML 13.2.5, up to a start tag whose content
 * may be text, the end of the page, or the end of the room for tokens or attributes.
 * @param foreign whether the first token is inside svg or math, where CDATA sections are known
 * @param end where the room for attributes ends
 * @returns how many there are; 0 when there is no room for the attributes of a tag
 */
export function scan(foreign: i32, end: usize): i32 {
  const tokensEnd = TOKENS + MOST_TOKENS * TOKEN_SIZE;
  token = TOKENS;
  while (token != tokensEnd && hasRoom(end)) {
    const open = nextMarkup(at);
    if (open > at) {
      store<i32>(token, textTraits(at, open), 12);
      emit(TEXT, at, open);
      at = open;
    } else if (open >= length) {
      emit(END, length, length);
      break;
    } else if (construct(open, foreign)) break;
  }
  return <i32>((token - TOKENS) / TOKEN_SIZE);
}

function emit(kind: i32, start: i32, end: i32): void {
  store<i32>(token, kind);
  store<i32>(token, start, 4);
  store<i32>(token, end, 8);
  token += TOKEN_SIZE;
}

/** The offset of the next "<" that begins markup, or the length. */
function nextMarkup(from: i32): i32 {
  for (let open = from; open < length; open++) {
    if (code(open) != LESS) open = find(LESS, open);
    if (open + 1 >= length) return length;
    const unit = code(open + 1);
    if (isLetter(unit) || unit == BANG || unit == QUESTION) return open;
    // "</" at the very end is text.
    if (unit == SLASH) return open + 2 >= length ? length : open;
  }
  return length;
}

function isLetter(unit: i32): bool {
  return <u32>((unit | 32) - 97) < 26;
}

/** Reads what begins with "<"; gives whether the batch ends with it. */
function construct(open: i32, foreign: i32): bool {
  const unit = code(open + 1);
  if (isLetter(unit)) return readTag(open, open + 1, START_TAG);
  if (unit == BANG) return declaration(open, foreign);
  if (unit == QUESTION) return upTo(COMMENT, open + 1, find(GREATER, open + 1));
  const first = code(open + 2);
  if (isLetter(first)) return readTag(open, open + 2, END_TAG);
  if (first != GREATER) return upTo(COMMENT, open + 2, find(GREATER, open + 2));
  at = open + 3;
  return false;
}

/** A token up to `close` and one character behind it, or to the end of the page. */
function upTo(kind: i32, from: i32, close: i32, behind: i32 = 1): bool {
  emit(kind, from, close);
  at = min(close + behind, length);
  return false;
}

function declaration(open: i32, foreign: i32): bool {
  const from = open + 2;
  if (code(from) == DASH && code(from + 1) == DASH) return comment(from + 2);
  if (code(from) == BRACKET && isWritten(from, "[CDATA[")) {
    // Tokens before it decide where it is.
    if (token != TOKENS) return true;
    if (foreign) return upTo(CDATA, from + 7, cdataEnd(from + 7), 3);
  }
  if (!isSpelled(from, "doctype")) return upTo(COMMENT, from, find(GREATER, from));
  return upTo(DOCTYPE, from + 7, find(GREATER, from + 7));
}

function cdataEnd(from: i32): i32 {
  let close = find(CLOSE_BRACKET, from);
  while (close < length && !isWritten(close, "]]>")) close = find(CLOSE_BRACKET, close + 1);
  return close;
}

function isWritten(from: i32, word: string): bool {
  for (let index = 0; index < word.length; index++) {
    if (code(from + index) != word.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether a word of small letters stands there, in any case. */
function isSpelled(from: i32, word: string): bool {
  for (let index = 0; index < word.length; index++) {
    if ((code(from + index) | 32) != word.charCodeAt(index)) return false;
  }
  return true;
}

function comment(from: i32): bool {
  if (code(from) == GREATER) return upTo(COMMENT, from, from);
  if (code(from) == DASH && code(from + 1) == GREATER) return upTo(COMMENT, from, from, 2);
  let close = find(GREATER, from);
  for (; close < length; close = find(GREATER, close + 1)) {
    if (endsInDashes(from, close)) return upTo(COMMENT, from, close - 2, 3);
    const bang = close - 1;
    if (code(bang) == BANG && endsInDashes(from, bang)) return upTo(COMMENT, from, bang - 2, 4);
  }
  return upTo(COMMENT, from, length);
}

function endsInDashes(from: i32, to: i32): bool {
  return to - 2 >= from && code(to - 1) == DASH && code(to - 2) == DASH;
}

/** Reads a tag; gives whether the batch ends with it. */
function readTag(open: i32, from: i32, kind: i32): bool {
  const units = bytes(from);
  const to = tagNameEnd(from, units);
  const tag = identify(TAG_NAMES, units, from, to);
  const first = next;
  const end = readRest(to, kind == START_TAG && load<u8>(TAG_READ + <usize>tag) != 0);
  at = end == -1 ? length : end;
  // A tag that the page breaks off in is not emitted (eof-in-tag).
  if (end == -1) return false;
  store<i32>(token, tag, 12);
  store<i32>(token, tag == 0 ? hashOf(from, to) : load<i32>(TAG_HASHES + ((<usize>tag) << 2)), 16);
  store<i32>(token, next == first ? 0 : first, 20);
  store<i32>(token, selfClosing, 24);
  emit(kind, open, end);
  return kind == START_TAG && load<u8>(TAG_STOPS + <usize>tag) != 0;
}

function readRest(from: i32, isRead: bool): i32 {
  if (code(from) == GREATER) {
    none();
    return from + 1;
  }
  return isRead ? readAttributes(from) : scanAttributes(from, next);
}

function tagNameEnd(from: i32, units: v128): i32 {
  const isSlash = i8x16.eq(units, i8x16.splat(<i8>SLASH));
  const signs = v128.or(isSlash, i8x16.eq(units, i8x16.splat(<i8>GREATER)));
  const found = i8x16.bitmask(v128.or(signs, spaces(units)));
  if (found != 0) return min(from + ctz(found), length);
  let end = from + 16;
  while (end < length && !endsTagName(code(end))) end++;
  return min(end, length);
}

function endsTagName(unit: i32): bool {
  return unit == GREATER || unit == SLASH || isSpace(unit);
}

function hashOf(from: i32, to: i32): i32 {
  let hash = 0;
  for (let offset = from; offset < to; offset++) hash = hashStep(hash, code(offset));
  return hash;
}
