import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import type { ClientResult } from "../service-client.ts";
import { runClient, startChild, withService } from "../service-run.ts";

/**
 * How long polls take of a service that is scraping as fast as it can, beside an empty route of Hono
 * that the same client asks as often: in the same process, which is as busy, and in an idle one. 1
 * over the 95th percentile.
 */
const benchmark: BenchmarkCase = {
  unit: "1/s (p95)",
  ratios: { "poll/empty": ["poll", "empty route"], "poll/idle": ["poll", "empty route, idle"] },
  variants: {
    poll: async (size) => 1000 / (await polls(size)).pollP95,
    "empty route": async (size) => 1000 / ((await polls(size)).emptyP95[0] ?? 0),
    "empty route, idle": async (size) => 1000 / ((await polls(size)).emptyP95[1] ?? 0),
  },
};

async function polls(size: BenchmarkSize): Promise<ClientResult> {
  using pages = await startChild<number>("any-page-server.ts");
  using idle = await startChild<number>("empty-route-server.ts");
  using client = await startChild<string>("service-client.ts");
  return await withService(async (service, key) => {
    const task = {
      service,
      key,
      pages: `http://127.0.0.1:${pages.first}`,
      empty: [service, `http://127.0.0.1:${idle.first}`],
      underWay: 1000,
    };
    await runClient(client.child, { ...task, name: "warm", jobs: size === "smoke" ? 20 : 1000 });
    const jobs = size === "smoke" ? 50 : 2500;
    return await runClient(client.child, { ...task, name: "measured", jobs });
  });
}

export default benchmark;
