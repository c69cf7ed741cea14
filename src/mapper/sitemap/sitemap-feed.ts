import { detach } from "../../core/index.ts";
import { readFeed, type FeedEntry } from "../../html/index.ts";
import { unknownPage, type SitemapEntry, type SitemapFormat } from "./sitemap-entry.ts";

/** Characters of a feed that are read. */
const LONGEST = 67_108_864;

/** Longer URLs are none. */
const LONGEST_URL = 8192;

/** Makes entries of a feed. A feed is read as a whole: what is in it tells what its URLs mean. */
export class SitemapFeed {
  readonly #url: string;
  readonly #maxUrls: number;
  #text = "";
  /** What came since it was last emptied. */
  readonly ready: SitemapEntry[] = [];
  format: SitemapFormat = "none";
  skipped = 0;
  damaged = false;

  /** @param maxUrls entries that are wanted; one more is read, which tells that there are more */
  constructor(url: string, maxUrls: number) {
    this.#url = url;
    this.#maxUrls = maxUrls;
  }

  push(text: string): true {
    this.#text += text.slice(0, LONGEST - this.#text.length);
    return true;
  }

  finish(): void {
    const text = this.#text;
    this.#text = "";
    const feed = readFeed(text, { url: this.#url, limit: this.#maxUrls + 1 });
    if (feed === undefined) return;
    this.format = feed.kind;
    this.damaged = feed.kind !== "json" && !ENDS_WITH_ROOT.test(text.slice(-1024));
    for (const entry of feed.entries) this.#take(entry);
  }

  /** An id stands in for a link when it is a URL by itself. */
  #take({ url, id = "", updated, published }: FeedEntry): void {
    const loc = url ?? (/^https?:\/\//i.test(id) ? URL.parse(id)?.href : undefined);
    if (loc === undefined || loc.length > LONGEST_URL) this.skipped += 1;
    else this.ready.push({ ...unknownPage, loc: detach(loc), lastmod: updated ?? published });
  }
}

const ENDS_WITH_ROOT = /<\/(?:[\w-]+:)?(?:rss|rdf|feed|channel)\s*>\s*(?:<!--[^>]*-->\s*)*$/i;
