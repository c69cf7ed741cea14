import { checkArgument } from "../../core/index.ts";
import { isAscii, isUtf8 } from "node:buffer";
import { getBOMEncoding, TextDecoder as LegacyDecoder } from "@exodus/bytes/encoding.js";
import { analyse } from "chardet";
import { charsetOf, metaCharset, xmlCharset } from "./charset-prescan.ts";
import { isXml, type MediaType } from "./media-type.ts";

/** The encoding of a text and how it was found. */
export interface Charset {
  /** WHATWG name, lower case. */
  readonly charset: string;
  /**
   * Byte order mark; Content-Type header; meta element; XML declaration; a guess from the bytes;
   * or nothing said and nothing to guess from.
   */
  readonly source: "bom" | "header" | "meta" | "xml" | "guess" | "default";
}

/** What is known about a text from elsewhere. */
export interface CharsetHints {
  /** The Content-Type header. */
  readonly contentType?: MediaType | undefined;
  /**
   * Whether the text is XML: no meta element counts, and UTF-8 is the default. When absent, the
   * Content-Type decides.
   */
  readonly xml?: boolean | undefined;
}

/** How Japanese begins in ISO-2022-JP, which is ASCII otherwise. */
const JAPANESE_ESCAPES = ["\u001b$B", "\u001b$@"];
/** Bytes from which a guess is made. */
const GUESSED_BYTES = 65_536;
/** Fewer bytes outside ASCII, a dozen characters, tell nothing about a language. */
const FEWEST_FOREIGN_BYTES = 24;
/** Right guesses on short texts have 29 of 100 and more, wrong ones mostly below 25. */
const LEAST_CONFIDENCE = 25;
/** Real text in these has 100; Thai, which is no candidate of theirs, up to 63. */
const LEAST_CONFIDENCE_OF_CJK = 80;
const CJK = /^(?:GB|Big5|EUC|Shift)/;

/**
 * Finds the encoding of a text as browsers do (HTML, 13.2.3; Encoding, 6): byte order mark, header
 * (an unknown label is ignored), meta element, XML declaration. Then, where browsers differ, what
 * the bytes themselves say: valid UTF-8 that is not just ASCII is UTF-8; else a statistical guess,
 * if it is confident. Last, windows-1252, or UTF-8 for XML and JSON.
 * @example
 * ```ts
 * import { decodeText, detectCharset } from "dragline/fetcher";
 *
 * const bytes = new TextEncoder().encode("<meta charset=utf-8><p>Köln");
 * const { charset, source } = detectCharset(bytes);
 * console.log(charset, source, decodeText(bytes, charset));
 * ```
 */
export function detectCharset(bytes: Uint8Array, hints: CharsetHints = {}): Charset {
  checkArgument("bytes of detectCharset(bytes, hints)", bytes, "bytes");
  checkArgument("hints of detectCharset(bytes, hints)", hints, "object");
  const { contentType } = hints;
  const xml = hints.xml ?? (contentType !== undefined && isXml(contentType.essence));
  const said = declared(bytes, contentType, xml);
  if (said !== undefined) return said;
  const guessed = guess(bytes);
  if (guessed !== undefined) return { charset: guessed, source: "guess" };
  return { charset: xml || isJson(contentType) ? "utf-8" : "windows-1252", source: "default" };
}

function declared(
  bytes: Uint8Array,
  contentType: MediaType | undefined,
  xml: boolean,
): Charset | undefined {
  const bom = getBOMEncoding(bytes);
  if (bom !== null) return { charset: bom, source: "bom" };
  const header = charsetOf(contentType?.charset);
  if (header !== undefined) return { charset: header, source: "header" };
  const isHtml = contentType === undefined || contentType.essence === "text/html";
  const meta = isHtml && !xml ? metaCharset(bytes) : undefined;
  if (meta !== undefined) return { charset: meta, source: "meta" };
  const declaration = isHtml || xml ? xmlCharset(bytes) : undefined;
  return declaration === undefined ? undefined : { charset: declaration, source: "xml" };
}

function isJson(contentType: MediaType | undefined): boolean {
  return contentType !== undefined && /[/+]json$/.test(contentType.essence);
}

function guess(bytes: Uint8Array): string | undefined {
  const utf16 = guessUtf16(bytes);
  if (utf16 !== undefined) return utf16;
  if (isAscii(bytes)) return hasJapaneseEscape(bytes) ? "iso-2022-jp" : undefined;
  if (isForeignUtf8(bytes) || isForeignUtf8(withoutLastCharacter(bytes))) return "utf-8";
  const sample = proseOf(bytes);
  if (!hasForeignText(sample)) return undefined;
  const best = analyse(sample).find(
    ({ name, confidence }) => !CJK.test(name) || confidence >= LEAST_CONFIDENCE_OF_CJK,
  );
  if (best === undefined || best.confidence < LEAST_CONFIDENCE) return undefined;
  // They differ where one has Ukrainian letters and the other frames of text screens.
  return charsetOf(best.name === "KOI8-R" ? "koi8-u" : best.name);
}

/** Without a mark UTF-16 shows by zeros: every second byte of most scripts' markup. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 512);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of start.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (odd > start.length / 8 && even * 8 < odd) return "utf-16le";
  return even > start.length / 8 && odd * 8 < even ? "utf-16be" : undefined;
}

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, GUESSED_BYTES));
  return JAPANESE_ESCAPES.some((escape) => start.includes(escape));
}

function isForeignUtf8(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !isAscii(bytes);
}

/** A body that was cut may end inside of a character, of which at most three bytes came. */
function withoutLastCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.subarray(-3).findLastIndex((byte) => byte >= 0xc0);
  return start === -1 ? bytes : bytes.subarray(0, Math.max(0, bytes.length - 3) + start);
}

/** The beginning of a text without tags, scripts and styles, whose letters would drown it. */
function proseOf(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.subarray(0, 4 * GUESSED_BYTES)).toString("latin1");
  const prose: string[] = [];
  for (let at = 0; at < text.length;) {
    const tag = text.indexOf("<", at);
    prose.push(text.slice(at, tag === -1 ? undefined : tag));
    at = tag === -1 ? text.length : tagEnd(text, tag);
  }
  return Buffer.from(prose.join(" ").slice(0, GUESSED_BYTES), "latin1");
}

/** Behind a tag; behind a whole script or style. A `<` that is left open takes the rest with it. */
function tagEnd(text: string, start: number): number {
  const raw = /^<(script|style)\b/i.exec(text.slice(start, start + 8))?.[1];
  const from = raw === undefined ? start : text.indexOf(`</${raw}`, start);
  const end = from === -1 ? -1 : text.indexOf(">", from);
  return end === -1 ? text.length : end + 1;
}

function hasForeignText(sample: Uint8Array): boolean {
  let foreign = 0;
  for (const byte of sample) if (byte >= 0x80) foreign += 1;
  return foreign >= FEWEST_FOREIGN_BYTES;
}

const utf8 = new TextDecoder();

/**
 * Decodes a text; a byte order mark of the encoding is removed and what is invalid becomes U+FFFD.
 * Never throws: an unknown charset counts as windows-1252.
 *
 * Node's own decoder is used for UTF-8 only: before Node 24 it reads windows-1252 as ISO-8859-1,
 * and to this day it lacks characters of EUC-KR and Big5.
 * @see {@link detectCharset} for an example
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  checkArgument("bytes of decodeText(bytes, charset)", bytes, "bytes");
  checkArgument("charset of decodeText(bytes, charset)", charset, "string");
  const name = charsetOf(charset) ?? "windows-1252";
  return name === "utf-8" ? utf8.decode(bytes) : new LegacyDecoder(name).decode(bytes);
}
