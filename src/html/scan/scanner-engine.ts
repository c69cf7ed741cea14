import { endianness } from "node:os";
import { attributeNames, type AttributeNode } from "./attribute-names.ts";
import { HtmlError } from "./html-error.ts";
import { scannerModule } from "./scanner-module.ts";
import { Spare } from "./spare.ts";
import { KNOWN_TAGS, TagFlag, tagFlags, tagHashes, tagIds, tagNames } from "./tags.ts";

// How a table of names lies in memory; `wasm/names.ts` reads it.
const KEYS = 1024;
const NEXT = 1024;
const LENGTHS = 1280;
const LETTERS = 1536;

/** Letters that there is room for. */
const ROOM = 32;

/** Writes a table of the names, which are in lower case and at most 31 letters long; 0 is none. */
function fillNames(table: Uint8Array, names: readonly string[]): void {
  for (let id = 1; id < names.length; id++) {
    const name = names[id] as string;
    const key = keyOf(name);
    table[NEXT + id] = table[key] as number;
    table[key] = id;
    table[LENGTHS + id] = name.length;
    table.set(Buffer.from(name, "latin1"), LETTERS + id * ROOM);
  }
}

/** The same for capitals. */
function keyOf(name: string): number {
  const { length } = name;
  const [first, middle, last] = [0, length >> 1, length - 1].map((at) => name.charCodeAt(at) & 31);
  return (
    (length ^ ((first as number) << 5) ^ ((middle as number) << 3) ^ ((last as number) << 2)) &
    (KEYS - 1)
  );
}

/** What `wasm/scanner.ts` exports; numbers say where things lie in its memory. */
interface ScannerExports {
  readonly memory: WebAssembly.Memory;
  readonly begin: (length: number, slots: number) => void;
  readonly scan: (foreign: number, end: number) => number;
  readonly passOver: (from: number) => number;
  readonly textTraits: (start: number, end: number) => number;
  readonly position: () => number;
  readonly moveTo: (offset: number) => void;
  readonly nextAttribute: () => AttributeNode;
  readonly TAG_NAMES: WebAssembly.Global;
  readonly ATTRIBUTE_NAMES: WebAssembly.Global;
  readonly TAG_HASHES: WebAssembly.Global;
  readonly TAG_STOPS: WebAssembly.Global;
  readonly TAG_READ: WebAssembly.Global;
  readonly TOKENS: WebAssembly.Global;
  readonly MOST_TOKENS: WebAssembly.Global;
  readonly CODES: WebAssembly.Global;
}

/** Bytes of an attribute. */
const SLOT = 16;

/** Numbers of a token. */
const TOKEN = 8;

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536;

/** Bytes of memory for attributes at the least; more than one tag may have. */
const LEAST_ROOM = PAGE;

/** Larger memory is large; it never shrinks. */
const SMALL = 8 << 20;

/** Bytes for each code unit of a page: two to hold it, one as room for attributes. */
const NEED = 3;

/** Readable positions behind the last one, all 0, so that looking ahead needs no check. */
export const MARGIN = 32;

/** Writes a page and zeros behind it. */
export function writeUnits(text: string, units: Uint16Array): void {
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, 0, "utf16le");
  units.fill(0, text.length, text.length + MARGIN);
}

const FLAG_TEXT = TagFlag.rawText | TagFlag.escapableText;

let compiled: WebAssembly.Module | undefined;

const spare = new Spare<ScannerEngine>();

/** The compiled scanner with a memory of its own, which holds one page at a time. */
export class ScannerEngine {
  /** Counts the pages, so that one knows whether it is still there. */
  fills = 0;
  /** The page's code units, with zeros behind. */
  codes: Uint16Array = new Uint16Array(0);
  /** The tokens that the last {@link scan} found. */
  tokens: Int32Array = new Int32Array(0);
  readonly #scanner: ScannerExports;
  #length = 0;
  #slotsAt = 0;

  constructor() {
    compiled ??= compile();
    const { exports } = new WebAssembly.Instance(compiled);
    this.#scanner = exports as unknown as ScannerExports;
    this.#fillTables();
  }

  /**
   * Takes in a page.
   * @param read by tag number 1 where the attributes of start tags are kept
   */
  begin(source: string, read: Uint8Array): void {
    const { memory, begin, CODES, TAG_READ } = this.#scanner;
    const codesAt = CODES.value as number;
    this.#length = source.length;
    this.#slotsAt = codesAt + roundUp((source.length + MARGIN) * 2, SLOT);
    this.#grow(this.#slotsAt + LEAST_ROOM + source.length * (NEED - 2));
    this.fills++;
    this.#look();
    writeUnits(source, this.codes);
    new Uint8Array(memory.buffer, TAG_READ.value as number).set(read);
    begin(source.length, this.#slotsAt);
  }

  /** Makes memory of at least that many bytes. */
  #grow(bytes: number): void {
    const { memory } = this.#scanner;
    const missing = bytes - memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new HtmlError("INPUT_TOO_LARGE", {
        message: `Expected markup that fits into memory; ${bytes} bytes are too many.`,
        cause,
      });
    }
  }

  /** Memory that grew is another buffer. */
  #look(): void {
    const { memory, CODES, TOKENS, MOST_TOKENS } = this.#scanner;
    this.codes = new Uint16Array(memory.buffer, CODES.value as number, this.#length + MARGIN);
    const numbers = (MOST_TOKENS.value as number) * TOKEN;
    this.tokens = new Int32Array(memory.buffer, TOKENS.value as number, numbers);
  }

  /**
   * Finds the next tokens, up to a start tag whose content may be text.
   * @param foreign whether the first is inside svg or math
   * @returns how many; at least 1
   */
  scan(foreign: boolean): number {
    const { memory, scan } = this.#scanner;
    for (;;) {
      const count = scan(foreign ? 1 : 0, memory.buffer.byteLength);
      if (count > 0) return count;
      this.#grow(memory.buffer.byteLength + LEAST_ROOM + this.#slotBytes);
      this.#look();
    }
  }

  /** Where the next token begins. */
  get at(): number {
    return this.#scanner.position();
  }

  set at(offset: number) {
    this.#scanner.moveTo(offset);
  }

  /** The offset behind the ">" of the tag whose name ends at `from`; -1 when there is none. */
  passOver(from: number): number {
    return this.#scanner.passOver(from);
  }

  /** The `NodeFlag`s of a run of text: blank, plain, regular. */
  textTraits(start: number, end: number): number {
    return this.#scanner.textTraits(start, end);
  }

  get #slotBytes(): number {
    return this.#scanner.nextAttribute() * SLOT;
  }

  /** The attributes that were kept, in memory that the next page takes. */
  get slots(): Int32Array {
    return new Int32Array(this.#scanner.memory.buffer, this.#slotsAt, this.#slotBytes / 4);
  }

  /** Whether the memory is small enough to be kept for other pages. */
  get isSmall(): boolean {
    return this.#scanner.memory.buffer.byteLength <= SMALL;
  }

  #fillTables(): void {
    const { memory, TAG_NAMES, ATTRIBUTE_NAMES, TAG_HASHES, TAG_STOPS } = this.#scanner;
    const bytes = new Uint8Array(memory.buffer);
    fillNames(bytes.subarray(TAG_NAMES.value as number), tagNames);
    fillNames(bytes.subarray(ATTRIBUTE_NAMES.value as number), attributeNames);
    new Int32Array(memory.buffer, TAG_HASHES.value as number).set(tagHashes);
    const stops = bytes.subarray(TAG_STOPS.value as number);
    for (let tag = 1; tag < KNOWN_TAGS; tag++) {
      const mayBeText = ((tagFlags[tag] as number) & FLAG_TEXT) !== 0 || tag === tagIds.plaintext;
      stops[tag] = mayBeText ? 1 : 0;
    }
  }
}

function compile(): WebAssembly.Module {
  if (endianness() !== "LE") {
    throw new HtmlError("UNSUPPORTED_MACHINE", {
      message: "The parser needs a little-endian machine; this one is big-endian.",
    });
  }
  try {
    return new WebAssembly.Module(Buffer.from(scannerModule, "base64"));
  } catch (cause) {
    throw new HtmlError("UNSUPPORTED_MACHINE", {
      message: "The parser needs WebAssembly SIMD, which this process does not have.",
      cause,
    });
  }
}

/**
 * An engine that holds the page.
 * @param read by tag number 1 where the attributes of start tags are kept
 */
export function takeEngine(source: string, read: Uint8Array): ScannerEngine {
  const engine = spare.take(source.length * NEED > SMALL) ?? new ScannerEngine();
  engine.begin(source, read);
  return engine;
}

/** Gives an engine, which can be read until then, to the next page. Gives false when it is too large. */
export function returnEngine(engine: ScannerEngine): boolean {
  spare.give(engine, !engine.isSmall);
  return engine.isSmall;
}

function roundUp(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to;
}
