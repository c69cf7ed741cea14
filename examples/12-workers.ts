// The API in one process and the work in two others. With DATABASE_URL and REDIS_URL they share
// Postgres and Redis, as many machines would; without, a SQLite file.
import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { createService, toNodeHandler, type ServiceCollaborators } from "dragline/service";
import { FsBlobs } from "dragline/storage/fs";
import { createPostgresRecords } from "dragline/storage/postgres";
import { SqliteRecords } from "dragline/storage/sqlite";
import { listen } from "./listen.ts";
import { serveGuide } from "./serve-guide.ts";

const { DATABASE_URL: connectionString, REDIS_URL: url } = process.env;
const options = { allow: ["127.0.0.1"], concurrency: 4 };

// #region stores
/** What the processes share. */
async function openStores(folder: string) {
  const owned = new AsyncDisposableStack();
  const records =
    connectionString === undefined
      ? new SqliteRecords({}, { path: join(folder, "records.db") })
      : await createPostgresRecords({}, { connectionString, schema: "dragline_example" });
  owned.defer(() => records.close());
  const blobs = new FsBlobs(
    {},
    {
      folder: join(folder, "blobs"),
      baseUrl: "http://127.0.0.1/",
      secrets: ["an example's secret is not secret"],
    },
  );
  owned.defer(() => blobs.close());
  const stores: ServiceCollaborators = { records, blobs };
  if (url === undefined) return { stores, owned };
  const prefix = "dragline_example";
  const queue = await createBullmqQueue({}, { url, prefix });
  owned.defer(() => queue.close(1000));
  const limiter = await createRedisRateLimiter({}, { url, prefix });
  owned.defer(() => limiter.close());
  return { stores: { ...stores, queue, limiter }, owned };
}
// #endregion

const [role, given] = process.argv.slice(2);
await (role === "worker" ? work(given ?? "") : main());

async function work(folder: string): Promise<void> {
  const { stores, owned } = await openStores(folder);
  await using _ = owned;
  await using service = createService(stores, options);
  const stop = new AbortController();
  process.once("disconnect", () => stop.abort());
  await service.run({ signal: stop.signal });
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-example-"));
  const workers = [1, 2].map(() => fork(import.meta.filename, ["worker", folder]));
  try {
    await useApi(folder);
  } finally {
    const ended = workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    for (const worker of workers) worker.disconnect();
    await Promise.all(ended);
    await rm(folder, { recursive: true });
  }
}

async function useApi(folder: string): Promise<void> {
  await using guide = await serveGuide();
  const { stores, owned } = await openStores(folder);
  await using _ = owned;
  await using service = createService(stores, options);
  await using site = await listen(createServer(toNodeHandler(service)));
  const { id } = await service.accounts.create();
  const { key } = await service.keys.create(id);
  const headers = { "x-api-key": key, "content-type": "application/json" };

  const answer = await fetch(site.url("/v1/crawl"), {
    method: "POST",
    headers,
    body: JSON.stringify({ url: guide.url("/"), maxPages: 20, depth: 3 }),
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  for (;;) {
    const poll = await fetch(site.url(`/v1/crawl/${jobId}`), { headers });
    const crawl = (await poll.json()) as CrawlDocument;
    if (crawl.status === "completed" || crawl.status === "failed") {
      console.log(crawl.status, crawl.completedPages, "of", crawl.totalPages, "pages");
      const titles = (crawl.results ?? []).map(
        (page) => page.markdown?.split("\n", 1)[0] ?? page.error,
      );
      console.log(titles.toSorted((a = "", b = "") => a.localeCompare(b)).join("\n"));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const credits = await fetch(site.url("/v1/credits"), { headers });
  console.log("credits:", ((await credits.json()) as { used: number }).used);
}

interface CrawlDocument {
  readonly status: string;
  readonly totalPages: number;
  readonly completedPages: number;
  readonly results?: readonly { readonly markdown?: string; readonly error?: string }[];
}
