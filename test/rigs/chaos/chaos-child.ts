import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCatalog } from "../../../src/wire/discovery/create-catalog.ts";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { createService, toNodeHandler } from "dragline/service";
import { createPostgresRecords } from "dragline/storage/postgres";
import { S3Blobs } from "dragline/storage/s3";
import type { Action } from "dragline/wire";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";
import type { ChaosPlace, ChaosMemory } from "./chaos-place.ts";

// One process of the service under chaos: the API, which tells its port, or a worker. It tells its
// memory once a second, and ends when its parent is gone or says so.

const place = JSON.parse(process.argv[2] ?? "{}") as ChaosPlace;
const { role, postgres: connectionString, redis: url, schema, s3, site } = place;

/** An action that tells the site what it was asked for. */
function action(id: "read" | "write"): Action {
  const described = actionOf(siteOf({ slug: "chaos" }), {
    action_id: `chaos.${id}`,
    type: id,
    credits_per_call: 2,
    parameters: [
      { name: "number", type: "string", required: true, description: "Which.", examples: ["1"] },
    ],
  });
  const run = async (params: Readonly<Record<string, unknown>>): Promise<object> => {
    const number = String(params["number"]);
    const answer = await fetch(`${site}/${id}/${number}`, { method: "POST" });
    return { number, said: await answer.text() };
  };
  return { ...described, body: { run } } as Action;
}

const records = await createPostgresRecords({}, { connectionString, schema, poolSize: 4 });
const queue = await createBullmqQueue({}, { url, prefix: schema, leaseMs: 5000, timeoutMs: 1500 });
const limiter = await createRedisRateLimiter({}, { url, prefix: `${schema}:limits` });
const blobs = new S3Blobs({}, { ...s3, requestTimeoutMs: 5000, stallTimeoutMs: 5000 });
const submitting = ["url-scraper", "url-scraper/batch", "crawl", "map", "wire/task", "monitors"];
const reading = ["url-scraper/{id}", "crawl/{id}", "map/{id}", "wire/jobs/{id}", "monitors"];
const routes = [
  ...submitting.map((route) => `POST /${route}`),
  ...reading.map((route) => `GET /${route}`),
];
const service = createService(
  {
    records,
    queue,
    limiter,
    blobs,
    catalog: createCatalog([], [action("read"), action("write")]),
  },
  {
    allow: ["127.0.0.1"],
    allowCallbacks: ["127.0.0.1"],
    concurrency: 6,
    // Some results are to be blobs.
    inlineBytes: 4096,
    limits: Object.fromEntries(routes.map((route) => [route, 100_000])),
  },
);
const stop = new AbortController();
const told = setInterval(() => {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  // The parent may go between two of them.
  if (process.connected)
    process.send?.({ rss, heapUsed, external, arrayBuffers } satisfies ChaosMemory);
}, 1000);
const gone = once(process, "disconnect");
if (role === "api") {
  const server = createServer(toNodeHandler(service)).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
  await gone;
  server.close();
  server.closeAllConnections();
} else {
  process.send?.(0);
  const running = service.run({ signal: stop.signal });
  await gone;
  stop.abort();
  await running;
}
clearInterval(told);
await service[Symbol.asyncDispose]();
await queue.close(1000);
await Promise.all([limiter.close(), blobs.close(), records.close()]);
