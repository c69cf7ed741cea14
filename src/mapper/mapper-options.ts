import { checkNumber, withDefaults } from "../core/index.ts";

/** Settings of a mapper. Durations are milliseconds, sizes bytes. */
export interface MapperOptions {
  /**
   * Requests under way at once; 1 to 1,000.
   * @default 8
   */
  readonly maxConcurrency?: number;
  /**
   * Further attempts at a page after lost connections, timeouts and status 408, 425, 429, 502, 503
   * and 504; 0 or more.
   * @default 2
   */
  readonly retries?: number;
  /**
   * The longest that a host's Retry-After or crawl-delay is waited for; 0 or more.
   * @default 60000
   */
  readonly maxPauseMs?: number;
  /**
   * For one attempt at a page; 1 or more.
   * @default 60000
   */
  readonly pageTimeoutMs?: number;
  /**
   * Bytes of a page that are read for links; 1 or more.
   * @default 10485760
   */
  readonly maxPageBytes?: number;
}

/** Options with every default filled in. */
type MapperSettings = Required<MapperOptions>;

const defaults: MapperSettings = Object.freeze({
  maxConcurrency: 8,
  retries: 2,
  maxPauseMs: 60_000,
  pageTimeoutMs: 60_000,
  maxPageBytes: 10_485_760,
});

/**
 * Completes and checks a mapper's options.
 * @throws CoreError `INVALID_OPTION`
 */
export function mapperSettings(options: MapperOptions | undefined): MapperSettings {
  const settings = withDefaults(defaults, options);
  checkNumber("maxConcurrency", settings.maxConcurrency, { min: 1, max: 1000 });
  checkNumber("retries", settings.retries, { min: 0 });
  checkNumber("maxPauseMs", settings.maxPauseMs, { min: 0, integer: false });
  checkNumber("pageTimeoutMs", settings.pageTimeoutMs, { min: 1, integer: false });
  checkNumber("maxPageBytes", settings.maxPageBytes, { min: 1 });
  return settings;
}
