import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { LIMIT, limiters } from "../limiters.ts";

const KEYS = 100_000;
const CALLS = 2 * LIMIT;
const WARM_UPS = 3;

/** Calls of 100,000 clients in turn on a new limiter: each makes as many over the limit as under it. */
const benchmark: BenchmarkCase = {
  unit: "takes/s",
  ratios: { "dragline/rate-limiter-flexible": ["dragline", "rate-limiter-flexible"] },
  variants: {
    dragline: (size) => measure(size, "dragline"),
    "rate-limiter-flexible": (size) => measure(size, "rate-limiter-flexible"),
  },
};

async function measure(size: BenchmarkSize, name: keyof typeof limiters): Promise<number> {
  const count = size === "smoke" ? 1000 : KEYS;
  for (let turn = 0; turn < WARM_UPS; turn += 1) await callAll(name, `warm${turn}`, count);
  return callAll(name, "client", count);
}

async function callAll(
  name: keyof typeof limiters,
  prefix: string,
  count: number,
): Promise<number> {
  const take = await limiters[name]();
  const keys = Array.from({ length: count }, (_, at) => `${prefix}:${at}`);
  const started = performance.now();
  for (let turn = 0; turn < CALLS; turn += 1) {
    for (const key of keys) {
      try {
        await take(key);
      } catch {
        // The peer refuses by an exception.
      }
    }
  }
  return (count * CALLS) / ((performance.now() - started) / 1e3);
}

export default benchmark;
