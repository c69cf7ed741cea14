import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { LIMIT, limiters, type Take } from "../limiters.ts";

const KEYS = 100_000;
const WARM_UPS = 3;

/**
 * Calls of 100,000 clients in turn on a new limiter: each makes as many as the limit lets through,
 * or (`half refused`) as many again.
 */
const benchmark: BenchmarkCase = {
  unit: "takes/s",
  ratios: {
    "dragline/rate-limiter-flexible": ["dragline", "rate-limiter-flexible"],
    "half refused": ["dragline, half refused", "rate-limiter-flexible, half refused"],
  },
  variants: {
    dragline: (size) => measure(size, limiters.dragline, LIMIT),
    "rate-limiter-flexible": (size) => measure(size, limiters["rate-limiter-flexible"], LIMIT),
    "dragline, half refused": (size) => measure(size, limiters.dragline, 2 * LIMIT),
    "rate-limiter-flexible, half refused": (size) =>
      measure(size, limiters["rate-limiter-flexible"], 2 * LIMIT),
  },
};

async function measure(
  size: BenchmarkSize,
  make: () => Promise<Take>,
  calls: number,
): Promise<number> {
  const count = size === "smoke" ? 1000 : KEYS;
  const keys = Array.from({ length: count }, (_, at) => `client:${at}`);
  for (let turn = 0; turn < WARM_UPS; turn += 1) await callAll(await make(), keys, calls);
  return callAll(await make(), keys, calls);
}

async function callAll(take: Take, keys: readonly string[], calls: number): Promise<number> {
  const started = performance.now();
  for (let turn = 0; turn < calls; turn += 1) {
    for (const key of keys) {
      try {
        await take(key);
      } catch {
        // The peer refuses by an exception.
      }
    }
  }
  return (keys.length * calls) / ((performance.now() - started) / 1e3);
}

export default benchmark;
