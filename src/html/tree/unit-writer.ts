import { endianness } from "node:os";
import { decodeAttribute, decodeText } from "../scan/decode.ts";
import { EntityCache, entityEnd } from "../scan/entity-cache.ts";
import { escapeAttribute, escapeText } from "../scan/escape.ts";
import type { Tree } from "./tree.ts";

/** Code units that are collected before they become a string. */
const ROOM = 1 << 16;

/** Fresh memory costs more than the work done in it, so writers use the same one after another. */
let spare: Memory | undefined;

/** The same memory twice. */
interface Memory {
  readonly units: Uint16Array;
  readonly bytes: Buffer;
}

function newMemory(): Memory {
  const units = new Uint16Array(ROOM);
  return { units, bytes: Buffer.from(units.buffer) };
}

const AMPERSAND = 38;
const LINE_FEED = 10;
const RETURN = 13;

const BIG_ENDIAN = endianness() === "BE";

/** What may be written in a place. */
interface Place {
  /** By code unit below 256: what is written for one that cannot stand there as it is. */
  readonly escapes: readonly (string | undefined)[];
  readonly entities: EntityCache;
}

const text = makePlace("&<>\u00a0", (entity) => escapeText(decodeText(entity, false)));
const value = makePlace('&"<>\u00a0', (entity) => escapeAttribute(decodeAttribute(entity)));

/** By code unit below 256: whether it cannot stand in some place as it is. */
const special = new Uint8Array(256);
for (const character of '\0\r&"<>\u00a0') special[character.charCodeAt(0)] = 1;

function makePlace(characters: string, rewrite: (source: string) => string): Place {
  const escapes = Array.from<string | undefined>({ length: 256 });
  for (const character of characters) escapes[character.charCodeAt(0)] = rewrite(character);
  return { escapes, entities: new EntityCache(rewrite) };
}

/** The code units of a text. */
export function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** The most that one code unit becomes when it is escaped: `&nbsp;`. */
const LONGEST_ENTITY = 6;

/**
 * Builds a string of many small parts, most of them runs of a page's source: copying code units
 * costs a third of making a string of every part and joining them. The result is no slice of the
 * page.
 */
export class UnitWriter {
  readonly #source: string;
  readonly #codes: Uint16Array;
  readonly #memory: Memory;
  readonly #units: Uint16Array;
  #length = 0;
  /** What was written before the units at hand. */
  #before = "";

  constructor({ source, codes }: Tree) {
    this.#source = source;
    this.#codes = codes;
    this.#memory = spare ?? newMemory();
    this.#units = this.#memory.units;
    spare = undefined;
  }

  /** Writes a string as it is. */
  write(text: string): void {
    if (!this.#makeRoom(text.length)) {
      this.#before += text;
      return;
    }
    const units = this.#units;
    let length = this.#length;
    for (let at = 0; at < text.length; at++) units[length++] = text.charCodeAt(at);
    this.#length = length;
  }

  /** {@link write} for a short text that is written often, as {@link unitsOf} gives it. */
  writeUnits(text: Uint16Array): void {
    const count = text.length;
    this.#makeRoom(count);
    const units = this.#units;
    let length = this.#length;
    for (let at = 0; at < count; at++) units[length++] = text[at] as number;
    this.#length = length;
  }

  /** Writes a run of the source as it is. */
  copy(from: number, to: number): void {
    const codes = this.#codes;
    for (let at = from; at < to; at += ROOM) {
      const end = Math.min(to, at + ROOM);
      this.#makeRoom(end - at);
      const units = this.#units;
      let length = this.#length;
      for (let next = at; next < end; next++) units[length++] = codes[next] as number;
      this.#length = length;
    }
  }

  /**
   * Writes a run of the source as text between tags.
   * @returns false, and nothing is written, when it is long or has to be decoded as a whole
   */
  copyText(from: number, to: number): boolean {
    return this.#copyEscaped(from, to, text);
  }

  /** {@link copyText} for a value between double quotes. */
  copyValue(from: number, to: number): boolean {
    return this.#copyEscaped(from, to, value);
  }

  #copyEscaped(from: number, to: number, place: Place): boolean {
    if (!this.#makeRoom((to - from) * LONGEST_ENTITY)) return false;
    const codes = this.#codes;
    const units = this.#units;
    const started = this.#length;
    let length = started;
    for (let at = from; at < to;) {
      const code = codes[at] as number;
      if (code > 0xff || special[code] === 0) {
        units[length++] = code;
        at++;
        continue;
      }
      this.#length = length;
      at = this.#writeSpecial(at, to, place);
      if (at === 0) {
        this.#length = started;
        return false;
      }
      length = this.#length;
    }
    this.#length = length;
    return true;
  }

  /** @returns the offset behind what was written; 0 when it takes more to know what to write */
  #writeSpecial(at: number, to: number, place: Place): number {
    const code = this.#codes[at] as number;
    if (code === AMPERSAND) return this.#writeEntity(at, to, place);
    // What becomes of NUL depends on where it is.
    if (code === 0) return 0;
    if (code !== RETURN) this.write(place.escapes[code] ?? String.fromCharCode(code));
    else if (at + 1 === to || this.#codes[at + 1] !== LINE_FEED) this.write("\n");
    return at + 1;
  }

  #writeEntity(at: number, to: number, place: Place): number {
    const end = entityEnd(this.#codes, at);
    if (end === 0 || end > to) return 0;
    this.write(place.entities.rewrite(this.#source.slice(at, end)));
    return end;
  }

  /** Whether so many code units fit, once those at hand are put aside. */
  #makeRoom(length: number): boolean {
    if (this.#length + length <= ROOM) return true;
    this.#before += this.#flush();
    return length <= ROOM;
  }

  #flush(): string {
    const { bytes } = this.#memory;
    const end = this.#length * 2;
    this.#length = 0;
    if (BIG_ENDIAN) bytes.subarray(0, end).swap16();
    return bytes.toString("utf16le", 0, end);
  }

  /** Whether nothing was written since the last time. */
  get isEmpty(): boolean {
    return this.#length === 0 && this.#before === "";
  }

  /** What was written since the last time. */
  take(): string {
    if (this.#before === "") return this.#flush();
    const text = this.#before + this.#flush();
    this.#before = "";
    return text;
  }

  /** {@link take}; nothing may be written afterwards. */
  finish(): string {
    const text = this.take();
    spare = this.#memory;
    return text;
  }
}
