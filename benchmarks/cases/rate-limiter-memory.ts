import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { limiters } from "../limiters.ts";

/** Keys with one call each that a megabyte holds, the text of the key included. */
const benchmark: BenchmarkCase = {
  unit: "keys/MB",
  ratios: { "dragline/rate-limiter-flexible": ["dragline", "rate-limiter-flexible"] },
  variants: {
    dragline: (size) => measure(size, "dragline"),
    "rate-limiter-flexible": (size) => measure(size, "rate-limiter-flexible"),
  },
};

async function measure(size: BenchmarkSize, name: keyof typeof limiters): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const count = size === "smoke" ? 10_000 : 1_000_000;
  const take = await limiters[name]();
  await take("warm");
  const before = used(collect);
  for (let at = 0; at < count; at += 1) await take(`client:${at}`);
  const bytes = used(collect) - before;
  // Its keys were not collected: it still counts.
  await take("client:0");
  return count / (bytes / 1e6);
}

function used(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export default benchmark;
