import { Worker, type WorkerOptions } from "node:worker_threads";
import { fileOfPackage } from "../own-package.ts";

const MEBIBYTE = 1_048_576;

/**
 * Megabytes of a thread's heap for what has just been made. A page's tree lives for as long as the
 * page is worked on: with V8's own 48 MB it is copied over and over, which took a fifth of the
 * processor time of conversions.
 */
const YOUNG_MB = 192;

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

/**
 * Starts a thread of a worker of the library's own.
 * @throws CoreError `INCOMPLETE_BUNDLE`
 */
export function startWorker(start: WorkerStart): Worker {
  const { beside, name, memoryBytes, workerData, options } = start;
  // The file beside this one: TypeScript in the repository, JavaScript in the package.
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new Worker(fileOfPackage(`./${name}.${extension}`, beside), {
    ...options,
    workerData,
    ...flags(),
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor(memoryBytes / MEBIBYTE),
      maxYoungGenerationSizeMb: YOUNG_MB,
    },
  });
}

/** The process's flags without the one that says how the text after `-e` is read: no file takes it. */
function flags(): { readonly execArgv?: string[] } {
  const kept = process.execArgv.filter((flag) => !flag.startsWith("--input-type"));
  // Flags that are not given are inherited, also those of a thread.
  return kept.length === process.execArgv.length ? {} : { execArgv: kept };
}
