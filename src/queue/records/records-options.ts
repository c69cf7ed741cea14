import { checkNumber, withDefaults } from "../../core/index.ts";
import { checkRetry, retryDefaults, type RetryOptions } from "../retry-delay.ts";

/** How a queue over records works its jobs. */
export interface RecordsQueueOptions extends RetryOptions {
  /**
   * Milliseconds for which a claimed job belongs to its worker, extended at each third while it
   * runs; from 1000. A lost worker's job comes back after as long. Clocks of machines that share the
   * records must agree better than a third of it.
   * @default 8000
   */
  readonly leaseMs?: number | undefined;
  /**
   * Milliseconds between two looks at an empty topic, doubled up to `maxPollMs`; from 1. Pushes of
   * the same queue object are seen at once.
   * @default 50
   */
  readonly pollMs?: number | undefined;
  /** The longest wait in milliseconds between two looks; from 1. @default 1000 */
  readonly maxPollMs?: number | undefined;
}

/** Options with their defaults. */
type RecordsQueueSettings = { readonly [Name in keyof RecordsQueueOptions]-?: number };

/** The defaults of {@link RecordsQueueOptions}. */
export const recordsQueueDefaults: RecordsQueueSettings = Object.freeze({
  ...retryDefaults,
  leaseMs: 8000,
  pollMs: 50,
  maxPollMs: 1000,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeOptions(options: RecordsQueueOptions | undefined): RecordsQueueSettings {
  const settings = withDefaults(recordsQueueDefaults, options);
  checkRetry(settings);
  checkNumber("leaseMs", settings.leaseMs, { min: 1000, max: 86_400_000 });
  checkNumber("pollMs", settings.pollMs, { min: 1, max: 86_400_000 });
  checkNumber("maxPollMs", settings.maxPollMs, { min: 1, max: 86_400_000 });
  return settings;
}
