import type { ConverterPoolOptions } from "../converter/index.ts";
import type { Values } from "./help/flag.ts";
import type { poolFlags } from "./help/flags/page-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

/** What the flags of JSON lines say. */
type PoolValues = Values<typeof poolFlags>;

/**
 * The limits that the flags mean.
 * @param many `isBulk` whether the command is about many pages
 * @throws UsageError
 */
export function poolLimits(
  { threads, "page-timeout-ms": timeout, resume }: PoolValues,
  { isBulk }: { readonly isBulk: boolean },
): ConverterPoolOptions {
  if (!isBulk && (threads !== undefined || timeout !== undefined || resume === true)) {
    throw new UsageError(
      "--threads, --page-timeout-ms and --resume need many pages: --jsonl, a folder, an archive or several files",
    );
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
