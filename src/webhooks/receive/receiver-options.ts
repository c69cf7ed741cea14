import type { Clock, Ids } from "../../core/index.ts";
import type { VerifyOptions } from "./verify-rules.ts";
import type { ReceivedDelivery } from "./receiver.ts";
import type { ReceiverFailure } from "./receiver-answers.ts";
import type { SeenDeliveries } from "./seen-deliveries.ts";

/** The collaborators of a receiver. */
export interface ReceiverCollaborators {
  /** One, or all that are valid at present: the new and the old while they are rotated. */
  readonly secrets: string | readonly string[];
  /**
   * Handles a delivery, and is not called again for its id once it has resolved. When it throws, the
   * sender is answered 500 and sends again. Answers are awaited for about 10 seconds: longer work
   * belongs into a queue.
   */
  readonly onDelivery: (delivery: ReceivedDelivery, call: ReceiverCall) => unknown;
  /** Hears of every request that was not answered with 2xx; for a log. It must not throw. */
  readonly onFailure?: ((failure: FailedRequest) => void) | undefined;
  /** What was handled before; a memory of this process when absent. */
  readonly seen?: SeenDeliveries | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** What goes with a delivery. */
export interface ReceiverCall {
  /** Aborts when the sender hangs up; it will send the delivery again. */
  readonly signal: AbortSignal;
}

/** A request that was not answered with 2xx. */
export interface FailedRequest {
  readonly reason: ReceiverFailure;
  /** Where the delivery was verified. */
  readonly deliveryId: string | undefined;
  /** What `onDelivery` or the store threw. */
  readonly error: unknown;
}

/** How requests are received. Durations are milliseconds, sizes bytes. */
export interface ReceiverOptions extends Omit<VerifyOptions, "clock"> {
  /**
   * How long `onDelivery` may take before a repeat of its delivery is handled beside it; 1 or more.
   * Repeats that come before are answered 503.
   * @default 600000
   */
  readonly leaseMs?: number | undefined;
}
