import type { Json } from "../storage/index.ts";

/** The events of the service, in the order of its taxonomy (interface, part 6). */
export const serviceEvents = Object.freeze([
  "job.completed",
  "job.failed",
  "batch.completed",
  "batch.failed",
  "wire.job.completed",
  "wire.job.failed",
  "monitor.change",
  "ai.search.completed",
  "ai.search.failed",
  "webhook.test",
] as const);

/** The event of a test delivery. */
export const TEST_EVENT = "webhook.test";

/** Something that happened and that receivers are to be told. */
export interface WebhookEvent {
  /** Whose event it is; endpoints of no other account hear of it. */
  readonly account: string;
  /** One of the event names that the webhooks were made with. */
  readonly type: string;
  /**
   * What happened. The body is the envelope `{ id, type, createdAt, data }`, or with `flat` this
   * object itself with `type` in front. A `result` in it is left out when the body would be longer
   * than 262,144 bytes (`resultOmitted: "size"`), and so is the `diff` of a flat one.
   */
  readonly data: { readonly [key: string]: Json };
  /**
   * Whether the body is `data` itself, without an envelope.
   * @default false
   */
  readonly flat?: boolean | undefined;
  /** The job that it is about, for lists of deliveries; null when absent. */
  readonly jobId?: string | undefined;
  /** Receivers of this event alone, beside the endpoints that match; at most 10. @default [] */
  readonly to?: readonly DirectReceiver[] | undefined;
}

/** A receiver that is no endpoint. */
export interface DirectReceiver {
  /** A callback URL. */
  readonly url: string;
  /** What its body is signed with; the account's default secret when absent. */
  readonly secret?: string | undefined;
}
