import type { BodySource } from "./verify-body.ts";
import type { HeaderSource } from "./verify-headers.ts";

/** A request as a server has it, whatever its classes are. */
export interface Incoming {
  readonly method: string;
  readonly headers: HeaderSource;
  /**
   * The body: as it comes, or the exact bytes where the server has read them.
   * @throws WebhookError `BODY_CONSUMED` when they are gone
   */
  readonly body: () => BodySource | AsyncIterable<Uint8Array>;
  /** Aborts when the sender hangs up. */
  readonly signal: AbortSignal;
}

/** What the server is to answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
