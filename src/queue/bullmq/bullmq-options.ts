import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import { checkRetry, retryDefaults, type RetryOptions } from "../retry-delay.ts";

/** How a queue on BullMQ reaches its server and works its jobs. */
export interface BullmqQueueOptions extends RetryOptions {
  /** Address of the server, `redis:` or `rediss:`. @default "redis://127.0.0.1:6379" */
  readonly url?: string | undefined;
  /** Further options of ioredis, such as `tls` or `password`; they win over the address. @default {} */
  readonly connection?: Readonly<Record<string, unknown>> | undefined;
  /** What all keys begin with; queues with another prefix share no jobs. @default "dragline" */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds for which a claimed job belongs to its worker, extended at each third while it
   * runs; from 1000. A lost worker's job comes back after as long, and at most an eighth more.
   * @default 8000
   */
  readonly leaseMs?: number | undefined;
  /** Milliseconds that a push, drop or depth may take; from 1. @default 1500 */
  readonly timeoutMs?: number | undefined;
}

/** Options with their defaults. */
export type BullmqQueueSettings = {
  readonly [Name in keyof BullmqQueueOptions]-?: NonNullable<BullmqQueueOptions[Name]>;
};

/** The defaults of {@link BullmqQueueOptions}. */
export const bullmqQueueDefaults: BullmqQueueSettings = Object.freeze({
  ...retryDefaults,
  url: "redis://127.0.0.1:6379",
  connection: Object.freeze({}),
  prefix: "dragline",
  leaseMs: 8000,
  timeoutMs: 1500,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeOptions(options: BullmqQueueOptions | undefined): BullmqQueueSettings {
  const settings = withDefaults(bullmqQueueDefaults, options);
  checkRetry(settings);
  checkNumber("leaseMs", settings.leaseMs, { min: 1000, max: 86_400_000 });
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1, max: 86_400_000 });
  const { url } = settings;
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return settings;
  // Nothing of it is shown: it may be a password.
  throw new CoreError("INVALID_OPTION", {
    message: "Option 'url' must be a redis:// or rediss:// URL.",
    details: { option: "url" },
  });
}
