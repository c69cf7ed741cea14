import type { MailFailure } from "./event-mailer.ts";

/** Why an attempt failed; no further detail is kept. */
export type AttemptFailure =
  /** The receiver answered, and not with 2xx. */
  | "status"
  /** The name has no address. */
  | "dns"
  /** The URL, or what its name resolves to, or where it redirects to, is not public. */
  | "address-not-allowed"
  /** Nobody answers at the address. */
  | "connect"
  | "tls"
  /** The connection ended before the answer. */
  | "connection-lost"
  /** The answer did not come within the deadline. */
  | "timeout"
  /** More than three redirects, or one that leads nowhere. */
  | "redirects"
  /** The answer is not HTTP. */
  | "invalid-response"
  /** The receiver is an e-mail address, but no mail sender is configured. */
  | "mail-not-configured"
  | MailFailure;

/** What one attempt sends. */
export interface AttemptRequest {
  readonly url: string;
  /** All of them, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What came of one attempt. */
export interface AttemptResult {
  /** Of the last answer, if one came. */
  readonly httpStatus: number | null;
  /** Undefined: the receiver took it (2xx). */
  readonly failure: AttemptFailure | undefined;
  /**
   * Whether no other attempt is to be made: the URL is refused, or what its name resolves to or where
   * it redirects to is (decisions, 3.4).
   */
  readonly permanent: boolean;
  /** What the receiver's Retry-After asks for, in milliseconds; undefined when it does not. */
  readonly retryAfterMs: number | undefined;
  /** Milliseconds to the head of the last answer, or to the failure; whole. */
  readonly durationMs: number;
}

/** Sends what is to be delivered, once. */
export interface AttemptSender extends AsyncDisposable {
  /**
   * Posts the body: one deadline over everything, at most 3 redirects with the same method, body and
   * headers (behind 303 a GET without them, of which the last answer counts), at most 4 KiB of the answer read. Failures are values. The head of
   * the answer decides: what happens after it, an abort included, does not change the result.
   * @throws the signal's reason; WebhookError `WEBHOOKS_CLOSED`
   */
  send(request: AttemptRequest, signal: AbortSignal): Promise<AttemptResult>;
}
