import { MIMEType } from "whatwg-mimetype";
import { identifyBinary, identifyMarkup, isBinaryByte } from "./media-type-signatures.ts";

/** What a Content-Type header says. */
export interface MediaType {
  /** `type/subtype`, lower case, without parameters. */
  readonly essence: string;
  /** The label of the `charset` parameter, lower case; it need not be a known one. */
  readonly charset?: string;
}

/** The standard calls this the resource header: the bytes that sniffing may look at. */
const SNIFFED_BYTES = 1445;

/** JSON above this size in bytes is told by its first characters instead of by parsing it. */
const LARGEST_PARSED_JSON = 1_048_576;

const UNKNOWN = new Set(["unknown/unknown", "application/unknown", "*/*"]);
const OPAQUE = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/force-download",
  "application/x-download",
  "application/download",
]);
const HTML = new Set(["text/html", "application/xhtml+xml"]);
/** The charsets that old Apaches put on everything (MIME Sniffing, 5.1). */
const APACHE_CHARSETS = new Set([undefined, "iso-8859-1", "utf-8"]);

/**
 * Reads a Content-Type header. Of several comma-separated values the last valid one counts (Fetch,
 * "extract a MIME type").
 * @returns undefined when the header is absent or no value is a valid MIME type
 */
export function parseMediaType(header: string | undefined): MediaType | undefined {
  if (header === undefined) return undefined;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const parsed = extractMediaType(header);
  if (parsed !== undefined && header.length <= LONGEST_REMEMBERED) remember(header, parsed);
  return parsed;
}

/** Sites repeat few header values, so the last ones are kept instead of parsed again. */
const remembered = new Map<string, MediaType>();
const MOST_REMEMBERED = 256;
const LONGEST_REMEMBERED = 100;

function remember(header: string, parsed: MediaType): void {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, parsed);
}

function extractMediaType(header: string): MediaType | undefined {
  let found: MediaType | undefined;
  // The parser takes quadratic time over a run of spaces, and no type has one.
  for (const value of splitValues(header.replace(/\s{2,}/g, " "))) {
    const parsed = MIMEType.parse(value);
    if (parsed === null || parsed.essence === "*/*") continue;
    const own = parsed.parameters.get("charset")?.trim().toLowerCase();
    const charset = own ?? (parsed.essence === found?.essence ? found.charset : undefined);
    const { essence } = parsed;
    found = Object.freeze(charset === undefined ? { essence } : { essence, charset });
  }
  return found;
}

/** Splits at commas outside quoted strings (Fetch, "get, decode, and split"). */
function splitValues(header: string): string[] {
  if (!header.includes(",")) return [header];
  return header.match(/(?:[^",]|"(?:[^"\\]|\\[\s\S])*(?:"|$))+/g) ?? [];
}

/** Whether a type is XML (MIME Sniffing, 4.6): its markup carries its own encoding declaration. */
export function isXml(essence: string): boolean {
  return essence.endsWith("+xml") || essence === "text/xml" || essence === "application/xml";
}

/**
 * The type of a body by the WHATWG MIME Sniffing standard (7, "computed MIME type"), without
 * parameters. Where the standard keeps a wrong label we do not: HTML, text and octet streams that
 * start with the signature of a PDF, image, archive or other binary are reported as that, and
 * text that parses as JSON is JSON when no type was declared. As in the standard, text/plain never
 * becomes HTML.
 * @param bytes the body, or at least its first 1,445 bytes
 */
export function sniffMediaType(bytes: Uint8Array, declared?: MediaType): string {
  const header = bytes.subarray(0, SNIFFED_BYTES);
  const essence = declared?.essence;
  if (essence === undefined || UNKNOWN.has(essence)) return identifyUnknown(header, bytes);
  if (OPAQUE.has(essence)) return identifyBinary(header) ?? essence;
  if (HTML.has(essence)) return identifyHtml(header, essence);
  if (essence === "text/plain" && APACHE_CHARSETS.has(declared?.charset)) {
    return identifyText(header);
  }
  if (isXml(essence)) return essence;
  if (/^(?:image|audio|video)\//.test(essence)) return sameFamily(header, essence);
  return essence;
}

/** MIME Sniffing, 7.1. */
function identifyUnknown(header: Uint8Array, whole: Uint8Array): string {
  const signed = identifyMarkup(header) ?? identifyBinary(header);
  if (signed !== undefined) return signed;
  if (!startsWithBom(header) && header.some(isBinaryByte)) return "application/octet-stream";
  return isJson(whole) ? "application/json" : "text/plain";
}

/** MIME Sniffing, 7.2, and the signature where the standard only says "binary". */
function identifyText(header: Uint8Array): string {
  if (startsWithBom(header) || !header.some(isBinaryByte)) return "text/plain";
  return identifyBinary(header) ?? "application/octet-stream";
}

/** MIME Sniffing, 7.3 (feeds), after the signatures that no HTML page starts with. */
function identifyHtml(header: Uint8Array, essence: string): string {
  if (!startsWithTag(header)) {
    const binary = identifyBinary(header);
    if (binary !== undefined) return binary;
    if (isNoise(header)) return "application/octet-stream";
  }
  return essence === "text/html" ? identifyFeed(header) : essence;
}

/** The quick way out for nearly every page; no binary format starts so. */
function startsWithTag(header: Uint8Array): boolean {
  const first = header.findIndex((byte) => byte > 0x20);
  return first !== -1 && header[first] === 0x3c;
}

function identifyFeed(header: Uint8Array): string {
  const text = Buffer.from(header).toString("latin1");
  const root = /^<(rss|feed|rdf:RDF)\b/.exec(text.slice(rootOffset(text)))?.[1];
  if (root === "feed") return "application/atom+xml";
  if (root === "rss") return "application/rss+xml";
  const isRss =
    root !== undefined &&
    text.includes("http://purl.org/rss/1.0/") &&
    text.includes("http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  return isRss ? "application/rss+xml" : "text/html";
}

/** Where the first element starts: behind BOM, space, comments, declarations and instructions. */
function rootOffset(text: string): number {
  let offset = text.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
  for (;;) {
    while (/^\s/.test(text.charAt(offset))) offset += 1;
    const end = closings.find(([start]) => text.startsWith(start, offset))?.[1];
    if (end === undefined) return offset;
    const close = text.indexOf(end, offset);
    if (close === -1) return text.length;
    offset = close + end.length;
  }
}

const closings = [
  ["<!--", "-->"],
  ["<!", ">"],
  ["<?", "?>"],
] as const;

/** A declared image, sound or film may only turn out to be another one (MIME Sniffing, 7, 6-7). */
function sameFamily(header: Uint8Array, essence: string): string {
  const found = identifyBinary(header);
  if (found === undefined) return essence;
  const isImage = found.startsWith("image/");
  return isImage === essence.startsWith("image/") && /^(?:image|audio|video)\/|\/ogg$/.test(found)
    ? found
    : essence;
}

/** FE FF, FF FE or EF BB BF. */
function startsWithBom([a, b, c]: Uint8Array): boolean {
  return (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || isUtf8Bom(a, b, c);
}

function isUtf8Bom(a?: number, b?: number, c?: number): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf;
}

/**
 * Whether labelled HTML is no text at all. Compressed and encrypted bytes are binary to a tenth;
 * a page has a stray one at most, unless it is UTF-16, where every second byte may be zero.
 */
function isNoise(header: Uint8Array): boolean {
  if (header.length < 64 || startsWithBom(header)) return false;
  let binary = 0;
  let zeros = 0;
  for (const byte of header) {
    if (byte === 0) zeros += 1;
    else if (isBinaryByte(byte)) binary += 1;
  }
  const utf16 = zeros > header.length / 4 && binary === 0;
  return !utf16 && binary + zeros > header.length / 20;
}

function isJson(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString("utf8");
  const text = start.replace(/^\uFEFF/, "").trimStart();
  if (!/^(?:\{\s*(?:["}]|$)|\[\s*(?:["{[\]\d-]|true|false|null|$))/.test(text)) return false;
  if (bytes.length > LARGEST_PARSED_JSON) return true;
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
