import { checkNumber, withDefaults } from "../../core/index.ts";

/** Limits of a content maker. */
export interface ContentMakerOptions {
  /**
   * Milliseconds that reading a page may take; 1 or more.
   * @default 5000
   */
  readonly pageTimeoutMs?: number | undefined;
  /**
   * Milliseconds that patterns on a content, and comparing two, may take; 1 or more.
   * @default 1000
   */
  readonly patternTimeoutMs?: number | undefined;
  /**
   * Bytes of a thread's heap; 33554432 or more.
   * @default 268435456
   */
  readonly memoryBytes?: number | undefined;
  /**
   * Threads for pages, and as many for patterns, at once; they start when there is work for them; 1
   * to 64.
   * @default 1
   */
  readonly threads?: number | undefined;
  /**
   * Characters (UTF-16 code units) of the longest content, and, four times that, of the longest
   * page; 1 or more.
   * @default 10485760
   */
  readonly maxLength?: number | undefined;
}

/** Limits with their defaults. */
export type ContentMakerSettings = { readonly [Name in keyof ContentMakerOptions]-?: number };

const defaults: ContentMakerSettings = Object.freeze({
  pageTimeoutMs: 5_000,
  patternTimeoutMs: 1_000,
  memoryBytes: 268_435_456,
  threads: 1,
  maxLength: 10_485_760,
});

/**
 * The limits with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeContentOptions(
  options: ContentMakerOptions | undefined,
): ContentMakerSettings {
  const complete = withDefaults<ContentMakerSettings>(defaults, options);
  checkNumber("pageTimeoutMs", complete.pageTimeoutMs, { min: 1 });
  checkNumber("patternTimeoutMs", complete.patternTimeoutMs, { min: 1 });
  checkNumber("memoryBytes", complete.memoryBytes, { min: 33_554_432, max: 1_099_511_627_776 });
  checkNumber("threads", complete.threads, { min: 1, max: 64 });
  checkNumber("maxLength", complete.maxLength, { min: 1 });
  return complete;
}

/** The names of all limits; what stands where collaborators stand is told apart by them. */
export const contentOptionNames: object = defaults;
