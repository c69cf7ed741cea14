import { Worker } from "node:worker_threads";

const MEBIBYTE = 1_048_576;

/** Starts a thread of the pool's own worker. */
export function createWorker({ memoryBytes }: { readonly memoryBytes: number }): Worker {
  // The file beside this one: TypeScript in the repository, JavaScript in the package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./conversion-worker.${extension}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / MEBIBYTE) },
  });
}
