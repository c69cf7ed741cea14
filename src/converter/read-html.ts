import { isUtf8 } from "node:buffer";
import { htmlSource, type PageSource } from "../html/index.ts";
import { ConverterError } from "./converter-error.ts";
import { startsLikeScript } from "./script-start.ts";

/** How PDFs, pictures, archives and packed files begin, behind a byte order mark too (mimesniff, 6). */
const OTHER_FILES: readonly string[] = [
  "%PDF-",
  "\u0089PNG\r\n",
  "\u00ff\u00d8\u00ff",
  "GIF8",
  "PK\u0003\u0004",
  "\u001f\u008b",
];

/** How programs, libraries and databases begin. */
const PROGRAMS: readonly string[] = [
  "\u007fELF",
  "\0asm",
  "SQLite format 3\0",
  "\u00ca\u00fe\u00ba\u00be",
];

const ESCAPE = 0x1b;

/** Bytes at the beginning that are looked at, and the share of them that no text has. */
const LOOKED_AT = 1024;
const MUCH = 0.05;
/** Characters of a script in which a tag is looked for. */
const LONGEST_SCRIPT = 100_000;

const TAG = /<[a-z!/?]/i;
/** How programs for an interpreter, modules of JavaScript and texts of JSON begin. */
const SCRIPT =
  /^(?:#!\s*\/|\/\*|\/\/|["']use strict["']|\(?function\b|\(\(\)\s*=>|(?:import|export)\b[^\n]*["'{;]|(?:const|let|var)\s+[\w${[][^\n]*=|\{\s*"|\[\s*[{["])/;

/** As latin1 has it. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

const SCRIPT_TEXT = "it is a script, a style sheet, JSON or CSV";

const DECLARATION = /^\uFEFF?\s*<\?xml\s[^>]*>/;

/**
 * Reads the bytes of a page as HTML, in the encoding that a browser would find: that of the media
 * type's `charset`, a byte order mark, a meta element, a guess; XHTML, which the media type or a
 * declaration tells, in HTML's syntax.
 * @param contentType the media type, as a header has it
 * @throws ConverterError `NOT_HTML`
 */
export async function readHtml(bytes: Uint8Array, contentType = ""): Promise<PageSource> {
  const other = otherKind(bytes);
  if (other !== undefined) {
    throw new ConverterError("NOT_HTML", { message: `this file is not HTML: ${other}` });
  }
  const text = await decodePage(bytes, contentType);
  const essence = contentType.split(";", 1)[0]?.trim().toLowerCase();
  // As browsers have it, what is sent as HTML is HTML, whatever it declares.
  if (essence === "text/html") return { html: text.replace(DECLARATION, ""), malformed: false };
  return htmlSource(text, essence === "" ? undefined : essence);
}

/** Whether no text in an encoding that a page may have has such a byte (mimesniff, 7.1). */
function isBinary(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b) && byte !== ESCAPE;
}

/** What a file is instead of HTML, for people; undefined where it may be HTML. */
function otherKind(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(LOOKED_AT, bytes.length));
  const start = head.toString("latin1").replace(BYTE_ORDER_MARK, "");
  if (OTHER_FILES.some((other) => start.startsWith(other))) {
    return "it begins like a file of another kind; see dragline scrape";
  }
  // Half of UTF-16 is zeros.
  const hasTag = TAG.test(start.replaceAll("\0", ""));
  const isProgram = PROGRAMS.some((other) => start.startsWith(other));
  const binary = head.filter(isBinary).length;
  if (isProgram || (!hasTag && binary > MUCH * start.length)) return "it has binary data";
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(LONGEST_SCRIPT, bytes.length))
    .toString("latin1")
    .replace(BYTE_ORDER_MARK, "");
  const isScript = startsLikeScript(text) || (SCRIPT.test(start.trimStart()) && !TAG.test(text));
  return isScript ? SCRIPT_TEXT : undefined;
}

/**
 * The text of an HTML page. The detection, and with it the fetcher, is loaded only when a glance does
 * not tell.
 * @param contentType the media type, as a header has it
 */
export async function decodePage(bytes: Uint8Array, contentType = ""): Promise<string> {
  if (!/charset/i.test(contentType) && isPlainlyUtf8(bytes)) return new TextDecoder().decode(bytes);
  const [{ decodeText, detectCharset }, { parseMediaType }] = await Promise.all([
    import("../fetcher/index.ts"),
    import("../fetcher/internal.ts"),
  ]);
  const declared = parseMediaType(contentType === "" ? undefined : contentType);
  const { charset } = detectCharset(bytes, { contentType: declared ?? { essence: "text/html" } });
  return decodeText(bytes, charset);
}

/** Whether it is valid, nothing in it names another encoding, and no zero or escape hints at one. */
function isPlainlyUtf8(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes) || bytes.includes(0) || bytes.includes(ESCAPE)) return false;
  const named = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("latin1")
    .matchAll(/(?:charset|encoding)\s*=\s*["']?\s*([^\s"'>;/?]*)/gi);
  return [...named].every(([, name = ""]) => /^utf-?8$/i.test(name));
}
