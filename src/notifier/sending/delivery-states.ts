import { ladderWait, MOST_ATTEMPTS } from "../../webhooks/internal.ts";
import type { DeliveryRow } from "../collections.ts";
import type { Sent } from "../services/sent.ts";

/** Milliseconds that a target is left alone after an attempt that failed and may pass. */
const LEAST_REST = 60_000;
const LONGEST_REST = 21_600_000;

/** What follows an attempt. */
interface AfterAttempt {
  readonly set: Partial<DeliveryRow>;
  /** Until when the target is left alone; undefined where the next message may go at once. */
  readonly restUntil: number | undefined;
}

/**
 * The state after an attempt; `row.attempts` counts it. What may pass is tried again on the ladder of
 * webhooks, and later where the service asks for it; meanwhile the target is left alone, since what
 * refused one message would refuse the next.
 */
export function afterAttempt(
  row: Pick<DeliveryRow, "attempts">,
  sent: Sent,
  { now, random }: { readonly now: number; readonly random: number },
): AfterAttempt {
  const { failure, permanent, httpStatus, retryAfterMs: askedMs } = sent;
  const settled = { httpStatus, dueAt: null, settledAt: now };
  if (failure === undefined) {
    return { set: { ...settled, status: "sent", error: null }, restUntil: undefined };
  }
  const gone = { ...settled, status: "exhausted", error: failure };
  if (permanent) return { set: gone, restUntil: undefined };
  const restUntil = now + Math.min(LONGEST_REST, Math.max(LEAST_REST, askedMs ?? 0));
  const wait = ladderWait(row.attempts, { random, askedMs });
  if (wait === undefined) return { set: gone, restUntil };
  return { set: { httpStatus, error: failure, dueAt: now + wait }, restUntil };
}

/** Whether the worker that had it was lost in what was to be its last attempt. */
export function isCutOff({ attempts }: Pick<DeliveryRow, "attempts">): boolean {
  return attempts >= MOST_ATTEMPTS;
}

/** The end of a message whose last attempt nobody saw end. */
export function cutOff(now: number): Partial<DeliveryRow> {
  return {
    status: "exhausted",
    error: "the sender stopped during the attempt",
    dueAt: null,
    settledAt: now,
  };
}
