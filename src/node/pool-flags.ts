import type { ConverterPoolOptions } from "../converter/index.ts";
import { UsageError } from "./terminal.ts";

/** The flags of pages in lines of JSON, for parseArgs. */
export const poolFlags = {
  jsonl: { type: "boolean" },
  threads: { type: "string" },
  "page-timeout": { type: "string" },
} as const;

/** What a command's help says of the limits among {@link poolFlags}. */
export const poolHelp = `  --threads N        pages at the same time (one per core)
  --page-timeout MS  milliseconds for each page (30000)`;

/** What the flags say, as parseArgs gives it. */
export interface PoolValues {
  readonly jsonl?: boolean | undefined;
  readonly threads?: string | undefined;
  readonly "page-timeout"?: string | undefined;
}

/**
 * The limits that the flags mean.
 * @throws UsageError
 */
export function poolLimits({
  jsonl,
  threads,
  "page-timeout": timeout,
}: PoolValues): ConverterPoolOptions {
  if (jsonl !== true && (threads !== undefined || timeout !== undefined)) {
    throw new UsageError("--threads and --page-timeout go with --jsonl");
  }
  return {
    threads: wholeNumber("--threads", threads, 1024),
    pageTimeoutMs: wholeNumber("--page-timeout", timeout, 999_999_999),
  };
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(`${name} takes a whole number from 1 to ${most}; got '${text}'`);
}
