import { checkNumber, withDefaults } from "../../core/index.ts";

/** Where a Redis server is, and how it is used. */
export interface RedisRateLimiterOptions {
  /**
   * Address of the server, as `redis://user:password@host:6379/0` or `rediss://…`. Not taken
   * together with a client.
   * @default ""
   */
  readonly url?: string | undefined;
  /**
   * What the names of all keys begin with, before a colon. Limiters with the same one count
   * together.
   * @default "dragline:rate"
   */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds that one call may take; from 1. Then it fails with `UNAVAILABLE`.
   * @default 1000
   */
  readonly timeoutMs?: number | undefined;
}

/** Options with their defaults. */
type RedisSettings = Readonly<Record<"url" | "prefix", string>> & {
  readonly timeoutMs: number;
};

/** What stands where nothing was given. */
export const redisDefaults: RedisSettings = Object.freeze({
  url: "",
  prefix: "dragline:rate",
  timeoutMs: 1000,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeRedisOptions(options: RedisRateLimiterOptions | undefined): RedisSettings {
  const settings = withDefaults<RedisSettings>(redisDefaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1 });
  return settings;
}
