import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { connect, isReady, percentile, withEndpoint, type EndpointKind } from "../cdp-run.ts";

/**
 * Round trips of a small command one after the other, through the proxy with its recorder on a page
 * that stands still and the next browser warm, straight to Chromium's port, and through a plain relay of `ws`: 1 over the
 * median and over the 99th percentile.
 */
const benchmark: BenchmarkCase = {
  unit: "round trips/s",
  ratios: {
    "dragline/direct, p50": ["dragline, p50", "direct, p50"],
    "dragline/ws relay, p50": ["dragline, p50", "ws relay, p50"],
    "dragline/direct, p99": ["dragline, p99", "direct, p99"],
    "dragline/ws relay, p99": ["dragline, p99", "ws relay, p99"],
  },
  variants: {
    "dragline, p50": (size) => trips("dragline", 0.5, size),
    "direct, p50": (size) => trips("direct", 0.5, size),
    "ws relay, p50": (size) => trips("ws relay", 0.5, size),
    "dragline, p99": (size) => trips("dragline", 0.99, size),
    "direct, p99": (size) => trips("direct", 0.99, size),
    "ws relay, p99": (size) => trips("ws relay", 0.99, size),
  },
};

async function trips(kind: EndpointKind, part: number, size: BenchmarkSize): Promise<number> {
  const count = size === "smoke" ? 200 : 4000;
  return await withEndpoint(kind, async (url) => {
    const client = await connect(url);
    await client.open();
    if (kind === "dragline") await isReady(url);
    const times: number[] = [];
    for (let at = 0; at < count + count / 4; at += 1) {
      const begun = performance.now();
      await client.send("Runtime.evaluate", { expression: "1" });
      if (at >= count / 4) times.push(performance.now() - begun);
    }
    await client.close();
    return 1000 / percentile(times, part);
  });
}

export default benchmark;
