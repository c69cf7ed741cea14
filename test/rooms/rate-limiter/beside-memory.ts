import { isDeepStrictEqual } from "node:util";
import { FakeIds, type RateLimiterSubject } from "dragline/testing";
import { memorySubject } from "./subjects.ts";

const call = { signal: new AbortController().signal };

/**
 * Plays busy and quiet times of one key under a large limit, so that its log grows, wraps around and
 * shrinks; gives what the subject says differently from memory.
 */
export async function besideMemory(subject: RateLimiterSubject): Promise<string[]> {
  const differences: string[] = [];
  const chance = new FakeIds(7);
  const limit = { limit: 300, windowMs: 10_000 };
  await using memory = await memorySubject();
  for (let turn = 0; turn < 1500; turn += 1) {
    const quiet = Math.floor(turn / 400) % 2 === 1;
    const pause = Math.floor(chance.random() * (quiet ? 2000 : 60));
    await Promise.all([subject.advance(pause), memory.advance(pause)]);
    const [said, expected] = await Promise.all([
      subject.limiter.take("key", limit, call),
      memory.limiter.take("key", limit, call),
    ]);
    if (isDeepStrictEqual(said, expected)) continue;
    differences.push(`${turn}: ${JSON.stringify(said)}, not ${JSON.stringify(expected)}`);
  }
  return differences;
}
