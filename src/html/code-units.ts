import { endianness } from "node:os";

/** Pages up to this length share one array, which is kept. */
const KEPT = 1 << 20;

/** Code units that {@link CodeUnits.find} looks at one by one. */
const NEAR = 96;

/** Readable positions behind the last one, all 0, so that looking ahead needs no check. */
const MARGIN = 16;

let shared: Uint16Array | undefined;

/** Counts how often the shared array was filled, so that a page knows whether it still holds it. */
let fills = 0;

/**
 * The UTF-16 code units of a page, with zeros behind: reading them from an array is three times as
 * fast as `charCodeAt`. Pages take turns in one shared array, because fresh memory costs more than
 * the work done in it; one that is read again after another page got it has its own from then on.
 */
export class CodeUnits {
  readonly source: string;
  #units: Uint16Array;
  /** The shared array's number of fills when it got this page; -1 for an array of its own. */
  #fill: number;

  constructor(source: string) {
    this.source = source;
    const isShared = source.length <= KEPT;
    this.#units = isShared
      ? sharedRoom(source.length + MARGIN)
      : new Uint16Array(source.length + MARGIN);
    write(source, this.#units);
    this.#fill = isShared ? ++fills : -1;
  }

  /** The array; valid until another page is parsed. */
  get current(): Uint16Array {
    if (this.#fill !== -1 && this.#fill !== fills) this.#own();
    return this.#units;
  }

  /**
   * The offset of the next code unit `code`, or the length. Most are near, and a few steps cost less
   * than the call of `indexOf`, which is faster over long ways. Only until another page is parsed.
   */
  find(code: number, from: number): number {
    const codes = this.#units;
    const { length } = this.source;
    const near = Math.min(from + NEAR, length);
    for (let at = from; at < near; at++) if (codes[at] === code) return at;
    if (near === length) return length;
    const far = this.source.indexOf(String.fromCharCode(code), near);
    return far === -1 ? length : far;
  }

  #own(): void {
    this.#fill = -1;
    this.#units = new Uint16Array(this.source.length + MARGIN);
    write(this.source, this.#units);
  }
}

/** Whether `name`, which is in lower case, stands at `from`, in any case. */
export function isSpelled(codes: Uint16Array, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = codes[from + index] as number;
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== name.charCodeAt(index)) return false;
  }
  return true;
}

function write(text: string, units: Uint16Array): void {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  bytes.write(text, 0, "utf16le");
  if (endianness() === "BE") bytes.subarray(0, text.length * 2).swap16();
  units.fill(0, text.length, text.length + MARGIN);
}

function sharedRoom(length: number): Uint16Array {
  if (shared === undefined || shared.length < length) {
    shared = new Uint16Array(Math.min(KEPT + MARGIN, Math.max(length * 2, 1 << 16)));
  }
  return shared;
}
