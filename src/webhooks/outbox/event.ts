import type { Json } from "../../storage/index.ts";

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

/** Something that happened, to be sent to receivers. */
export interface WebhookEvent {
  /** Whose event it is, 1 to 256 characters; endpoints of no other account hear of it. */
  readonly account: string;
  /** One of the event names that the webhooks were made with. */
  readonly type: string;
  /**
   * What happened. The body is the envelope `{ id, type, createdAt, data }`, or with `flat` this
   * object itself with `type` in front. Plain JSON, at most 512 levels deep; members that are
   * undefined are left out. Where the body would be longer than 262,144 bytes a `result` in it is
   * left out (`resultOmitted: "size"`), and the `diff` of a flat one is emptied (`diffOmitted:
   * "size"`); a body that is longer even so is sent up to 1,048,576 bytes.
   */
  readonly data: { readonly [key: string]: Json };
  /**
   * Whether the body is `data` itself, without an envelope.
   * @default false
   */
  readonly flat?: boolean | undefined;
  /** The job that it is about, for lists of deliveries, 1 to 256 characters; null when absent. */
  readonly jobId?: string | undefined;
  /** Receivers of this event alone, beside the endpoints that match; at most 20. @default [] */
  readonly to?: readonly DirectReceiver[] | undefined;
}

/** A receiver that is not an endpoint. */
export interface DirectReceiver {
  /** A callback URL, or `mailto:` and one e-mail address, as it is. */
  readonly url: string;
  /**
   * What its body is signed with, 1 to 1,024 characters; the account's default when absent. Mails are
   * not signed.
   */
  readonly secret?: string | undefined;
}
