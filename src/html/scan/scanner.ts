import type { AttributeNode, AttributeId } from "./attribute-names.ts";
import { isSpace, LAST, Slot } from "./attributes.ts";
import { CodeUnits } from "./code-units.ts";
import { returnEngine, takeEngine, type ScannerEngine } from "./scanner-engine.ts";
import { KNOWN_TAGS, tagIds, tagNames, type TagId } from "./tags.ts";
import { TokenKind } from "./token-kind.ts";

const EVERY_TAG = new Uint8Array(KNOWN_TAGS).fill(1);

// Own constants, because the compiler folds them and not properties of what is exported.
const { text: TEXT, startTag: START_TAG, endTag: END_TAG } = TokenKind;
const { stride: SLOT, id: SLOT_ID } = Slot;

// How the numbers of a token lie in memory; `wasm/scanner.ts` writes them.
const START = 1;
const END = 2;
const TAG = 3;
const TRAITS = 3;
const HASH = 4;
const FIRST = 5;
const SELF_CLOSING = 6;
const STRIDE = 8;

/**
 * Splits HTML into tokens by the rules of WHATWG HTML 13.2.5, without making strings. The work is
 * done by a compiled scanner (`wasm/`), which finds many at a time.
 */
export class Scanner {
  /** The HTML. */
  readonly source: string;
  /** Whether the next token is inside svg or math, where CDATA sections are known. */
  foreign = false;
  /** Where the current token begins: a tag's "<", a text's or comment's first character. */
  start = 0;
  /** Where it ends: behind a tag's ">", behind a text's or comment's last character. */
  end = 0;
  /** The tag's number; 0 for an unknown name. */
  tag: TagId = 0;
  /** A hash of the tag's lower-case name. */
  hash = 0;
  /** The `NodeFlag`s of a text: blank, plain, regular. */
  traits = 0;
  /** The first attribute of a start tag; 0 when it has none, and for other tokens. */
  first: AttributeNode = 0;
  /** Whether the tag ends in "/>". */
  selfClosing = false;
  /** The HTML as code units. */
  readonly units: CodeUnits;
  readonly #engine: ScannerEngine;
  #tokens: Int32Array;
  #next = 0;
  #last = 0;

  /** @param read by tag number 1 where the attributes of start tags are kept; of all by default */
  constructor(source: string, read: Uint8Array = EVERY_TAG) {
    this.source = source;
    this.#engine = takeEngine(source, read);
    this.#tokens = this.#engine.tokens;
    this.units = new CodeUnits(source, this.#engine);
  }

  /** Moves to the next token. */
  next(): TokenKind {
    if (this.#next === this.#last) this.#scan();
    const tokens = this.#tokens;
    const at = this.#next;
    this.#next = at + STRIDE;
    const kind = tokens[at] as TokenKind;
    this.start = tokens[at + START] as number;
    this.end = tokens[at + END] as number;
    if (kind === START_TAG || kind === END_TAG) {
      this.tag = tokens[at + TAG] as TagId;
      this.hash = tokens[at + HASH] as number;
      this.first = tokens[at + FIRST] as AttributeNode;
      this.selfClosing = tokens[at + SELF_CLOSING] === 1;
    } else {
      this.first = 0;
      if (kind === TEXT) this.traits = tokens[at + TRAITS] as number;
    }
    return kind;
  }

  #scan(): void {
    const count = this.#engine.scan(this.foreign);
    this.#tokens = this.#engine.tokens;
    this.#next = 0;
    this.#last = count * STRIDE;
  }

  /** Whether the current start tag has the attribute. */
  has(id: AttributeId): boolean {
    if (this.first === 0) return false;
    const { slots } = this.#engine;
    for (let at = this.first * SLOT + SLOT_ID; ; at += SLOT) {
      const number = slots[at] as number;
      if ((number & 0xff) === id) return true;
      if ((number & LAST) !== 0) return false;
    }
  }

  /** The {@link traits} of a part of a text. */
  traitsOf(start: number, end: number): number {
    return start === this.start && end === this.end
      ? this.traits
      : this.#engine.textTraits(start, end);
  }

  /**
   * Reads the content of the raw text element that has just begun, and its end tag. The token is
   * then the range of that content.
   * @param inNoscript whether it ends with the `noscript` around it at the latest: a browser that
   *   runs scripts does not look into one, so that pages leave end tags out there unseen
   */
  rawText(tag: TagId, inNoscript = false): void {
    const from = this.#engine.at;
    const name = tagNames[tag] as string;
    const outer = inNoscript ? "noscript" : name;
    const close = tag === tagIds.script ? this.#scriptEnd(from) : this.#endTagOf(name, from, outer);
    this.start = from;
    this.end = close;
    const isOwn = close < this.source.length && this.#isNamed(close + 2, name);
    const end = isOwn ? this.#engine.passOver(close + 2 + name.length) : close;
    this.#engine.at = end === -1 ? this.source.length : end;
  }

  /** Takes the rest of the page as text (`plaintext`). */
  rest(): void {
    this.start = this.#engine.at;
    this.end = this.source.length;
    this.#engine.at = this.end;
  }

  /** The offset of the next end tag called `name` or `outer`, or the length. */
  #endTagOf(name: string, from: number, outer = name): number {
    const { source } = this;
    for (let at = from; ; at += 2) {
      at = source.indexOf("</", at);
      if (at === -1) return source.length;
      if (this.#isNamed(at + 2, name)) return at;
      if (outer !== name && this.#isNamed(at + 2, outer)) return at;
    }
  }

  #isNamed(at: number, name: string): boolean {
    const { codes } = this.#engine;
    if (!isSpelled(codes, at, name)) return false;
    const code = codes[at + name.length] as number;
    return code === GREATER || code === SLASH || isSpace(code);
  }

  /**
   * The offset of the end tag of a script, past those that are hidden in a comment with a script
   * start tag in it (the script data escaped states, 13.2.5.20 to 13.2.5.31).
   */
  #scriptEnd(from: number): number {
    const close = this.#endTagOf("script", from);
    const escapes = this.source.slice(from, close).includes("<!--");
    return escapes ? escapedScriptEnd(this.source, from) : close;
  }

  /** The attributes that were kept, until {@link release}. */
  get slots(): Int32Array {
    return this.#engine.slots;
  }

  /** The attributes that were kept, for good; nothing may be scanned afterwards. */
  finish(): Int32Array {
    const exact = this.#engine.slots.slice();
    if (!returnEngine(this.#engine)) this.units.own();
    return exact;
  }

  /** Gives the memory to the next page; nothing may be scanned afterwards. */
  release(): void {
    returnEngine(this.#engine);
  }
}

const GREATER = 62;
const SLASH = 47;

/** Whether `name`, which is in lower case, stands at `from`, in any case. */
function isSpelled(codes: Uint16Array, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = codes[from + index] as number;
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== name.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * The offset of the end tag of a script that has a comment in it, in which a start tag of a script
 * hides the next end tag (WHATWG HTML 13.2.5.20 to 13.2.5.31); the length without one.
 */
function escapedScriptEnd(source: string, from: number): number {
  const pattern = /<!--|-->|<\/?script[\s/>]/gi;
  pattern.lastIndex = from;
  let escaped = 0;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const [found] = match;
    if (found === "-->") escaped = 0;
    else if (found === "<!--") {
      escaped = Math.max(escaped, 1);
      // The dashes of "<!-->" close it again.
      pattern.lastIndex -= 2;
    } else if (!found.startsWith("</")) escaped = escaped === 1 ? 2 : escaped;
    else if (escaped === 2) escaped = 1;
    else return match.index;
  }
  return source.length;
}
