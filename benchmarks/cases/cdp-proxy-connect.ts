import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { connect, isReady, percentile, withEndpoint, type EndpointKind } from "../cdp-run.ts";

/**
 * From the client's first byte until its first page is loaded, recorder on: with a browser that was
 * kept warm, and with one that is started then. 1 over the median; at least 2.5 is wanted.
 */
const benchmark: BenchmarkCase = {
  unit: "1/s (p50)",
  ratios: { "warm/cold": ["warm", "cold"] },
  variants: {
    warm: (size) => connections("dragline", size),
    cold: (size) => connections("dragline, cold", size),
  },
};

async function connections(kind: EndpointKind, size: BenchmarkSize): Promise<number> {
  const count = size === "smoke" ? 2 : 9;
  return await withEndpoint(kind, async (url) => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      if (kind === "dragline") await isReady(url);
      times.push(await firstPage(url));
    }
    return 1000 / percentile(times, 0.5);
  });
}

async function firstPage(url: string): Promise<number> {
  const begun = performance.now();
  const client = await connect(url);
  await client.open();
  await client.goto("data:text/html,<title>first</title>");
  const ms = performance.now() - begun;
  await client.close();
  return ms;
}

export default benchmark;
