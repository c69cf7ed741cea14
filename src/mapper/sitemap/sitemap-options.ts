import { checkNumber, withDefaults } from "../../core/index.ts";

/** Limits of one sitemap; what is beyond is left, and said. */
export interface SitemapLimits {
  /**
   * Bytes of the file, unpacked; 1 or more.
   * @default 52428800
   */
  readonly maxBytes?: number | undefined;
  /**
   * Unpacked bytes for each packed one, once a file has 1 MiB; 1 or more.
   * @default 200
   */
  readonly maxRatio?: number | undefined;
  /**
   * Entries of the file; 1 or more.
   * @default 50000
   */
  readonly maxUrls?: number | undefined;
}

/** The limits of the sitemaps.org protocol, and the fetcher's for ratios. */
const defaults: Required<{ [K in keyof SitemapLimits]: number }> = Object.freeze({
  maxBytes: 52_428_800,
  maxRatio: 200,
  maxUrls: 50_000,
});

/**
 * @throws CoreError `INVALID_OPTION`
 */
export function sitemapLimits(limits: SitemapLimits): typeof defaults {
  const complete = withDefaults(defaults, limits);
  checkNumber("maxBytes", complete.maxBytes, { min: 1 });
  checkNumber("maxRatio", complete.maxRatio, { min: 1, integer: false });
  checkNumber("maxUrls", complete.maxUrls, { min: 1 });
  return complete;
}
