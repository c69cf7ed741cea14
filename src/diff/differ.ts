import type { Json } from "../storage/index.ts";
import type { JsonDiff, JsonDiffOptions } from "./json-diff.ts";
import type { TextDiff, TextDiffOptions } from "./text-diff.ts";

/** What every call may carry. */
export interface DiffCall {
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Settings of a differ. */
export interface DifferOptions {
  /**
   * Milliseconds after which a thread is ended, whatever it does; more than the budgets of calls.
   * @default 1000
   */
  readonly timeoutMs?: number;
  /**
   * Bytes of a thread's heap; 16 MiB or more.
   * @default 268435456
   */
  readonly memoryBytes?: number;
  /**
   * Threads at once; 1 or more.
   * @default 1
   */
  readonly threads?: number;
}

/**
 * Compares away from the event loop, in threads that are ended when they take too long. Small inputs
 * are compared at once, in the caller's thread. Where a thread had to be ended the result is one
 * replacement of everything, `truncated`; nothing is thrown for hostile input.
 */
export interface Differ extends AsyncDisposable {
  /** @throws DiffError `DIFFER_CLOSED`; CoreError `INVALID_OPTION` */
  text(before: string, after: string, options?: TextDiffOptions & DiffCall): Promise<TextDiff>;
  /** @throws DiffError `DIFFER_CLOSED`; CoreError `INVALID_OPTION` */
  json(before: Json, after: Json, options?: JsonDiffOptions & DiffCall): Promise<JsonDiff>;
}
