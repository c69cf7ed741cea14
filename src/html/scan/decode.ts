import { decodeHTML, decodeHTMLAttribute } from "entities/decode";

/**
 * The text that a run of source stands for: entities decoded (unless `raw`), line ends unified
 * (WHATWG HTML 13.2.3.5) and NUL dropped, or replaced in `raw` and `verbatim` text (13.2.5).
 */
export function decodeText(text: string, raw: boolean, verbatim = raw): string {
  const clean = text.includes("\r") ? unifyLineEnds(text) : text;
  const decoded = raw || !clean.includes("&") ? clean : decodeHTML(clean);
  return decoded.includes("\0") ? decoded.replaceAll("\0", verbatim ? "\uFFFD" : "") : decoded;
}

/** The value that the source of an attribute stands for; `&reg` before a letter stays as it is. */
export function decodeAttribute(value: string): string {
  const clean = value.includes("\r") ? unifyLineEnds(value) : value;
  const decoded = clean.includes("&") ? decodeHTMLAttribute(clean) : clean;
  return decoded.includes("\0") ? decoded.replaceAll("\0", "\uFFFD") : decoded;
}

function unifyLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
