/** How often a page says that it changes (sitemaps.org protocol, `changefreq`). */
export const changeFrequencies = Object.freeze([
  "always",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "yearly",
  "never",
] as const);

/** One of {@link changeFrequencies}. */
export type ChangeFrequency = (typeof changeFrequencies)[number];

/** Another spelling of a page: in another language, or for small screens. */
export interface SitemapAlternate {
  /** Absolute http or https URL. */
  readonly url: string;
  /** The language tag as it stands, or `x-default`; undefined when none is given. */
  readonly hreflang: string | undefined;
}

/** A page that a sitemap or feed names. */
export interface SitemapPage {
  readonly kind: "page";
  /** Absolute http or https URL, as the file has it. */
  readonly loc: string;
  /** ISO 8601 in UTC; undefined when absent or no date. */
  readonly lastmod: string | undefined;
  readonly changefreq: ChangeFrequency | undefined;
  /** From 0 to 1. */
  readonly priority: number | undefined;
  readonly alternates: readonly SitemapAlternate[];
  /** Absolute URLs of the page's images. */
  readonly images: readonly string[];
  /** The title of a news article. */
  readonly newsTitle: string | undefined;
  readonly videoTitles: readonly string[];
}

/** Another sitemap, named by an index. */
export interface SitemapReference {
  readonly kind: "sitemap";
  /** Absolute http or https URL. */
  readonly loc: string;
  /** ISO 8601 in UTC; undefined when absent or no date. */
  readonly lastmod: string | undefined;
}

/** What a sitemap is made of. */
export type SitemapEntry = SitemapPage | SitemapReference;

/** What a file turned out to be; `none` is no sitemap, or one without a single entry. */
export type SitemapFormat = "urlset" | "index" | "rss" | "atom" | "json" | "text" | "none";

/** How the reading of a file stands, or ended. */
export interface SitemapOutcome {
  readonly format: SitemapFormat;
  /** Entries given. */
  readonly entries: number;
  /** Entries left out because their URL is absent, malformed, not http or too long. */
  readonly skipped: number;
  /** Bytes read, unpacked. */
  readonly bytes: number;
  /** The limit that ended the reading. */
  readonly stoppedBy: "bytes" | "ratio" | "urls" | undefined;
  /** Whether the file is cut off, or its markup or packing broken; what could be read was given. */
  readonly damaged: boolean;
}

/** A page of which nothing is known but its URL. */
export const unknownPage: Omit<SitemapPage, "loc"> = Object.freeze({
  kind: "page",
  lastmod: undefined,
  changefreq: undefined,
  priority: undefined,
  alternates: Object.freeze([]),
  images: Object.freeze([]),
  newsTitle: undefined,
  videoTitles: Object.freeze([]),
});
