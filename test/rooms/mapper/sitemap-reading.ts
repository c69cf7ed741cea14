import {
  readSitemap,
  type ReadSitemapOptions,
  type SitemapEntry,
  type SitemapOutcome,
  type SitemapPage,
} from "dragline/mapper";

/** Where the sitemaps of the tests are. */
export const url = "https://www.example.com/sitemap.xml";

interface Read {
  readonly entries: readonly SitemapEntry[];
  readonly outcome: SitemapOutcome;
  readonly locs: readonly string[];
}

/** Reads a sitemap to its end. */
export async function read(
  input: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadSitemapOptions> = {},
): Promise<Read> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const reading = readSitemap(bytes, { url, ...options });
  const entries: SitemapEntry[] = [];
  for await (const entry of reading) entries.push(entry);
  return { entries, outcome: reading.outcome, locs: entries.map(({ loc }) => loc) };
}

/** The one page of a sitemap with these elements in its `url`. */
export async function pageOf(inside: string): Promise<SitemapPage> {
  const { entries } = await read(`<urlset><url>${inside}</url></urlset>`);
  const [entry] = entries;
  if (entry?.kind !== "page") throw new Error("There is no page.");
  return entry;
}

/** Bytes in pieces of such sizes, by turns. */
export async function* pieces(
  bytes: Uint8Array,
  sizes: readonly number[],
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** A sitemap of so many pages. */
export function list(count: number, tail = ""): string {
  const urls = Array.from(
    { length: count },
    (_, index) => `<url><loc>https://www.example.com/page/${index}</loc></url>`,
  );
  return `<urlset>${urls.join("\n")}${tail}</urlset>`;
}
