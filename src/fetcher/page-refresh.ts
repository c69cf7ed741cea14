import type { Refresh } from "../html/index.ts";
import type { Answer } from "./answer.ts";
import { decodeText } from "./charset.ts";
import { charsetOf, typeOf } from "./page.ts";
import { asUtf8 } from "./redirect.ts";

/** Where a page sends its reader after some time. */
export interface PageRefresh {
  /** Whether its `Refresh` header says so, which comes first, or a `meta`. */
  readonly from: "header" | "meta";
  /** From 0. */
  readonly seconds: number;
  /** Absolute, of any scheme but `javascript`. */
  readonly url: string;
}

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

async function headerRefresh(url: URL, { headers }: Answer): Promise<PageRefresh | undefined> {
  const { refresh } = headers;
  if (refresh === undefined) return undefined;
  const { parseRefresh } = await import("../html/index.ts");
  const lines = typeof refresh === "string" ? [refresh] : refresh;
  const found = lines.map((line) => absolute(parseRefresh(asUtf8(line)), url));
  return first("header", found);
}

async function metaRefresh(url: URL, answer: Answer): Promise<PageRefresh | undefined> {
  const { bytes, headers } = answer;
  if (bytes.length > LARGEST || !SIGN.test(asLatin1(bytes))) return undefined;
  const type = typeOf(headers, bytes);
  if (!PAGES.has(type.sniffed)) return undefined;
  const { documentBase, parseTags, refreshOf, tagIds } = await import("../html/index.ts");
  const text = decodeText(bytes, charsetOf(bytes, type).charset);
  const tree = parseTags(text, [tagIds.base, tagIds.meta]);
  const base = documentBase(tree, url.href);
  const found: ReturnType<typeof absolute>[] = [];
  for (let meta = tree.firstOfTag(tagIds.meta); meta !== 0; meta = tree.nextOfTag(meta)) {
    found.push(absolute(refreshOf(tree, meta), url, base));
  }
  return first("meta", found);
}

type Found = Omit<PageRefresh, "from">;

function first(
  from: PageRefresh["from"],
  found: readonly (Found | undefined)[],
): PageRefresh | undefined {
  const counts = found.find((refresh) => refresh !== undefined);
  return counts && { from, ...counts };
}

/** One whose address is none, or a script, does not count. */
function absolute(refresh: Refresh | undefined, url: URL, base = url.href): Found | undefined {
  if (refresh === undefined) return undefined;
  const { seconds, reference } = refresh;
  const target = reference === undefined ? url : URL.parse(reference, base);
  if (target === null || target.protocol === "javascript:") return undefined;
  return { seconds, url: target.href };
}

function isSame(target: string, { href }: URL): boolean {
  return target.split("#", 1)[0] === href.split("#", 1)[0];
}

function asLatin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
