import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";

/** How robots.txt files are read and kept. */
export interface RobotsOptions {
  /**
   * The crawler's product token, which groups name in their User-agent lines; anything behind a
   * `/` is ignored.
   * @default "dragline"
   */
  readonly userAgent?: string;
  /**
   * How long an answer is kept, in milliseconds, from 0 to a day (RFC 9309, 2.4). Cache-Control is
   * not asked.
   * @default 86_400_000
   */
  readonly maxAge?: number;
  /**
   * How long a failure is kept before the site is asked again, in milliseconds, from 0 to a day.
   * @default 300_000
   */
  readonly failureMaxAge?: number;
  /**
   * The longest crawl delay that is reported, in milliseconds; longer ones are shortened to it.
   * @default 60_000
   */
  readonly maxCrawlDelay?: number;
  /**
   * Bytes of robots.txt files whose rules are kept; each file counts 1 KiB more. The ones not
   * asked for longest are let go.
   * @default 16_777_216
   */
  readonly maxCacheBytes?: number;
}

const defaults: Required<RobotsOptions> = Object.freeze({
  userAgent: "dragline",
  maxAge: 86_400_000,
  failureMaxAge: 300_000,
  maxCrawlDelay: 60_000,
  maxCacheBytes: 16_777_216,
});

const DAY = 86_400_000;

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function robotsSettings(options: RobotsOptions | undefined): Required<RobotsOptions> {
  const settings = withDefaults(defaults, options);
  for (const name of ["maxAge", "failureMaxAge"] as const) {
    checkNumber(name, settings[name], { min: 0, max: DAY });
  }
  for (const name of ["maxCrawlDelay", "maxCacheBytes"] as const) {
    checkNumber(name, settings[name], { min: 0 });
  }
  checkUserAgent(settings.userAgent);
  return settings;
}

function checkUserAgent(userAgent: unknown): void {
  if (typeof userAgent === "string" && /^[a-z_-]+(?:\/|$)/i.test(userAgent)) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'userAgent' must begin with a product token of letters, '_' and '-'; got '${String(userAgent)}'.`,
    details: { option: "userAgent", value: userAgent },
  });
}
