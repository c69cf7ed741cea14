import type { AttemptFailure } from "../attempts/attempt.ts";

/**
 * How a delivery stands. `pending`: it waits, or is under way. `failed`: a single attempt (a test or
 * a resend) failed. `exhausted`: no attempt is left, or none can succeed.
 */
export type DeliveryStatus = "pending" | "success" | "failed" | "exhausted";

/** One event on its way to one receiver. Times are ISO 8601 in UTC. */
export interface Delivery {
  /** `dlv_…`; the same on every attempt, for receivers to tell repeats by. */
  readonly id: string;
  /** Null for a receiver that is not an endpoint. */
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  /** Fixed when the delivery is made; for a mail `mailto:` and the address. */
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Of the last answer; null for a mail. */
  readonly httpStatus: number | null;
  /** Attempts begun. */
  readonly attempts: number;
  /** Why the last attempt failed, in a few words. */
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
}

/** One attempt, as the log has it. */
export interface DeliveryAttempt {
  /** From 1. */
  readonly number: number;
  readonly startedAt: string;
  /** Milliseconds. */
  readonly durationMs: number;
  /** Of the answer, if one came. */
  readonly httpStatus: number | null;
  /** Null when the receiver took it. */
  readonly failure: AttemptFailure | null;
}

/** Which deliveries are wanted; newest first. */
export interface DeliveryQuery {
  readonly endpointId?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly jobId?: string | undefined;
  /** Of these alone; at most 200. */
  readonly ids?: readonly string[] | undefined;
  /** 1 to 200; 50 when absent. */
  readonly limit?: number | undefined;
}
