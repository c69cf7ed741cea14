import type { Monitor } from "../../../../monitor/index.ts";
import type { Call } from "../../../../storage/index.ts";
import type { Delivery } from "../../../../webhooks/index.ts";

/** Whom a monitor tells of changes, beside the account's endpoints (decisions, 2.12). */
export interface AlertSettings {
  /** A callback URL. */
  readonly alertWebhookUrl: string | null;
  /** At most 10 addresses, separated by commas; as they were given. */
  readonly alertEmails: string | null;
}

/** Which monitor; `owner` is its account. */
export type MonitorPlace = Pick<Monitor, "id" | "owner">;

/** How a change, or a test alert, goes to one receiver (decisions, 2.12). */
export interface MonitorDelivery extends Delivery {
  readonly monitorId: string;
  /** Null for a test alert. */
  readonly changeId: string | null;
  readonly channel: "webhook" | "email";
}

/** What a test alert came to; the answer of its route. */
export interface TestAlert {
  /** Whether every receiver took it. */
  readonly success: boolean;
  /** Of the webhook's answer; null without one. */
  readonly status: number | null;
  /** One line for people. */
  readonly message: string;
}

/**
 * The alerts of monitors. Whether the monitor is there, and the caller's, is for the caller to see to.
 * All methods but {@link Alerts.check} throw StorageError.
 */
export interface Alerts {
  /**
   * Checks what can be known of receivers; to be called before a monitor is stored.
   * @throws ServiceError `INVALID_REQUEST`, with a message that names the field
   */
  check(settings: AlertSettings): void;
  /**
   * Stores them in place of those that there are, both null included.
   * @returns a new secret, to be shown once, when there is an `alertWebhookUrl` where none was
   * @throws ServiceError `INVALID_REQUEST` as {@link Alerts.check}
   */
  set(monitor: MonitorPlace, settings: AlertSettings, call: Call): Promise<string | undefined>;
  /** Of each monitor; both null for one that has none. */
  get(monitorIds: readonly string[], call: Call): Promise<ReadonlyMap<string, AlertSettings>>;
  /** Forgets the settings of a monitor that is removed, and which deliveries were its own. */
  remove(monitor: MonitorPlace, call: Call): Promise<void>;
  /**
   * Sends a change with invented values to the monitor's own receivers, once; resolves after the
   * attempts.
   * @throws ServiceError `INVALID_REQUEST` when it has no receiver
   */
  test(monitor: Monitor, call: Call): Promise<TestAlert>;
  /** Newest first. @param limit 1 to 200 */
  deliveries(monitor: MonitorPlace, limit: number, call: Call): Promise<MonitorDelivery[]>;
  /**
   * One more attempt of a delivery that ended without success.
   * @throws ServiceError `NOT_FOUND`; `CONFLICT`
   */
  retry(monitor: MonitorPlace, deliveryId: string, call: Call): Promise<void>;
}
