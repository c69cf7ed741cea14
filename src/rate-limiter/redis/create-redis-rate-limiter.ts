import { checkCollaborators, CoreError, systemClock, type Clock } from "../../core/index.ts";
import { closeClient, openClient } from "./open-client.ts";
import { checkClient, type RedisClient } from "./redis-client.ts";
import {
  completeRedisOptions,
  redisDefaults,
  type RedisRateLimiterOptions,
} from "./redis-options.ts";
import { RedisRateLimiter } from "./redis-rate-limiter.ts";

/** The collaborators of the limiter; all of it stays the caller's. */
export interface RedisRateLimiterCollaborators {
  /**
   * A client of the package ioredis or redis, connected or connecting, which the limiter does not
   * close. By default one of its own, which needs the package ioredis and the option `url`.
   */
  readonly client?: RedisClient | undefined;
  /** The clock of deadlines. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Whose wall-clock time counts, for simulations; all limiters that count together need the same. By default the server's. */
  readonly time?: Pick<Clock, "now"> | undefined;
}

/**
 * Makes a rate limiter in Redis 5 or later, also in a cluster. Close it to let go of the client that
 * was made here, which keeps the process alive.
 * @throws CoreError `INVALID_OPTION`
 * @throws RateLimiterError `PACKAGE_MISSING` when neither a client nor the package ioredis is there
 */
export async function createRedisRateLimiter(
  collaborators: RedisRateLimiterCollaborators = {},
  options?: RedisRateLimiterOptions,
): Promise<RedisRateLimiter> {
  checkCollaborators(collaborators, redisDefaults, { client: true, clock: true, time: true });
  const { url, prefix, timeoutMs } = completeRedisOptions(options);
  const { client, clock = systemClock, time } = collaborators;
  const rest = { clock, time, prefix, timeoutMs };
  if (client === undefined) {
    const { client: own, failure } = await openClient(url);
    return new RedisRateLimiter({ ...rest, failure, client: own, release: () => closeClient(own) });
  }
  checkClient(client);
  if (url === "")
    return new RedisRateLimiter({ ...rest, client, release: () => Promise.resolve() });
  throw new CoreError("INVALID_OPTION", {
    message:
      "Option 'url' cannot be combined with the collaborator 'client', which is already connected.",
    details: { option: "url" },
  });
}
