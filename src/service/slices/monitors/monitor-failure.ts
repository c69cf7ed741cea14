import type { ErrorCode } from "../../../core/index.ts";
import { isMonitorError, type MonitorError } from "../../../monitor/index.ts";
import { ServiceError, type ServiceErrorCode } from "../../base/service-error.ts";

/**
 * What the service answers to what monitors refuse; the rest are faults of our own. `CHECK_REFUSED`
 * is answered where the price is known.
 */
const answers: Readonly<Partial<Record<ErrorCode<"monitor">, ServiceErrorCode>>> = Object.freeze({
  INVALID_DEFINITION: "INVALID_REQUEST",
  UNKNOWN_MONITOR: "NOT_FOUND",
  MONITOR_EXPIRED: "MONITOR_EXPIRED",
  TOO_MANY_ACTIVE: "MONITOR_LIMIT_REACHED",
  CHECK_UNDER_WAY: "CONFLICT",
  MONITORS_CLOSED: "SERVICE_UNAVAILABLE",
});

/**
 * Runs a use case of monitors, whose refusals become those of the service.
 * @param limit active monitors of an account
 * @throws ServiceError; what else `run` throws
 */
export async function answering<Result>(
  run: () => Promise<Result>,
  { limit }: { readonly limit: number },
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (!isMonitorError(cause)) throw cause;
    throw refusal(cause, limit) ?? cause;
  }
}

function refusal(cause: MonitorError, limit: number): ServiceError | undefined {
  const code = answers[cause.code];
  if (code === undefined) return undefined;
  const details = code === "MONITOR_LIMIT_REACHED" ? { extra: { limit } } : {};
  const message =
    code === "MONITOR_LIMIT_REACHED"
      ? `The account already has ${limit} active monitors, which is the limit.`
      : cause.message;
  return new ServiceError(code, { message, details, cause });
}
