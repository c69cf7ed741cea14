import type { Units } from "./units.ts";

/** What is aligned. */
export interface Alignable extends Interned {
  /** 1 for kinds that say nothing (empty lines, spaces): they are paired when all others are. */
  readonly faint: Uint8Array;
}

/** Two sequences as numbers: the same number, the same text. */
export interface Interned {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Numbers are below it. */
  readonly kinds: number;
}

/** Gives each distinct unit of two texts a number, in the order in which they come. */
export function internUnits(before: Units, after: Units): Alignable {
  const table = new UnitTable(before.count + after.count);
  const beforeKinds = table.kindsOf(before);
  const afterKinds = table.kindsAfter(after, before, beforeKinds);
  const { kinds, faint } = table;
  return { before: beforeKinds, after: afterKinds, kinds, faint: faint.subarray(0, kinds) };
}

/** Open addressing over typed arrays: a Map of millions of lines would take hundreds of megabytes. */
class UnitTable {
  kinds = 0;
  /** 1 for kinds without letters and digits. */
  readonly faint: Uint8Array;
  /** Kind + 1; 0 is free. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  /** Where a kind was first seen. */
  readonly #places: Int32Array;
  #sources: Units[] = [];
  /** Kinds below it were first seen in the first text. */
  #firstKinds = 0;

  constructor(most: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 2)));
    this.faint = new Uint8Array(most);
    this.#hashes = new Int32Array(most);
    this.#places = new Int32Array(most);
  }

  kindsOf(units: Units): Int32Array {
    this.#sources.push(units);
    const kinds = new Int32Array(units.count);
    for (let index = 0; index < units.count; index += 1) kinds[index] = this.#kindOf(units, index);
    return kinds;
  }

  /**
   * The same for the second text: most of its units follow each other as in the first, and one that
   * is where it is expected needs no hash.
   */
  kindsAfter(units: Units, first: Units, firstKinds: Int32Array): Int32Array {
    this.#firstKinds = this.kinds;
    this.#sources.push(units);
    const kinds = new Int32Array(units.count);
    let expected = 0;
    for (let index = 0; index < units.count; index += 1) {
      if (expected < first.count && first.isSame(expected, units, index)) {
        kinds[index] = firstKinds[expected] as number;
        expected += 1;
        continue;
      }
      const kind = this.#kindOf(units, index);
      kinds[index] = kind;
      const place = this.#places[kind] as number;
      if (kind < this.#firstKinds && place >= expected) expected = place + 1;
    }
    return kinds;
  }

  #kindOf(units: Units, index: number): number {
    const from = units.start(index);
    const to = units.start(index + 1);
    const hash = hashOf(units.text, from, to);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let kind = this.#kindIn(slot); kind >= 0; kind = this.#kindIn(slot)) {
      if (this.#hashes[kind] === hash && this.#isKind(kind, units, index)) return kind;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.kinds + 1;
    this.#hashes[this.kinds] = hash;
    this.#places[this.kinds] = index;
    this.faint[this.kinds] = isFaint(units.at(index)) ? 1 : 0;
    this.kinds += 1;
    return this.kinds - 1;
  }

  #kindIn(slot: number): number {
    return (this.#slots[slot] as number) - 1;
  }

  #isKind(kind: number, units: Units, index: number): boolean {
    const isFirst = this.#sources.length === 1 || kind < this.#firstKinds;
    const source = (isFirst ? this.#sources[0] : this.#sources[1]) as Units;
    return source.isSame(this.#places[kind] as number, units, index);
  }
}

function hashOf(text: string, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash =
      (Math.imul(hash, 0x5bd1e995) +
        Math.imul(text.charCodeAt(at), 0x2c1b3c6d) +
        Math.imul(text.charCodeAt(at + 1), 0x297a2d39) +
        Math.imul(text.charCodeAt(at + 2), 0x85ebca6b) +
        Math.imul(text.charCodeAt(at + 3), 0xc2b2ae35)) |
      0;
    hash ^= hash >>> 15;
  }
  for (; at < to; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Whether a line or a token says nothing by itself: it has no letters and no digits. */
function isFaint(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isPlainLetter(code)) return false;
    if (code > 0x7f) return !/[\p{L}\p{N}]/u.test(text);
  }
  return true;
}

function isPlainLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
