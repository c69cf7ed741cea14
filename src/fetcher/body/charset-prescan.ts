import { normalizeEncoding } from "@exodus/bytes/encoding.js";

/** What HTML asks a browser to look at (HTML, 13.2.3.2). */
const STANDARD_BYTES = 1024;
/**
 * Where we stop. Browsers go on to the end of the head, and on one real page in ten the
 * declaration is behind the first 1,024 bytes, on some behind 100 KB of scripts and styles.
 */
const SCANNED_BYTES = 262_144;

/** Elements whose text is no markup; the standard's scan does not know that, parsers do. */
const RAW_TEXT = new Set(["script", "style", "title", "textarea"]);

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/**
 * The WHATWG name (lower case) of the encoding that a label means; undefined for an unknown one,
 * and for those that the standard only knows in order to refuse them ("replacement").
 */
export function charsetOf(label: string | undefined): string | undefined {
  const name = label === undefined ? null : normalizeEncoding(label);
  return name === null || name === "replacement" ? undefined : name;
}

/** What a declaration inside of a document means: it was read as ASCII, so it is no UTF-16. */
function declaredCharset(label: string): string | undefined {
  const name = charsetOf(label);
  if (name === "utf-16le" || name === "utf-16be") return "utf-8";
  return name === "x-user-defined" ? "windows-1252" : name;
}

/**
 * The encoding that a meta element of an HTML page declares: by the standard's scan of the first
 * 1,024 bytes ("prescan a byte stream"), then by a look at the whole head.
 */
export function metaCharset(bytes: Uint8Array): string | undefined {
  const scanned = new Prescan(latin1(bytes, STANDARD_BYTES), false).run();
  if (scanned !== undefined || bytes.length <= STANDARD_BYTES) return scanned;
  return new Prescan(latin1(bytes, SCANNED_BYTES), true).run();
}

/** The encoding of an XML declaration ("get an XML encoding"). */
export function xmlCharset(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes, STANDARD_BYTES);
  if (start.startsWith("<\0?\0x\0")) return "utf-16le";
  if (start.startsWith("\0<\0?\0x")) return "utf-16be";
  const declaration = /^<\?xml[^>]*(?=>)/.exec(start)?.[0] ?? "";
  const [, , label] = /encoding[\0- ]*=[\0- ]*(["'])([!-~]*?)\1/.exec(declaration) ?? [];
  return label === undefined ? undefined : declaredCharset(label);
}

function latin1(bytes: Uint8Array, length: number): string {
  const end = Math.min(bytes.byteLength, length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, end).toString("latin1");
}

class Prescan {
  readonly #text: string;
  /** Whether to read like a parser: scripts hold no tags, and the head ends somewhere. */
  readonly #knowsHtml: boolean;
  #at = 0;

  constructor(text: string, knowsHtml: boolean) {
    this.#text = text;
    this.#knowsHtml = knowsHtml;
  }

  run(): string | undefined {
    for (;;) {
      this.#at = this.#text.indexOf("<", this.#at);
      if (this.#at === -1) return undefined;
      const found = this.#tag();
      if (found !== undefined) return found;
      if (this.#at >= this.#text.length) return undefined;
    }
  }

  /** Passes over what the `<` at the current place begins; gives a charset if it declares one. */
  #tag(): string | undefined {
    const start = this.#at;
    const [, slash, name = "", special] =
      /^<(?:(\/?)([a-z][^\t\n\f\r >]*)|([!/?]))/i.exec(this.#text.slice(start, start + 32)) ?? [];
    if (this.#text.startsWith("<!--", start)) this.#skipPast("-->", start + 2);
    else if (special !== undefined) this.#skipPast(">", start);
    else if (/^<meta[\t\n\f\r /]/i.test(this.#text.slice(start, start + 6))) return this.#meta();
    else if (name === "") this.#at = start + 1;
    else this.#element(name.toLowerCase(), slash === "/");
    return undefined;
  }

  #element(name: string, isEnd: boolean): void {
    this.#at = indexOf(this.#text, /[\t\n\f\r >]/g, this.#at);
    while (this.#attribute() !== undefined);
    if (!this.#knowsHtml) return;
    if (name === "body" || (isEnd && name === "head")) this.#at = this.#text.length;
    else if (!isEnd && RAW_TEXT.has(name)) {
      this.#at = indexOf(this.#text, new RegExp(`</${name}[\\t\\n\\f\\r />]`, "gi"), this.#at);
    }
  }

  #meta(): string | undefined {
    this.#at += 5;
    const attributes = new Map<string, string>();
    for (let it = this.#attribute(); it !== undefined; it = this.#attribute()) {
      if (!attributes.has(it.name)) attributes.set(it.name, it.value);
    }
    // Cut off inside of the tag: nothing of it counts.
    if (this.#at >= this.#text.length) return undefined;
    const own = attributes.get("charset");
    if (own !== undefined) return declaredCharset(own);
    if (attributes.get("http-equiv") !== "content-type") return undefined;
    return charsetInContent(attributes.get("content") ?? "");
  }

  #skipPast(end: string, from: number): void {
    const found = this.#text.indexOf(end, from);
    this.#at = found === -1 ? this.#text.length : found + end.length;
  }

  /** "Get an attribute"; undefined at the end of the tag or of the text. */
  #attribute(): Attribute | undefined {
    const text = this.#text;
    const start = indexOf(text, /[^\t\n\f\r /]/g, this.#at);
    this.#at = start;
    if (start >= text.length || text[start] === ">") return undefined;
    const nameEnd = indexOf(text, /[\t\n\f\r />=]/g, start + 1);
    const name = text.slice(start, nameEnd).toLowerCase();
    const equals = indexOf(text, /[^\t\n\f\r ]/g, nameEnd);
    this.#at = text[equals] === "=" ? equals : nameEnd;
    if (text[equals] !== "=") return { name, value: "" };
    return { name, value: this.#value(equals + 1).toLowerCase() };
  }

  #value(from: number): string {
    const text = this.#text;
    const start = indexOf(text, /[^\t\n\f\r ]/g, from);
    const quote = text[start];
    if (quote === '"' || quote === "'") {
      this.#skipPast(quote, start + 1);
      return text.slice(start + 1, this.#at - 1);
    }
    this.#at = indexOf(text, /[\t\n\f\r >]/g, start);
    return text.slice(start, this.#at);
  }
}

/** Where `pattern` (global) first matches from `from` on, else the end. */
function indexOf(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** "Extracting a character encoding from a meta element". */
function charsetInContent(content: string): string | undefined {
  const [, quote, quoted, bare] =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:(["'])(.*?)\1|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/s.exec(
      content,
    ) ?? [];
  const label = quote === undefined ? bare : quoted;
  return label === undefined ? undefined : declaredCharset(label);
}
