/** One `key: value` line of a robots.txt. */
interface RobotsLine {
  readonly key: "user-agent" | "allow" | "disallow" | "sitemap" | "crawl-delay";
  /** Trimmed; one character per octet, so not yet decoded as UTF-8. */
  readonly value: string;
  /** From 1; CR, LF and CRLF each end a line. */
  readonly line: number;
}

/** RFC 9309, 2.5: at least 500 KiB must be parsed. As Google does, the rest is not. */
const PARSED_BYTES = 512_000;
/** Google's limit: eight times the longest URL of old browsers; what is behind it is cut off. */
const LONGEST_LINE = 16_663;

const CR = 13;
const LF = 10;

/** Starts of keys and what they mean; the misspellings are those that Google accepts. */
const KEYS: readonly (readonly [start: string, key: RobotsLine["key"]])[] = [
  ["user-agent", "user-agent"],
  ["useragent", "user-agent"],
  ["user agent", "user-agent"],
  ["allow", "allow"],
  ["disallow", "disallow"],
  ["dissallow", "disallow"],
  ["dissalow", "disallow"],
  ["disalow", "disallow"],
  ["diasllow", "disallow"],
  ["disallaw", "disallow"],
  ["sitemap", "sitemap"],
  ["site-map", "sitemap"],
  ["crawl-delay", "crawl-delay"],
  ["crawldelay", "crawl-delay"],
  ["crawl delay", "crawl-delay"],
];

/** The meaningful lines of a robots.txt; junk is passed over. */
export function* robotsLines(bytes: Uint8Array): Generator<RobotsLine> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, parsedLength(bytes));
  let start = bomLength(text);
  for (let line = 1; start < text.length; line += 1) {
    const end = lineEnd(text, start);
    const parsed = parseLine(text.toString("latin1", start, Math.min(end, start + LONGEST_LINE)));
    if (parsed !== undefined) yield { ...parsed, line };
    start = end + (text[end] === CR && text[end + 1] === LF ? 2 : 1);
  }
}

/** All of a short file; of a long one, up to the last line end within the limit. */
function parsedLength(bytes: Uint8Array): number {
  if (bytes.length <= PARSED_BYTES) return bytes.length;
  const head = bytes.subarray(0, PARSED_BYTES);
  return Math.max(head.lastIndexOf(LF), head.lastIndexOf(CR), 0);
}

/** Google also skips the beginning of a broken byte order mark. */
function bomLength(text: Uint8Array): number {
  const length = [0xef, 0xbb, 0xbf].findIndex((byte, index) => text[index] !== byte);
  return length === -1 ? 3 : length;
}

function lineEnd(text: Uint8Array, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== CR && text[end] !== LF) end += 1;
  return end;
}

function parseLine(raw: string): Omit<RobotsLine, "line"> | undefined {
  const comment = raw.indexOf("#");
  const text = trim(comment === -1 ? raw : raw.slice(0, comment));
  const split = splitKey(text);
  if (split === undefined) return undefined;
  const name = split[0].toLowerCase();
  const key = KEYS.find(([start]) => name.startsWith(start))?.[1];
  return key === undefined ? undefined : { key, value: split[1] };
}

/** At the colon; a line without one counts when it is exactly two words. */
function splitKey(text: string): [key: string, value: string] | undefined {
  const colon = text.indexOf(":");
  if (colon !== -1) return [trim(text.slice(0, colon)), trim(text.slice(colon + 1))];
  const [key = "", value = "", ...rest] = text.split(/[ \t]+/, 3);
  return value !== "" && rest.length === 0 ? [key, value] : undefined;
}

/** ASCII white space only: `trim()` would take A0, the last octet of many UTF-8 letters. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
