import { join } from "node:path";
import { systemIds, type Disposer } from "../../core/index.ts";
import type { Queue } from "../../queue/index.ts";
import { MemoryRateLimiter, type RateLimiter } from "../../rate-limiter/index.ts";
import type { Blobs, Cache, Records } from "../../storage/index.ts";
import { KeyRing, Sealer } from "../../storage/sealing/index.ts";
import type { Environment } from "../examine/finding.ts";
import { dataFiles, keptSecret, newSecret, openDataFolder, ownFile } from "./store-folder.ts";
import { openRecords, type StorePlace } from "./open-records.ts";
import { startStep } from "./start-step.ts";

/** Milliseconds that a submission or a health check waits for Redis. */
const QUEUE_PATIENCE = 1500;

/** The stores of a service. */
export interface Stores {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly cache: Cache;
  readonly queue: Queue;
  readonly limiter: RateLimiter;
  readonly sealer: Sealer;
}

/** The stores, and what was noticed while they were opened. */
interface OpenedStores {
  readonly stores: Stores;
  /** Records with sealed values that the key ring cannot open. */
  readonly unopened: number;
}

/**
 * Opens the stores that the environment names, and those of the data folder for the rest. Each has
 * been reached.
 * @param owned closes them, the last one first
 * @throws Error that says which store it was
 */
export async function openStores(
  place: StorePlace & { readonly graceMs: number },
  owned: Disposer,
  signal: AbortSignal,
): Promise<OpenedStores> {
  const { env, folder, graceMs } = place;
  const records = await openRecords(place, owned, signal);
  const blobs = await openBlobs(place, signal);
  owned.defer(() => blobs.close());
  const cache = await openCache(folder, signal);
  owned.defer(() => cache.close());
  const limiter = await openLimiter(env, owned, signal);
  const queue = await openQueue(env, records, signal);
  owned.defer(() => queue.close(graceMs));
  const { sealer, unopened } = await openSealer(place, records, signal);
  return { stores: { records, blobs, cache, queue, limiter, sealer }, unopened };
}

async function openBlobs({ env, folder }: StorePlace, signal: AbortSignal): Promise<Blobs> {
  const bucket = env["S3_BUCKET"];
  if (!bucket) {
    return startStep("the data folder", signal, async () => {
      const { FsBlobs } = await import("../../storage/fs/index.ts");
      const secrets = [await keptSecret(folder, dataFiles.blobSecret, newSecret)];
      // Nothing serves signed URLs: the service's own routes give what clients may see.
      const urls = { baseUrl: "http://localhost/", secrets };
      const files = join(folder, dataFiles.blobs);
      await openDataFolder(files);
      return new FsBlobs({}, { folder: files, ...urls });
    });
  }
  return startStep("S3_BUCKET", signal, async () => {
    const { S3Blobs } = await import("../../storage/s3/index.ts");
    const blobs = new S3Blobs({}, { ...bucketOptions(env), bucket });
    try {
      await blobs.get("dragline-start/none", { signal });
    } catch (error) {
      await blobs.close();
      throw error;
    }
    return blobs;
  });
}

function bucketOptions(env: Environment) {
  return {
    endpoint: env["S3_ENDPOINT"] ?? "",
    region: env["S3_REGION"],
    accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
  };
}

async function openCache(folder: string, signal: AbortSignal) {
  return startStep("the data folder", signal, async () => {
    const { SqliteCache } = await import("../../storage/sqlite/index.ts");
    return new SqliteCache({}, { path: await ownFile(folder, dataFiles.cache) });
  });
}

async function openQueue(env: Environment, records: Records, signal: AbortSignal): Promise<Queue> {
  const url = env["REDIS_URL"];
  if (!url) {
    const { RecordsQueue } = await import("../../queue/records/index.ts");
    return new RecordsQueue({ records });
  }
  return startStep("REDIS_URL", signal, async () => {
    const { createBullmqQueue } = await import("../../queue/bullmq/index.ts");
    const queue = await createBullmqQueue({}, { url, timeoutMs: QUEUE_PATIENCE });
    try {
      await queue.depth("start", { signal });
    } catch (error) {
      await queue.close(0);
      throw error;
    }
    return queue;
  });
}

async function openLimiter(
  env: Environment,
  owned: Disposer,
  signal: AbortSignal,
): Promise<RateLimiter> {
  const about = env["REDIS_URL"] ? "REDIS_URL" : "DATABASE_URL";
  return startStep(about, signal, async () => {
    const limiter = await makeLimiter(env);
    owned.defer(() => limiter.close());
    await limiter.take("dragline-start", { limit: 1, windowMs: 1000 }, { signal });
    return limiter;
  });
}

async function makeLimiter({
  REDIS_URL: url,
  DATABASE_URL: connectionString,
}: Environment): Promise<RateLimiter> {
  if (url) {
    const { createRedisRateLimiter } = await import("../../rate-limiter/redis/index.ts");
    return createRedisRateLimiter({}, { url });
  }
  if (!connectionString) return new MemoryRateLimiter();
  const { createPostgresRateLimiter } = await import("../../rate-limiter/postgres/index.ts");
  return createPostgresRateLimiter({}, { connectionString });
}

async function openSealer(
  { env, folder }: StorePlace,
  records: Records,
  signal: AbortSignal,
): Promise<{ readonly sealer: Sealer; readonly unopened: number }> {
  const given = env["DRAGLINE_SEAL_KEYS"];
  return startStep(given ? "DRAGLINE_SEAL_KEYS" : dataFiles.sealKeys, signal, async () => {
    const keys = given || (await keptSecret(folder, dataFiles.sealKeys, newRing));
    const sealer = new Sealer({ records, ring: KeyRing.parse(keys) });
    await sealer.ensure({ signal });
    // With a new first key, everything is wrapped with it from now on.
    const { left } = await sealer.reseal({ signal });
    return { sealer, unopened: left };
  });
}

/** A ring of one key, whose id no other ring has. */
function newRing(): string {
  return `k-${systemIds.token(6)}:${newSecret()}`;
}
