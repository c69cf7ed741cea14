// At most two calls in any minute, whatever the clock says when the first one comes.
import { MemoryRateLimiter } from "dragline/rate-limiter";
import { FakeClock } from "dragline/testing";

const clock = new FakeClock();
const { signal } = new AbortController();
const limiter = new MemoryRateLimiter({ clock });

// #region take
async function answerOf(key: string): Promise<string> {
  const verdict = await limiter.take(key, { limit: 2, windowMs: 60_000 }, { signal });
  if (verdict.allowed) return `200, ${verdict.remaining} left`;
  return `429, Retry-After: ${Math.ceil(verdict.wait / 1000)}`;
}
// #endregion

for (let call = 1; call <= 3; call += 1) {
  console.log(await answerOf("key_1"));
  await clock.advance(10_000);
}
console.log(await answerOf("key_2"));
await clock.advance(30_000);
console.log(await answerOf("key_1"));
await limiter.close();
