import { checkNumber, CoreError, withDefaults } from "../core/index.ts";

/** Settings of a fetcher. Durations are milliseconds, sizes are bytes. */
export interface FetcherOptions {
  /**
   * Hosts that may be fetched from although they are not public: names, `*.domain`, addresses and
   * CIDRs. Cloud metadata addresses stay refused.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * For one fetch: redirects, retries and waits included. 1 or more; Infinity for no limit.
   * @default 30000
   */
  readonly timeoutMs?: number;
  /**
   * For resolving a name; 1 or more.
   * @default 5000
   */
  readonly dnsTimeoutMs?: number;
  /**
   * For a TCP connection, and for the tunnel of a proxy; 1 or more.
   * @default 10000
   */
  readonly connectTimeoutMs?: number;
  /**
   * For a TLS handshake; 1 or more.
   * @default 10000
   */
  readonly tlsTimeoutMs?: number;
  /**
   * From the request to the last byte of the response's headers; 1 or more.
   * @default 15000
   */
  readonly firstByteTimeoutMs?: number;
  /**
   * Without a byte of the body; 1 or more. A body that drips ends at `timeoutMs`.
   * @default 10000
   */
  readonly idleTimeoutMs?: number;
  /**
   * Redirects that are followed; 0 or more. With 0 a redirect is an error, not a page.
   * @default 10
   */
  readonly maxRedirects?: number;
  /**
   * Bytes of a body, decompressed; 1 or more.
   * @default 10485760
   */
  readonly maxBytes?: number;
  /**
   * What happens to a longer body: `fail` with BODY_TOO_LARGE, or `truncate` it and say so.
   * @default "fail"
   */
  readonly onOversize?: "fail" | "truncate";
  /**
   * Decompressed bytes for each byte on the wire; 1 or more. Beyond, the body is a bomb.
   * @default 200
   */
  readonly maxRatio?: number;
  /**
   * Bytes of response headers; 1 or more.
   * @default 65536
   */
  readonly maxHeaderSize?: number;
  /**
   * Offer HTTP/2 to https servers.
   * @default true
   */
  readonly http2?: boolean;
  /**
   * Connections kept open for later, over all origins; 0 or more.
   * @default 256
   */
  readonly maxIdleConnections?: number;
  /**
   * Further attempts of one fetch after lost or refused connections and status 408, 425, 429, 502,
   * 503 and 504; 0 or more. 500 is not tried again.
   * @default 2
   */
  readonly retries?: number;
  /**
   * The longest Retry-After that is waited for; with a longer one the response is the page. 0 or
   * more.
   * @default 10000
   */
  readonly maxRetryAfterMs?: number;
  /**
   * The User-Agent header.
   * @default "Mozilla/5.0 (compatible; Dragline/0.1.0)"
   */
  readonly userAgent?: string;
  /**
   * The Accept-Language header; empty to send none.
   * @default "en-US,en;q=0.9"
   */
  readonly acceptLanguage?: string;
  /**
   * Ask robots.txt before each request, redirects included, and refuse what it denies.
   * @default false
   */
  readonly obeyRobots?: boolean;
  /**
   * The product token under which robots.txt may address the fetcher.
   * @default "Dragline"
   */
  readonly robotsAgent?: string;
  /**
   * Sessions whose cookies are kept; the one not used for longest goes first. 1 or more.
   * @default 1000
   */
  readonly maxSessions?: number;
  /**
   * Bytes of pages kept in memory for `maxAgeMs`; of no effect with a `cache` of the host's. 0 or
   * more.
   * @default 67108864
   */
  readonly cacheBytes?: number;
  /**
   * PEM certificates of authorities to trust besides Node's; verification is never off.
   * @default []
   */
  readonly ca?: string | readonly string[];
}

/** Options with every default filled in. */
export type FetcherSettings = Required<FetcherOptions>;

const defaults: FetcherSettings = Object.freeze({
  allow: [],
  timeoutMs: 30_000,
  dnsTimeoutMs: 5_000,
  connectTimeoutMs: 10_000,
  tlsTimeoutMs: 10_000,
  firstByteTimeoutMs: 15_000,
  idleTimeoutMs: 10_000,
  maxRedirects: 10,
  maxBytes: 10_485_760,
  onOversize: "fail",
  maxRatio: 200,
  maxHeaderSize: 65_536,
  http2: true,
  maxIdleConnections: 256,
  retries: 2,
  maxRetryAfterMs: 10_000,
  // The version is the package's, as a test checks.
  userAgent: "Mozilla/5.0 (compatible; Dragline/0.1.0)",
  acceptLanguage: "en-US,en;q=0.9",
  obeyRobots: false,
  robotsAgent: "Dragline",
  maxSessions: 1_000,
  cacheBytes: 64 * 1024 * 1024,
  ca: [],
});

/** The least value of each number; fractions are refused where they mean nothing. */
const least = Object.freeze({
  timeoutMs: 1,
  firstByteTimeoutMs: 1,
  idleTimeoutMs: 1,
  maxRedirects: 0,
  maxBytes: 1,
  maxRatio: 1,
  maxHeaderSize: 1,
  maxIdleConnections: 0,
  retries: 0,
  maxRetryAfterMs: 0,
  maxSessions: 1,
  cacheBytes: 0,
});

/**
 * Completes and checks a fetcher's options; what belongs to the connector is checked there.
 * @throws CoreError `INVALID_OPTION`
 */
export function fetcherSettings(options: FetcherOptions | undefined): FetcherSettings {
  const settings = withDefaults(defaults, options);
  for (const [name, min] of Object.entries(least)) {
    checkNumber(name, settings[name as keyof typeof least], { min });
  }
  const { allow, onOversize } = settings;
  if (!Array.isArray(allow)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'allow' must be a list of hosts; got ${JSON.stringify(allow)}.`,
      details: { option: "allow" },
    });
  }
  if (onOversize === "fail" || onOversize === "truncate") return settings;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'onOversize' must be 'fail' or 'truncate'; got '${String(onOversize)}'.`,
    details: { option: "onOversize" },
  });
}

/** Whether a fetcher has an option of this name. */
export function isFetcherOption(name: string): boolean {
  return Object.hasOwn(defaults, name);
}
