import { Worker, type WorkerOptions } from "node:worker_threads";

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
  /** More of how Node starts it. */
  readonly options?: WorkerOptions;
}

/** Starts a thread of a worker of the library's own. */
export function startWorker(start: WorkerStart): Worker {
  const { beside, name, memoryBytes, workerData, options } = start;
  // The file beside this one: TypeScript in the repository, JavaScript in the package.
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./${name}.${extension}`, beside), {
    ...options,
    workerData,
    ...flags(),
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / MEBIBYTE) },
  });
}

/** The process's flags without the one that says how the text after `-e` is read: no file takes it. */
function flags(): { readonly execArgv?: string[] } {
  const kept = process.execArgv.filter((flag) => !flag.startsWith("--input-type"));
  // Flags that are not given are inherited, also those of a thread.
  return kept.length === process.execArgv.length ? {} : { execArgv: kept };
}
