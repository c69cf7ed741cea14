import type { ConverterPoolOptions } from "../converter/index.ts";
import type { Values } from "./help/flag.ts";
import type { poolFlags } from "./help/flags/page-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

/** What the flags of JSON lines say. */
type PoolValues = Values<typeof poolFlags>;

/**
 * The limits that the flags mean.
 * @throws UsageError
 */
export function poolLimits({
  jsonl,
  threads,
  "page-timeout-ms": timeout,
}: PoolValues): ConverterPoolOptions {
  if (jsonl !== true && (threads !== undefined || timeout !== undefined)) {
    throw new UsageError("--threads and --page-timeout-ms need --jsonl");
  }
  return {
    threads: wholeNumber("--threads", threads, 1024),
    pageTimeoutMs: wholeNumber("--page-timeout-ms", timeout, 999_999_999),
  };
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(`${name} takes a whole number from 1 to ${most}; got '${text}'`);
}
