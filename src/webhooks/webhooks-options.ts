/** Settings of webhooks. Durations are milliseconds. */
export interface WebhooksOptions {
  /**
   * Receivers that may be called although they are not public: hosts, addresses and CIDRs.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * What our headers begin with; the rest (`Timestamp`, `Delivery-Id`, `Event`, `Signature`) is fixed.
   * @default "X-Service-"
   */
  readonly headerPrefix?: string;
  /**
   * The User-Agent header.
   * @default "Service-Webhooks/1"
   */
  readonly userAgent?: string;
  /**
   * Names that events may have: each 1 to 1,024 visible ASCII characters, spaces inside, as a header
   * carries it.
   * @default serviceEvents
   */
  readonly events?: readonly string[];
  /**
   * Whether the headers of Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`,
   * `webhook-signature`) are sent beside ours.
   * @default false
   */
  readonly standardHeaders?: boolean;
  /**
   * For one attempt: name, connection, redirects and answer; 1 or more.
   * @default 10000
   */
  readonly attemptTimeoutMs?: number;
  /**
   * Attempts under way at once, of this process; 1 to 1,000.
   * @default 64
   */
  readonly maxConcurrency?: number;
  /**
   * Of those, at most so many to one endpoint; 1 or more.
   * @default 8
   */
  readonly maxPerEndpoint?: number;
  /**
   * Of those, at most so many to one host; 1 or more.
   * @default 16
   */
  readonly maxPerHost?: number;
  /**
   * How long a worker that is silent keeps its deliveries; more than `attemptTimeoutMs`.
   * @default 30000
   */
  readonly leaseMs?: number;
  /**
   * Whether a Retry-After of the receiver lengthens the wait before the next attempt, to 6 hours at
   * most; it never shortens it.
   * @default false
   */
  readonly obeyRetryAfter?: boolean;
  /**
   * How long deliveries and their log are kept.
   * @default 2592000000
   */
  readonly retentionMs?: number;
  /**
   * Endpoints of one account; 1 or more.
   * @default 10
   */
  readonly maxEndpoints?: number;
}
