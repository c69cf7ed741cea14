import { checkNumber } from "../core/index.ts";

/** When a job whose run threw is due again. */
export interface RetryOptions {
  /** Milliseconds after the first attempt; doubled at each further one; from 1. @default 1000 */
  readonly retryMs?: number | undefined;
  /** The longest wait in milliseconds; from 1. @default 300000 */
  readonly maxRetryMs?: number | undefined;
}

/** Waits with their defaults. */
export type RetrySettings = { readonly [Name in keyof RetryOptions]-?: number };

/** The defaults of {@link RetryOptions}. */
export const retryDefaults: RetrySettings = Object.freeze({
  retryMs: 1000,
  maxRetryMs: 300_000,
});

/** @throws CoreError `INVALID_OPTION` */
export function checkRetry({ retryMs, maxRetryMs }: RetrySettings): void {
  checkNumber("retryMs", retryMs, { min: 1, max: 86_400_000 });
  checkNumber("maxRetryMs", maxRetryMs, { min: 1, max: 86_400_000 });
}

/** Milliseconds until a job that failed at `attempt` (from 1) is due again. */
export function retryDelay(attempt: number, { retryMs, maxRetryMs }: RetrySettings): number {
  return Math.min(maxRetryMs, retryMs * 2 ** (attempt - 1));
}
