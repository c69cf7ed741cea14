import { MemoryRateLimiter } from "dragline/rate-limiter";
import { peer } from "./peer.ts";

/** Calls of a key that are accepted in a minute. */
export const LIMIT = 10;

/** Takes one call of a key. */
export type Take = (key: string) => Promise<unknown>;

interface FlexibleLimiter {
  consume(key: string): Promise<unknown>;
}

interface Flexible {
  readonly RateLimiterMemory: new (options: {
    readonly points: number;
    readonly duration: number;
  }) => FlexibleLimiter;
}

/** Limiters in memory, each as its documentation sets it up. */
export const limiters: Readonly<Record<"dragline" | "rate-limiter-flexible", () => Promise<Take>>> =
  {
    async dragline() {
      const limiter = new MemoryRateLimiter();
      const limit = { limit: LIMIT, windowMs: 60_000 };
      const call = { signal: new AbortController().signal };
      return (key) => limiter.take(key, limit, call);
    },
    async "rate-limiter-flexible"() {
      const { RateLimiterMemory } = await peer<Flexible>("rate-limiter-flexible");
      const limiter = new RateLimiterMemory({ points: LIMIT, duration: 60 });
      return (key) => limiter.consume(key);
    },
  };
