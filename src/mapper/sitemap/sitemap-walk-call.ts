import { checkNumber, CoreError, withDefaults, neverAborts } from "../../core/index.ts";
import { sitemapLimits, type SitemapLimits } from "./sitemap-options.ts";

/** One walk through sitemaps. */
export interface SitemapWalkCall extends SitemapLimits {
  /** Stops the walk. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The files to begin with, absolute; their hosts count as named. Absent, those that robots.txt
   * names, or else those at the usual places, until one is there.
   */
  readonly sitemaps?: readonly string[] | undefined;
  /**
   * Whether files on hosts below the seed's are read too.
   * @default false
   */
  readonly includeSubdomains?: boolean | undefined;
  /**
   * Whether robots.txt is obeyed, its crawl-delay included; files that it names are read whatever
   * its rules say.
   * @default true
   */
  readonly obeyRobots?: boolean | undefined;
  /**
   * Most files on the way to a page: with 1 no index is followed; 1 or more.
   * @default 3
   */
  readonly maxDepth?: number | undefined;
  /**
   * Most files; 1 or more.
   * @default 1000
   */
  readonly maxFiles?: number | undefined;
  /**
   * Most pages in all; 1 or more.
   * @default 1000000
   */
  readonly maxPages?: number | undefined;
  /**
   * Headers to send with every request.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The country to fetch from, as the proxy provider names it.
   * @default undefined
   */
  readonly country?: string | undefined;
  /**
   * The session in whose name pages are fetched.
   * @default undefined
   */
  readonly session?: string | undefined;
}

/** A call whose every part has been checked. */
export interface SitemapWalkSettings extends Required<{ [K in keyof SitemapLimits]: number }> {
  readonly signal: AbortSignal;
  readonly sitemaps: readonly string[] | undefined;
  readonly includeSubdomains: boolean;
  readonly obeyRobots: boolean;
  readonly maxDepth: number;
  readonly maxFiles: number;
  readonly maxPages: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly country: string | undefined;
  readonly session: string | undefined;
}

type Defaults = Pick<
  SitemapWalkSettings,
  "includeSubdomains" | "obeyRobots" | "maxDepth" | "maxFiles" | "maxPages" | "headers"
>;

const defaults: Defaults = Object.freeze({
  includeSubdomains: false,
  obeyRobots: true,
  maxDepth: 3,
  maxFiles: 1000,
  maxPages: 1_000_000,
  headers: Object.freeze({}),
});

/**
 * Completes and checks a walk's call.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeWalkCall(call: SitemapWalkCall): SitemapWalkSettings {
  const { signal, sitemaps, country, session, maxBytes, maxRatio, maxUrls, ...rest } = call;
  const settings = withDefaults(defaults, rest);
  for (const name of ["maxDepth", "maxFiles", "maxPages"] as const) {
    checkNumber(name, settings[name], { min: 1 });
  }
  if (sitemaps !== undefined && !isTexts(sitemaps)) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'sitemaps' must be a list of URLs.",
      details: { option: "sitemaps" },
    });
  }
  return {
    ...settings,
    ...sitemapLimits({ maxBytes, maxRatio, maxUrls }),
    signal: signal ?? neverAborts(),
    sitemaps,
    country,
    session,
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
