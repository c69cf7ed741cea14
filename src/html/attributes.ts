import { decodeHTMLAttribute } from "entities/decode";
import { decodeAttribute } from "./decode.ts";

/** The source of a start tag, from its name to behind its ">". */
export interface TagRange {
  readonly source: string;
  /** The source as code units. */
  readonly codes: Uint16Array;
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset behind the tag. */
  readonly end: number;
}

/** Code units of a value that are looked at one by one: most end before. */
const NEAR = 256;

/** Attributes of one element beyond this number are left out. */
const MAX_ATTRIBUTES = 1024;

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const DOUBLE = 34;
const SINGLE = 39;
const AMPERSAND = 38;
const RETURN = 13;

/** Whether the code is white space between tokens (tab, line feed, form feed, return, space). */
export function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9 && code !== 11);
}

/** The offset behind the tag name that starts at `start`, in a tag that ends at `end`. */
export function nameEnd(codes: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const code = codes[at] as number;
    if (isSpace(code) || code === SLASH || code === GREATER) break;
    at++;
  }
  return at;
}

/**
 * Steps over the attributes of a start tag without making strings (WHATWG HTML 13.2.5.32 to
 * 13.2.5.40).
 */
export class AttributeCursor {
  readonly #source: string;
  #codes: Uint16Array;
  #end = 0;
  #at = 0;
  /** Whether the current value has entities. */
  #hasEntities = false;
  /** Whether it has carriage returns or NUL, or is too long to know. */
  #isIrregular = false;
  /** Offsets of the current name. */
  nameFrom = 0;
  nameTo = 0;
  /** Offsets of the current value, equal when it is empty. */
  valueFrom = 0;
  valueTo = 0;

  constructor(range: TagRange) {
    this.#source = range.source;
    this.#codes = range.codes;
    this.reset(range.codes, range.start, range.end);
  }

  /** Goes to another start tag of the source, whose name begins at `start`. */
  reset(codes: Uint16Array, start: number, end: number): void {
    this.#codes = codes;
    this.#end = end - 1;
    this.#at = nameEnd(codes, start, end);
  }

  /** Moves to the next attribute; false when there is none. */
  next(): boolean {
    const codes = this.#codes;
    const end = this.#end;
    let at = this.#at;
    while (at < end && isGap(codes[at] as number)) at++;
    if (at >= end) return false;
    this.nameFrom = at++;
    while (at < end && !endsName(codes[at] as number)) at++;
    this.nameTo = at;
    while (at < end && isSpace(codes[at] as number)) at++;
    if (at < end && codes[at] === EQUALS) return this.#value(at + 1);
    this.#at = at;
    this.valueFrom = at;
    this.valueTo = at;
    this.#hasEntities = this.#isIrregular = false;
    return true;
  }

  #value(from: number): boolean {
    const codes = this.#codes;
    const end = this.#end;
    let at = from;
    while (at < end && isSpace(codes[at] as number)) at++;
    const quote = codes[at];
    if (at < end && (quote === DOUBLE || quote === SINGLE)) {
      this.valueFrom = at + 1;
      this.valueTo = this.#valueEnd(at + 1, quote);
      this.#at = this.valueTo + 1;
      return true;
    }
    this.valueFrom = at;
    this.#hasEntities = this.#isIrregular = true;
    while (at < end && !isSpace(codes[at] as number)) at++;
    this.valueTo = at;
    this.#at = at;
    return true;
  }

  /** Where the quoted value that begins at `from` ends. */
  #valueEnd(from: number, quote: number): number {
    const codes = this.#codes;
    const near = Math.min(from + NEAR, this.#end);
    let hasEntities = false;
    let isIrregular = false;
    let at = from;
    for (; at < near; at++) {
      const code = codes[at] as number;
      if (code === quote) break;
      if (code === AMPERSAND) hasEntities = true;
      else if (code === RETURN || code === 0) isIrregular = true;
    }
    const isFar = at === near && near < this.#end;
    this.#hasEntities = hasEntities;
    this.#isIrregular = isIrregular || isFar;
    return isFar ? this.#farEnd(near, quote) : at;
  }

  #farEnd(from: number, quote: number): number {
    const close = this.#source.indexOf(quote === DOUBLE ? '"' : "'", from);
    return close === -1 ? this.#end : Math.min(close, this.#end);
  }

  /** Whether the current name is `name`, which is in lower case. */
  isNamed(name: string): boolean {
    const length = name.length;
    if (this.nameTo - this.nameFrom !== length) return false;
    for (let index = 0; index < length; index++) {
      const code = this.#codes[this.nameFrom + index] as number;
      const lower = code >= 65 && code <= 90 ? code + 32 : code;
      if (lower !== name.charCodeAt(index)) return false;
    }
    return true;
  }

  /** The current name in lower case. */
  name(): string {
    return this.#source.slice(this.nameFrom, this.nameTo).toLowerCase();
  }

  /** The current value, decoded. */
  value(): string {
    const value = this.#source.slice(this.valueFrom, this.valueTo);
    if (this.#isIrregular) return decodeAttribute(value);
    return this.#hasEntities ? decodeHTMLAttribute(value) : value;
  }
}

function isGap(code: number): boolean {
  return isSpace(code) || code === SLASH;
}

function endsName(code: number): boolean {
  return code === EQUALS || code === SLASH || isSpace(code);
}

/** Every attribute, the first of each name, in order. */
export function listAttributes(range: TagRange): readonly (readonly [string, string])[] {
  const cursor = new AttributeCursor(range);
  const found = new Map<string, string>();
  while (found.size < MAX_ATTRIBUTES && cursor.next()) {
    const name = cursor.name();
    if (!found.has(name)) found.set(name, cursor.value());
  }
  return [...found];
}
