import type { Answer } from "./answer.ts";
import { decodeText } from "../body/charset.ts";
import { parseMediaType } from "../body/media-type.ts";
import { charsetOf, typeOf } from "../page.ts";
import type { ResponseHeaders } from "../transport/transport.ts";
import type { PageRefresh } from "../page.ts";

/** Later ones are left to the reader, who has the page until then. */
const LONGEST_SECONDS = 5;

/** Larger pages are not parsed, which takes memory for each of their tags. */
const LARGEST = 67_108_864;

const PAGES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/**
 * What every page with a `meta` refresh has in its bytes, in UTF-16 with a NUL beside each letter; an
 * attribute's value may begin with an entity.
 */
const SIGN =
  /h\0?t\0?t\0?p\0?-\0?e\0?q\0?u\0?i\0?v[\0\t\n\f\r ]*=[\0\t\n\f\r ]*["']?\0?(?:r\0?e\0?f|&)/i;

/**
 * Where an answer sends its reader: the first refresh that is one, by its header, else by a `meta`
 * wherever it stands, in `noscript` too (WHATWG HTML 4.2.5.3). Undefined when it stays, or comes
 * again by itself.
 */
export async function findRefresh(url: URL, answer: Answer): Promise<PageRefresh | undefined> {
  const found = (await headerRefresh(url, answer)) ?? (await metaRefresh(url, answer));
  return found === undefined || isSame(found.url, url) ? undefined : found;
}

/** Whether a refresh is followed, as a redirect would be. */
export function leadsOn({ seconds, url }: PageRefresh, status: number): boolean {
  if (seconds > LONGEST_SECONDS || status >= 400) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** Types that a browser shows, beside every text, image, XML and JSON; any other it downloads. */
const SHOWN = /^(?:text\/|image\/|application\/(?:pdf|json|xml|xhtml\+xml)$)|[+](?:xml|json)$/;

/** Whether a browser that is led to an answer by a refresh downloads it, and stays where it is. */
export function isFile(headers: ResponseHeaders): boolean {
  if (/^\s*attachment/i.test(String(headers["content-disposition"] ?? ""))) return true;
  const type = headers["content-type"];
  const declared = parseMediaType(typeof type === "string" ? type : type?.join(", "));
  return declared !== undefined && !SHOWN.test(declared.essence);
}

async function headerRefresh(url: URL, { headers }: Answer): Promise<PageRefresh | undefined> {
  if (headers["refresh"] === undefined) return undefined;
  const { refreshInHeaders } = await import("../../html/internal.ts");
  const found = refreshInHeaders(headers, url.href);
  return found && { from: "header", ...found };
}

async function metaRefresh(url: URL, answer: Answer): Promise<PageRefresh | undefined> {
  const { bytes, headers } = answer;
  if (bytes.length > LARGEST || !SIGN.test(asLatin1(bytes))) return undefined;
  const type = typeOf(headers, bytes);
  if (!PAGES.has(type.sniffed)) return undefined;
  const { parseTags, refreshInPage } = await import("../../html/internal.ts");
  const { tagIds } = await import("../../html/index.ts");
  const text = decodeText(bytes, charsetOf(bytes, type).charset);
  const found = refreshInPage(parseTags(text, [tagIds.base, tagIds.meta]), url.href);
  return found && { from: "meta", ...found };
}

function isSame(target: string, { href }: URL): boolean {
  return target.split("#", 1)[0] === href.split("#", 1)[0];
}

function asLatin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
