import { identifyAttribute, type AttributeId } from "./attribute-names.ts";
import { endsName, isSpace, LAST, Slot, type AttributeNode } from "./attributes.ts";
import type { CodeUnits } from "./code-units.ts";

// Own constants, because the compiler folds them and not properties of what is exported.
const { stride: STRIDE, name: NAME, value: VALUE, end: END } = Slot;

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const DOUBLE = 34;
const SINGLE = 39;

/** Attributes of one element beyond this number are left out. */
const MAX_ATTRIBUTES = 1024;

/** Attributes that the first parse makes room for. */
const FIRST_ROOM = 4096;

/** Numbers of an array that is kept for the next parse; larger ones are let go. */
const KEPT = (1 << 17) * STRIDE;

/** Fresh memory costs more than the work done in it, so parses share this array. */
let spare: Int32Array | undefined;

/** Reads what is behind the names of tags (WHATWG HTML 13.2.5.32 to 13.2.5.40). */
export class AttributeScanner {
  /** The first attribute of the last tag that was read; 0 when it has none. */
  first: AttributeNode = 0;
  /** Whether that tag ends in "/>". */
  selfClosing = false;
  readonly #units: CodeUnits;
  readonly #codes: Uint16Array;
  #slots: Int32Array;
  /** The next attribute; 0 is none. */
  #next: AttributeNode = 1;
  /** Offsets of the last value. */
  #valueFrom = 0;
  #valueTo = 0;

  constructor(units: CodeUnits) {
    this.#units = units;
    this.#codes = units.current;
    this.#slots = spare ?? new Int32Array(FIRST_ROOM * STRIDE);
    spare = undefined;
  }

  /** What was kept of all tags, with anything behind it; until {@link release}. */
  get slots(): Int32Array {
    return this.#slots;
  }

  /** What was kept of all tags, for good; nothing may be read afterwards. */
  finish(): Int32Array {
    const exact = this.#slots.slice(0, this.#next * STRIDE);
    this.release();
    return exact;
  }

  /** Gives the memory to the next parse; nothing may be read afterwards. */
  release(): void {
    if (this.#slots.length <= KEPT) spare = this.#slots;
  }

  /**
   * Reads and keeps the attributes of the tag whose name ends at `from`.
   * @returns the offset behind its ">"; -1 when there is none, and then nothing is kept
   */
  read(from: number): number {
    const first = this.#next;
    const end = this.#scan(from, first + MAX_ATTRIBUTES);
    if (end === -1) this.#next = first;
    this.first = this.#next === first ? 0 : first;
    if (this.first !== 0) {
      const last = (this.#next - 1) * STRIDE;
      this.#slots[last] = (this.#slots[last] as number) | LAST;
    }
    return end;
  }

  /** Reads the attributes of a tag like {@link read}, and keeps none. */
  passOver(from: number): number {
    const first = this.#next;
    const end = this.#scan(from, first);
    this.first = 0;
    return end;
  }

  /** Whether the last tag that was read has the attribute. */
  has(id: AttributeId): boolean {
    if (this.first === 0) return false;
    for (let attribute = this.first; attribute < this.#next; attribute++) {
      if (((this.#slots[attribute * STRIDE] as number) & 0xff) === id) return true;
    }
    return false;
  }

  /** @param most where no more attributes are kept */
  #scan(from: number, most: AttributeNode): number {
    const codes = this.#codes;
    const { length } = this.#units.source;
    let at = from;
    for (;;) {
      let slash = -1;
      let code = codes[at] as number;
      while (code === SLASH || isSpace(code)) {
        if (code === SLASH) slash = at;
        code = codes[++at] as number;
      }
      if (code === GREATER) {
        this.selfClosing = slash !== -1 && slash === at - 1;
        return at + 1;
      }
      if (at >= length) return -1;
      const name = at++;
      while (at < length && !endsName(codes[at] as number)) at++;
      const behind = this.#readValue(at);
      if (behind === -1) return -1;
      if (this.#next < most) this.#keep(name, at);
      at = behind;
    }
  }

  /**
   * Finds the value, if any, of the name that ends at `end`.
   * @returns the offset behind it; -1 when its quote is not closed
   */
  #readValue(end: number): number {
    const codes = this.#codes;
    const { length } = this.#units.source;
    let at = end;
    while (isSpace(codes[at] as number)) at++;
    if (codes[at] !== EQUALS) {
      this.#valueFrom = end;
      this.#valueTo = end;
      return at;
    }
    at++;
    while (isSpace(codes[at] as number)) at++;
    const quote = codes[at] as number;
    if (quote === DOUBLE || quote === SINGLE) {
      const close = this.#units.find(quote, at + 1);
      this.#valueFrom = at + 1;
      this.#valueTo = close;
      return close === length ? -1 : close + 1;
    }
    this.#valueFrom = at;
    while (at < length && codes[at] !== GREATER && !isSpace(codes[at] as number)) at++;
    this.#valueTo = at;
    return at;
  }

  #keep(from: number, to: number): void {
    const at = this.#next++ * STRIDE;
    if (at + STRIDE > this.#slots.length) this.#grow();
    const slots = this.#slots;
    slots[at] = identifyAttribute(this.#codes, from, to);
    slots[at + NAME] = from;
    slots[at + VALUE] = this.#valueFrom;
    slots[at + END] = this.#valueTo;
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    larger.set(this.#slots);
    this.#slots = larger;
  }
}
