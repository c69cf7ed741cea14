import { AttributeScanner } from "./attribute-scanner.ts";
import { isSpace } from "./attributes.ts";
import { CodeUnits, isSpelled } from "./code-units.ts";
import { escapedScriptEnd } from "./escaped-script-end.ts";
import { hashStep, KNOWN_TAGS, tagCandidate, tagIds, tagNames, type TagId } from "./tags.ts";
import { TokenKind } from "./token-kind.ts";

const LESS = 60;
const GREATER = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;

const EVERY_TAG = new Uint8Array(KNOWN_TAGS).fill(1);

// Own constants, because the compiler folds them and not properties of what is exported.
const {
  end: END,
  text: TEXT,
  startTag: START_TAG,
  endTag: END_TAG,
  comment: COMMENT,
  doctype: DOCTYPE,
  cdata: CDATA,
} = TokenKind;

/** Splits HTML into tokens by the rules of WHATWG HTML 13.2.5, without making strings. */
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
  /** The attributes of the current start tag, and those of the start tags before it. */
  readonly attributes: AttributeScanner;
  /** The HTML as code units. */
  readonly units: CodeUnits;
  readonly #codes: Uint16Array;
  readonly #read: Uint8Array;
  #at: number;

  /** @param read by tag number 1 where the attributes of start tags are kept; of all by default */
  constructor(source: string, read: Uint8Array = EVERY_TAG) {
    this.source = source;
    this.#read = read;
    this.units = new CodeUnits(source);
    this.attributes = new AttributeScanner(this.units);
    this.#codes = this.units.current;
    this.#at = this.#codes[0] === 0xfeff ? 1 : 0;
  }

  /** Moves to the next token. */
  next(): TokenKind {
    for (;;) {
      const at = this.#at;
      const open = this.#markup(at);
      if (open > at) return this.#text(at, open);
      if (open >= this.source.length) return END;
      const kind = this.#construct(open);
      if (kind !== NOTHING) return kind;
    }
  }

  #text(start: number, end: number): TokenKind {
    this.start = start;
    this.end = end;
    this.#at = end;
    return TEXT;
  }

  /** The offset of the next "<" that begins markup, or the length. */
  #markup(from: number): number {
    const { source } = this;
    const codes = this.#codes;
    const { length } = source;
    let at = from;
    while (at < length) {
      if (codes[at] !== LESS) at = this.units.find(LESS, at);
      if (at + 1 >= length) return length;
      const code = codes[at + 1] as number;
      if (isLetter(code) || code === SLASH || code === BANG || code === QUESTION) {
        // "</" at the very end is text.
        return code === SLASH && at + 2 >= length ? length : at;
      }
      at++;
    }
    return length;
  }

  #construct(open: number): TokenKind {
    const code = this.#codes[open + 1] as number;
    this.start = open;
    if (code === BANG) return this.#declaration(open + 2);
    if (code === QUESTION) return this.#bogusComment(open + 1);
    if (code !== SLASH) return this.#tag(open + 1, START_TAG);
    const next = this.#codes[open + 2] as number;
    if (isLetter(next)) return this.#tag(open + 2, END_TAG);
    if (next !== GREATER) return this.#bogusComment(open + 2);
    this.#at = open + 3;
    return NOTHING;
  }

  #tag(from: number, kind: TokenKind): TokenKind {
    const { length } = this.source;
    const codes = this.#codes;
    let hash = 0;
    let at = from;
    for (; at < length; at++) {
      const code = codes[at] as number;
      // Letters, which most are, at once.
      if (code <= GREATER && (code === GREATER || code === SLASH || isSpace(code))) break;
      hash = hashStep(hash, code >= 65 && code <= 90 ? code + 32 : code);
    }
    this.hash = hash;
    this.tag = this.#identify(from, at - from);
    const end = codes[at] === GREATER ? this.#bareTag(at) : this.#readAttributes(at, kind);
    this.#at = end === -1 ? length : end;
    this.end = this.#at;
    // A tag that the page breaks off in is not emitted (eof-in-tag).
    return end === -1 ? NOTHING : kind;
  }

  #bareTag(at: number): number {
    this.attributes.first = 0;
    this.attributes.selfClosing = false;
    return at + 1;
  }

  #readAttributes(at: number, kind: TokenKind): number {
    const { attributes } = this;
    const isRead = kind === START_TAG && this.#read[this.tag] === 1;
    return isRead ? attributes.read(at) : attributes.passOver(at);
  }

  #identify(from: number, length: number): TagId {
    for (let probe = 0; ; probe++) {
      const id = tagCandidate(this.hash, probe);
      if (id === 0) return 0;
      const name = tagNames[id] as string;
      if (name.length === length && isSpelled(this.#codes, from, name)) {
        return id;
      }
    }
  }

  #declaration(from: number): TokenKind {
    const { source } = this;
    if (source.startsWith("--", from)) return this.#comment(from + 2);
    if (this.foreign && source.startsWith("[CDATA[", from)) {
      const close = source.indexOf("]]>", from + 7);
      this.#range(from + 7, close, 3);
      return CDATA;
    }
    if (!isSpelled(this.#codes, from, "doctype")) return this.#bogusComment(from);
    this.#range(from + 7, source.indexOf(">", from + 7), 1);
    return DOCTYPE;
  }

  /** Sets the token to the range up to `close`, or to the end of the page when that is -1. */
  #range(from: number, close: number, closing: number): void {
    this.start = from;
    this.end = close === -1 ? this.source.length : close;
    this.#at = close === -1 ? this.source.length : close + closing;
  }

  #bogusComment(from: number): TokenKind {
    this.#range(from, this.source.indexOf(">", from), 1);
    return COMMENT;
  }

  #comment(from: number): TokenKind {
    const { source } = this;
    const codes = this.#codes;
    if (codes[from] === GREATER) this.#range(from, from, 1);
    else if (source.startsWith("->", from)) this.#range(from, from, 2);
    else {
      for (let at = from; ; at++) {
        at = source.indexOf("--", at);
        const code = at === -1 ? GREATER : (codes[at + 2] as number);
        if (code === GREATER) {
          this.#range(from, at, 3);
          break;
        }
        if (code === BANG && codes[at + 3] === GREATER) {
          this.#range(from, at, 4);
          break;
        }
      }
    }
    return COMMENT;
  }

  /**
   * Reads the content of the raw text element that has just begun, and its end tag. The token is
   * then the range of that content.
   * @param inNoscript whether it ends with the `noscript` around it at the latest: a browser that
   *   runs scripts does not look into one, so that pages leave end tags out there unseen
   */
  rawText(tag: TagId, inNoscript = false): void {
    const from = this.#at;
    const name = tagNames[tag] as string;
    const outer = inNoscript ? "noscript" : name;
    const close = tag === tagIds.script ? this.#scriptEnd(from) : this.#endTagOf(name, from, outer);
    this.start = from;
    this.end = close;
    const isOwn = close < this.source.length && isSpelled(this.#codes, close + 2, name);
    const end = isOwn ? this.attributes.passOver(close + 2 + name.length) : close;
    this.#at = end === -1 ? this.source.length : end;
  }

  /** Takes the rest of the page as text (`plaintext`). */
  rest(): void {
    this.#range(this.#at, -1, 0);
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
    if (!isSpelled(this.#codes, at, name)) return false;
    const code = this.#codes[at + name.length] as number;
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
}

/** No token came of it. */
const NOTHING = -1 as TokenKind;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
