import { decodeAttribute } from "./decode.ts";

/** The source of a start tag, from its name to behind its ">". */
export interface TagRange {
  readonly source: string;
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset behind the tag. */
  readonly end: number;
}

/** Attributes of one element beyond this number are left out. */
const MAX_ATTRIBUTES = 1024;

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const DOUBLE = 34;
const SINGLE = 39;

/** Whether the code is white space between tokens (tab, line feed, form feed, return, space). */
export function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9 && code !== 11);
}

/** The offset behind the tag name that starts at `start`. */
export function nameEnd(source: string, start: number): number {
  let at = start;
  while (at < source.length) {
    const code = source.charCodeAt(at);
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
  readonly #end: number;
  #at: number;
  /** Offsets of the current name. */
  nameFrom = 0;
  nameTo = 0;
  /** Offsets of the current value, equal when it is empty. */
  valueFrom = 0;
  valueTo = 0;

  constructor(range: TagRange) {
    this.#source = range.source;
    this.#end = range.end - 1;
    this.#at = nameEnd(range.source, range.start);
  }

  /** Moves to the next attribute; false when there is none. */
  next(): boolean {
    const source = this.#source;
    const end = this.#end;
    let at = this.#at;
    while (at < end && isGap(source.charCodeAt(at))) at++;
    if (at >= end) return false;
    this.nameFrom = at++;
    while (at < end && !endsName(source.charCodeAt(at))) at++;
    this.nameTo = at;
    while (at < end && isSpace(source.charCodeAt(at))) at++;
    if (at < end && source.charCodeAt(at) === EQUALS) return this.#value(at + 1);
    this.#at = at;
    this.valueFrom = at;
    this.valueTo = at;
    return true;
  }

  #value(from: number): boolean {
    const source = this.#source;
    const end = this.#end;
    let at = from;
    while (at < end && isSpace(source.charCodeAt(at))) at++;
    const quote = source.charCodeAt(at);
    if (at < end && (quote === DOUBLE || quote === SINGLE)) {
      this.valueFrom = at + 1;
      const close = source.indexOf(quote === DOUBLE ? '"' : "'", at + 1);
      this.valueTo = close === -1 ? end : close;
      this.#at = this.valueTo + 1;
      return true;
    }
    this.valueFrom = at;
    while (at < end && !isSpace(source.charCodeAt(at))) at++;
    this.valueTo = at;
    this.#at = at;
    return true;
  }

  /** Whether the current name is `name`, which is in lower case. */
  isNamed(name: string): boolean {
    const length = name.length;
    if (this.nameTo - this.nameFrom !== length) return false;
    for (let index = 0; index < length; index++) {
      const code = this.#source.charCodeAt(this.nameFrom + index);
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
    return decodeAttribute(this.#source.slice(this.valueFrom, this.valueTo));
  }
}

function isGap(code: number): boolean {
  return isSpace(code) || code === SLASH;
}

function endsName(code: number): boolean {
  return code === EQUALS || code === SLASH || isSpace(code);
}

/** The decoded value of the first attribute called `name`; undefined when there is none. */
export function attributeValue(range: TagRange, name: string): string | undefined {
  const cursor = new AttributeCursor(range);
  while (cursor.next()) if (cursor.isNamed(name)) return cursor.value();
  return undefined;
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
