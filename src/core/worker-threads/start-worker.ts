import { Worker } from "node:worker_threads";

const MEBIBYTE = 1_048_576;

/** How a worker thread is started. */
export interface WorkerStart {
  /** The `import.meta.url` of the file beside which the worker's is. */
  readonly beside: string;
  /** The worker's file without its extension. */
  readonly name: string;
  /** Bytes of its heap. */
  readonly memoryBytes: number;
  /** What it finds as `workerData`; can be cloned. */
  readonly workerData?: unknown;
}

/** Starts a thread of a worker of the library's own. */
export function startWorker({ beside, name, memoryBytes, workerData }: WorkerStart): Worker {
  // The file beside this one: TypeScript in the repository, JavaScript in the package.
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./${name}.${extension}`, beside), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / MEBIBYTE) },
  });
}
