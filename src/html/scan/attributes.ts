import { attributeNames, type AttributeId, type AttributeNode } from "./attribute-names.ts";
import type { CodeUnits } from "./code-units.ts";
import { decodeAttribute } from "./decode.ts";

/** How an attribute's numbers lie in {@link Attributes}. */
export const Slot = Object.freeze({
  /** {@link AttributeId} in bits 0 to 7, {@link LAST} above. */
  id: 0,
  /** Offset of the name's first character. */
  name: 1,
  /** Offset of the value's first character; where there is none, behind the name. */
  value: 2,
  /** Offset behind the value. */
  end: 3,
  /** Numbers per attribute. */
  stride: 4,
});

// Own constants, because the compiler folds them and not properties of what is exported.
const { stride: STRIDE, name: NAME, value: VALUE, end: END } = Slot;

/** The bit of an element's last attribute. */
export const LAST = 1 << 8;

/** By code unit: whether a value with it is not its source, or cannot stand in double quotes so. */
const telling = new Uint8Array(65_536);
for (const character of '\0\r"&<>\u00a0') telling[character.charCodeAt(0)] = 1;

const EQUALS = 61;
const SLASH = 47;
const GREATER = 62;

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
 * The attributes of a page's start tags as the parser found them: where each is in the source, and
 * the number of its name. Strings are made when they are asked for.
 */
export class Attributes {
  readonly #units: CodeUnits;
  /** {@link Slot.stride} numbers per attribute. */
  readonly #slots: Int32Array;

  constructor(units: CodeUnits, slots: Int32Array) {
    this.#units = units;
    this.#slots = slots;
  }

  /** One more than the number of the last attribute of the page. */
  get size(): number {
    return this.#slots.length / STRIDE;
  }

  /** The next attribute of the same element; 0 behind the last. */
  next(attribute: AttributeNode): AttributeNode {
    return ((this.#slots[attribute * STRIDE] as number) & LAST) === 0 ? attribute + 1 : 0;
  }

  /** The number of the name; 0 for a name without one. */
  id(attribute: AttributeNode): AttributeId {
    return (this.#slots[attribute * STRIDE] as number) & 0xff;
  }

  /** Offset of the name's first character. */
  nameStart(attribute: AttributeNode): number {
    return this.#slots[attribute * STRIDE + NAME] as number;
  }

  /** The name in lower case. */
  name(attribute: AttributeNode): string {
    const id = this.id(attribute);
    if (id !== 0) return attributeNames[id] as string;
    const start = this.#slots[attribute * STRIDE + NAME] as number;
    const end = endOfName(this.#units.current, start, this.valueStart(attribute));
    return this.#units.source.slice(start, end).toLowerCase();
  }

  /** Offset of the value's first character, quotes left out. */
  valueStart(attribute: AttributeNode): number {
    return this.#slots[attribute * STRIDE + VALUE] as number;
  }

  /** Offset behind the value; that of its first character when it is empty. */
  valueEnd(attribute: AttributeNode): number {
    return this.#slots[attribute * STRIDE + END] as number;
  }

  /** Whether the value's source is the value, and may stand in double quotes as it is. */
  isPlain(attribute: AttributeNode): boolean {
    const codes = this.#units.current;
    const end = this.valueEnd(attribute);
    let at = this.valueStart(attribute);
    while (at < end && telling[codes[at] as number] === 0) at++;
    return at === end;
  }

  /** The value, decoded; empty for a bare attribute. */
  value(attribute: AttributeNode): string {
    const at = attribute * STRIDE;
    const from = this.#slots[at + VALUE] as number;
    return decodeAttribute(this.#units.source.slice(from, this.#slots[at + END]));
  }
}

/** The end of a name that begins at `start`, behind which a value may begin at `end`. */
function endOfName(codes: Uint16Array, start: number, end: number): number {
  let at = start + 1;
  while (at < end && !endsName(codes[at] as number)) at++;
  return at;
}

/** Whether an attribute name ends before the code, but for its first character. */
function endsName(code: number): boolean {
  // Letters, which most are, at once.
  if (code > GREATER) return false;
  return code === EQUALS || code === SLASH || code === GREATER || isSpace(code);
}
