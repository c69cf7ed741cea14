import { decodeXML } from "entities/decode";

/** Takes what an {@link XmlScanner} finds. */
export interface XmlSink {
  /** Whether text is wanted where the scanner is. */
  readonly wantsText: boolean;
  /** @param tag the tag without its brackets, for {@link xmlAttribute} */
  open(name: string, tag: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** A tag longer than this is dropped; text is handed on in pieces of it. */
const LONGEST = 65_536;

/** What is being passed over, and what ends it. */
const ENDS = Object.freeze({ comment: "-->", cdata: "]]>", instruction: "?>", junk: ">" });

type Passage = keyof typeof ENDS;

const OPENINGS: readonly (readonly [string, Passage])[] = [
  ["<!--", "comment"],
  ["<![CDATA[", "cdata"],
  ["<?", "instruction"],
];

/**
 * Reads XML as it comes, in pieces cut anywhere: tags by their local names, in lower case, text and
 * CDATA decoded; comments, instructions and doctypes are passed over. It builds nothing, keeps at
 * most 64 Ki characters, and never refuses: what is no markup is text, a broken tag is dropped.
 * No entity is declared, so none can grow.
 */
export class XmlScanner {
  readonly #sink: XmlSink;
  #rest = "";
  #at = 0;
  #passage: Passage | undefined;
  #damaged = false;

  constructor(sink: XmlSink) {
    this.#sink = sink;
  }

  /** Whether a tag was broken so far. */
  get damaged(): boolean {
    return this.#damaged;
  }

  push(text: string): void {
    this.#rest = this.#rest.slice(this.#at) + text;
    this.#at = 0;
    while (this.#at < this.#rest.length && this.#step());
  }

  /** @returns whether the XML ended between two tags */
  finish(): boolean {
    const clean = this.#passage === undefined && !this.#rest.startsWith("<", this.#at);
    if (clean) this.#emit(this.#rest.length);
    return clean;
  }

  /** False: more is needed. */
  #step(): boolean {
    if (this.#passage !== undefined) return this.#pass(this.#passage);
    return this.#rest.charCodeAt(this.#at) === LESS ? this.#markup() : this.#text();
  }

  #pass(passage: Passage): boolean {
    const end = ENDS[passage];
    const found = this.#rest.indexOf(end, this.#at);
    // The end may itself be cut.
    const until = found === -1 ? this.#rest.length - end.length + 1 : found;
    if (until > this.#at) {
      if (passage === "cdata" && this.#sink.wantsText) {
        this.#sink.text(this.#rest.slice(this.#at, until));
      }
      this.#at = until;
    }
    if (found === -1) return false;
    this.#at = found + end.length;
    this.#passage = undefined;
    return true;
  }

  #text(): boolean {
    const found = this.#rest.indexOf("<", this.#at);
    if (found !== -1) return this.#emit(found);
    const { length } = this.#rest;
    if (!this.#sink.wantsText || length - this.#at > LONGEST) this.#emit(length);
    return false;
  }

  #emit(end: number): true {
    if (end > this.#at && this.#sink.wantsText) {
      this.#sink.text(decodeXML(this.#rest.slice(this.#at, end)));
    }
    this.#at = end;
    return true;
  }

  #markup(): boolean {
    const next = this.#rest.charCodeAt(this.#at + 1);
    if (Number.isNaN(next)) return false;
    if (next === EXCLAMATION || next === QUESTION) return this.#declaration();
    if (next === SLASH || isNameStart(next)) return this.#tag();
    // A stray `<`, as in text that should have been escaped.
    this.#damaged = true;
    return this.#emit(this.#at + 1);
  }

  #declaration(): boolean {
    for (const [opening, passage] of OPENINGS) {
      if (this.#rest.startsWith(opening, this.#at)) {
        this.#at += opening.length;
        this.#passage = passage;
        return true;
      }
      if (opening.startsWith(this.#rest.slice(this.#at, this.#at + opening.length))) return false;
    }
    this.#at += 2;
    this.#passage = "junk";
    return true;
  }

  #tag(): boolean {
    const end = tagEnd(this.#rest, this.#at + 1);
    if (end === -1) {
      if (this.#rest.length - this.#at <= LONGEST) return false;
      this.#damaged = true;
      this.#passage = "junk";
      return true;
    }
    const start = this.#at + 1;
    const broken = this.#rest.charCodeAt(end) === LESS;
    this.#at = broken ? end : end + 1;
    if (broken) this.#damaged = true;
    else this.#tell(this.#rest.slice(start, end));
    return true;
  }

  #tell(tag: string): void {
    if (tag.startsWith("/")) {
      this.#sink.close(localName(tag, 1));
      return;
    }
    const name = localName(tag, 0);
    this.#sink.open(name, tag);
    if (tag.endsWith("/")) this.#sink.close(name);
  }
}

const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

/** Where the `>` of a tag is, or a `<` that says that it has none; -1 when more is needed. */
function tagEnd(text: string, start: number): number {
  let quote = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LESS) return at;
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

/** Without its prefix: a wrong or missing namespace makes no difference. */
function localName(tag: string, start: number): string {
  let from = start;
  let end = start;
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end);
    if (code <= 32 || code === SLASH) break;
    if (code === COLON) from = end + 1;
  }
  return tag.slice(from, end).toLowerCase();
}

/** ASCII letters, `_`, `:`, and all that is not ASCII: enough to tell a tag from a stray `<`. */
function isNameStart(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || code === 95 || code === COLON || code > 127;
}

/** The value of an attribute by its local name, in any case; undefined when it is absent. */
export function xmlAttribute(tag: string, name: string): string | undefined {
  let at = 0;
  while (at < tag.length) {
    const equals = tag.indexOf("=", at);
    if (equals === -1) return undefined;
    const open = skipBlanks(tag, equals + 1);
    const quote = tag.charAt(open);
    const close = quote === '"' || quote === "'" ? tag.indexOf(quote, open + 1) : -1;
    if (close === -1) {
      at = equals + 1;
      continue;
    }
    if (nameBefore(tag, equals) === name) return decodeXML(tag.slice(open + 1, close));
    at = close + 1;
  }
  return undefined;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** The local name that ends before `equals`. */
function nameBefore(tag: string, equals: number): string {
  let end = equals;
  while (end > 0 && tag.charCodeAt(end - 1) <= 32) end--;
  let start = end;
  while (start > 0) {
    const code = tag.charCodeAt(start - 1);
    if (code <= 32 || code === COLON || code === QUOTE || code === APOSTROPHE || code === EQUALS)
      break;
    start--;
  }
  return tag.slice(start, end).toLowerCase();
}
