import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { createService, toNodeHandler } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { createPostgresRecords } from "dragline/storage/postgres";

// One process of a service on Postgres and Redis: the API, which sends its port, or a worker; until
// its parent lets go of it.

const [role = "", connectionString = "", url = "", name = "", folder = ""] = process.argv.slice(2);
const records = await createPostgresRecords({}, { connectionString, schema: name, poolSize: 4 });
const queue = await createBullmqQueue({}, { url, prefix: name, leaseMs: 5000 });
const limiter = await createRedisRateLimiter({}, { url, prefix: `${name}:limits` });
const blobs = new FsBlobs(
  {},
  { folder, baseUrl: "http://127.0.0.1/", secrets: ["a test's secret of 32 characters"] },
);
const service = createService(
  { records, queue, limiter, blobs },
  {
    allow: ["127.0.0.1"],
    allowCallbacks: ["127.0.0.1"],
    limits: { "POST /url-scraper": 50 },
    concurrency: 4,
  },
);
const stop = new AbortController();
const gone = once(process, "disconnect");
if (role === "api") {
  const server = createServer(toNodeHandler(service)).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
  await gone;
  server.close();
  server.closeAllConnections();
} else {
  process.send?.("ready");
  const running = service.run({ signal: stop.signal });
  await gone;
  stop.abort();
  await running;
}
await service[Symbol.asyncDispose]();
await queue.close(1000);
await Promise.all([limiter.close(), blobs.close(), records.close()]);
