import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What monitors refuse. */
export class MonitorError extends DraglineError<ErrorCode<"monitor">> {
  static override readonly brandName = "MonitorError";
}

/**
 * Whether `value` is a {@link MonitorError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isMonitorError = errorQuestion<ErrorCode<"monitor">, MonitorError>(
  MonitorError.brandName,
);
