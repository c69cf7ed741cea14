import {
  canonicalUrl,
  checkNumber,
  CoreError,
  withDefaults,
  neverAborts,
} from "../../core/index.ts";
import type { LinkRules } from "../links/link-rules.ts";
import { sessionParameters } from "../links/session-parameters.ts";

/** One map. */
export interface MapCall {
  /** Cancels the map. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Most URLs in all, the seed included, before `search`; 1 to 5,000.
   * @default 100
   */
  readonly limit?: number | undefined;
  /**
   * Most link steps from the seed; 0 to 5. Pages at the last step are named and not fetched; with 0
   * the map is the seed.
   * @default 2
   */
  readonly depth?: number | undefined;
  /**
   * Most URLs that are taken up at each number of link steps; 1 to 500.
   * @default 100
   */
  readonly limitPerLevel?: number | undefined;
  /**
   * Whether hosts below the seed's belong to the site.
   * @default false
   */
  readonly includeSubdomains?: boolean | undefined;
  /**
   * Whether URLs of other sites are given too, at most 5,000. They are never fetched.
   * @default false
   */
  readonly includeExternalLinks?: boolean | undefined;
  /**
   * Only URLs that contain this, in any case, are given; what is fetched stays the same.
   * @default ""
   */
  readonly search?: string | undefined;
  /**
   * Whether the site's sitemaps are read, as if the seed linked to what they name.
   * @default true
   */
  readonly sitemaps?: boolean | undefined;
  /**
   * Whether robots.txt is obeyed, its crawl-delay included: what it does not allow is named and not
   * fetched.
   * @default true
   */
  readonly obeyRobots?: boolean | undefined;
  /**
   * Whether a fragment that is a route of an application (`#/…`, `#!…`) makes a page of its own. Such
   * pages differ in a browser only.
   * @default false
   */
  readonly keepFragment?: boolean | undefined;
  /**
   * Names of query parameters that make no difference, in any case, beside those that track
   * visitors.
   * @default sessionParameters
   */
  readonly ignoreParameters?: readonly string[] | undefined;
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

/** Of these, undefined is not absent but a meaning of its own. */
type Open = "signal" | "country" | "session";

type Complete = {
  readonly [Name in Exclude<keyof MapCall, Open>]-?: Exclude<MapCall[Name], undefined>;
} & { readonly [Name in Open]: MapCall[Name] };

const defaults: Complete = Object.freeze({
  signal: undefined,
  limit: 100,
  depth: 2,
  limitPerLevel: 100,
  includeSubdomains: false,
  includeExternalLinks: false,
  search: "",
  sitemaps: true,
  obeyRobots: true,
  keepFragment: false,
  ignoreParameters: sessionParameters,
  headers: Object.freeze({}),
  country: undefined,
  session: undefined,
});

/** A call whose every part has been checked. */
export interface MapCallSettings extends Complete {
  readonly signal: AbortSignal;
  /** Canonical. */
  readonly seed: string;
  readonly rules: LinkRules;
}

/**
 * Completes and checks a map's call.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`
 */
export function completeMapCall(seed: string | URL, call: MapCall | undefined): MapCallSettings {
  const settings = withDefaults(defaults, call);
  checkNumber("limit", settings.limit, { min: 1, max: 5000 });
  checkNumber("depth", settings.depth, { min: 0, max: 5 });
  checkNumber("limitPerLevel", settings.limitPerLevel, { min: 1, max: 500 });
  if (!Array.isArray(settings.ignoreParameters)) {
    throw new CoreError("INVALID_OPTION", {
      message: "Option 'ignoreParameters' must be a list of parameter names.",
      details: { option: "ignoreParameters" },
    });
  }
  const canonical = {
    dropParameters: settings.ignoreParameters,
    keepRouteFragment: settings.keepFragment,
  };
  const url = canonicalUrl(seed, canonical);
  const rules: LinkRules = {
    seed: url,
    includeSubdomains: settings.includeSubdomains,
    include: [],
    exclude: [],
    followNofollow: true,
    canonical,
  };
  const { signal = neverAborts() } = settings;
  return { ...settings, signal, seed: url, rules };
}
