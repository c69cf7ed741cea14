import { availableParallelism } from "node:os";
import { checkNumber, withDefaults } from "../core/index.ts";

/** Limits of a converter pool. */
export interface ConverterPoolOptions {
  /**
   * Most worker threads; from 1. They start when there is work for them and stay until the pool
   * is disposed.
   * @default availableParallelism()
   */
  readonly threads?: number | undefined;
  /**
   * Milliseconds that a page may take, from when it is in a worker; from 1. A page that takes
   * longer loses its worker, which is replaced.
   * @default 30000
   */
  readonly pageTimeoutMs?: number | undefined;
  /**
   * Bytes of heap for each worker; from 33554432. A page that needs more loses its worker. A tree
   * takes 32 bytes per node outside of it.
   * @default 1073741824
   */
  readonly memoryBytes?: number | undefined;
  /**
   * Most pages that wait for a worker; from 0. One more is refused with `QUEUE_FULL`.
   * @default Infinity
   */
  readonly maxQueue?: number | undefined;
}

/** Limits with their defaults. */
export type PoolSettings = { readonly [Name in keyof ConverterPoolOptions]-?: number };

const defaults: PoolSettings = Object.freeze({
  threads: availableParallelism(),
  pageTimeoutMs: 30_000,
  memoryBytes: 1_073_741_824,
  maxQueue: Number.POSITIVE_INFINITY,
});

/**
 * The limits with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completePoolOptions(options: ConverterPoolOptions | undefined): PoolSettings {
  const complete = withDefaults<PoolSettings>(defaults, options);
  checkNumber("threads", complete.threads, { min: 1, max: 1024 });
  checkNumber("pageTimeoutMs", complete.pageTimeoutMs, { min: 1 });
  checkNumber("memoryBytes", complete.memoryBytes, { min: 33_554_432, max: 1_099_511_627_776 });
  checkNumber("maxQueue", complete.maxQueue, { min: 0 });
  return complete;
}

/** The names of all limits; what stands where collaborators stand is told apart by them. */
export const poolOptionNames: object = defaults;
