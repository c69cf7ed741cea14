import { join } from "node:path";
import { systemIds, type Disposer } from "../../core/index.ts";
import type { Queue } from "../../queue/index.ts";
import { MemoryRateLimiter, type RateLimiter } from "../../rate-limiter/index.ts";
import { isStorageError, type Blobs, type Cache, type Records } from "../../storage/index.ts";
import { Sealer } from "../../storage/sealing/index.ts";
import type { Environment } from "../examine/finding.ts";
import { dataFiles, keptSecret, newSecret, openDataFolder, ownFile } from "./store-folder.ts";
import { openRecords, type StorePlace } from "./open-records.ts";
import {
  bucketVariables,
  readKeyRing,
  redisVariable,
  type BucketVariables,
  type ServerVariable,
} from "./store-variables.ts";
import { startStep } from "./start-step.ts";

/** Milliseconds that a submission or a health check waits for Redis. */
const QUEUE_PATIENCE = 1500;
/** Milliseconds in which the bucket has to answer when the service starts. */
const BUCKET_PATIENCE = 5000;

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
  // All of them are looked at before the first is opened.
  const [bucket, redis] = [bucketVariables(env), redisVariable(env)];
  const records = await openRecords(place, owned, signal);
  const blobs = await openBlobs(place, bucket, signal);
  owned.defer(() => blobs.close());
  const cache = await openCache(folder, signal);
  owned.defer(() => cache.close());
  const limiter = await openLimiter({ env, redis }, owned, signal);
  const queue = await openQueue(redis, records, signal);
  owned.defer(() => queue.close(graceMs));
  const { sealer, unopened } = await openSealer(place, records, signal);
  return { stores: { records, blobs, cache, queue, limiter, sealer }, unopened };
}

async function openBlobs(
  { folder }: StorePlace,
  bucket: BucketVariables | undefined,
  signal: AbortSignal,
): Promise<Blobs> {
  if (bucket === undefined) {
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
  const about = `S3_BUCKET '${bucket.bucket}' (${new URL(bucket.endpoint).host})`;
  const remedy = "correct the S3 variables, or unset them to keep files in --data";
  return startStep({ about, remedy }, signal, async () => {
    const { S3Blobs } = await import("../../storage/s3/index.ts");
    // Who starts it waits less than a job does.
    await using asked = new S3Blobs({}, { ...bucket, requestTimeoutMs: BUCKET_PATIENCE });
    await asked.get("dragline-start/none", { signal });
    return new S3Blobs({}, bucket);
  });
}

async function openCache(folder: string, signal: AbortSignal) {
  return startStep("the data folder", signal, async () => {
    const { SqliteCache } = await import("../../storage/sqlite/index.ts");
    return new SqliteCache({}, { path: await ownFile(folder, dataFiles.cache) });
  });
}

async function openQueue(
  redis: ServerVariable | undefined,
  records: Records,
  signal: AbortSignal,
): Promise<Queue> {
  if (redis === undefined) {
    const { RecordsQueue } = await import("../../queue/records/index.ts");
    return new RecordsQueue({ records });
  }
  return startStep(redis, signal, async () => {
    const { createBullmqQueue } = await import("../../queue/bullmq/index.ts");
    const queue = await createBullmqQueue({}, { url: redis.url, timeoutMs: QUEUE_PATIENCE });
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
  { env, redis }: { readonly env: Environment; readonly redis: ServerVariable | undefined },
  owned: Disposer,
  signal: AbortSignal,
): Promise<RateLimiter> {
  return startStep(redis ?? "DATABASE_URL", signal, async () => {
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
  const about = given ? "DRAGLINE_SEAL_KEYS" : dataFiles.sealKeys;
  return startStep(about, signal, async () => {
    const keys = given || (await keptSecret(folder, dataFiles.sealKeys, newRing));
    const sealer = new Sealer({ records, ring: readKeyRing(about, keys) });
    await sealer.ensure({ signal });
    await proveRing(sealer, signal);
    // With a new first key, everything is wrapped with it from now on.
    const { left } = await sealer.reseal({ signal });
    return { sealer, unopened: left };
  });
}

/** @throws Error when the records were sealed with other keys, which says how to mend it */
async function proveRing(sealer: Sealer, signal: AbortSignal): Promise<void> {
  try {
    await sealer.prove({ signal });
  } catch (error) {
    if (!isStorageError(error, "UNKNOWN_KEY")) throw error;
    const remedy =
      "Give DRAGLINE_SEAL_KEYS as the other processes have it (what they keep in seal.keys), with new keys only added";
    throw new Error(`${error.message} ${remedy}`, { cause: error });
  }
}

/** A ring of one key, whose id no other ring has. */
function newRing(): string {
  return `k-${systemIds.token(6)}:${newSecret()}`;
}
