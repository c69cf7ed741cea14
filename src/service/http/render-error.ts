import type { ServiceError } from "../base/service-error.ts";
import { errorRules } from "./error-rules.ts";
import type { ErrorFamily } from "./route.ts";

/** An error as it is answered. */
interface RenderedError {
  readonly status: number;
  /** Seconds; absent for none. */
  readonly retryAfter: number | undefined;
  readonly body: object;
}

/** An error in the shape of its route's family (interface, part 7). */
export function renderError(error: ServiceError, family: ErrorFamily): RenderedError {
  const rule = errorRules[error.code];
  const { retryAfterMs } = error.details;
  const retryAfter =
    retryAfterMs === undefined ? rule.retryAfter : Math.max(1, Math.ceil(retryAfterMs / 1000));
  const body = family === "flat" ? renderFlat(error) : renderNested(error);
  return { status: rule.status, retryAfter, body };
}

/** `{ error, message }`, and what else the error has. */
function renderFlat({ code, message, details }: ServiceError): object {
  return { ...details.extra, error: code.toLowerCase(), message };
}

/** `{ status: "error", error: { code, message } }`; what else the error has stands beside the code. */
function renderNested({ code, message, details }: ServiceError): object {
  const missing = code === "INVALID_REQUEST" ? { missing_fields: [] } : {};
  const spelled = errorRules[code].nested ?? code;
  return { status: "error", error: { ...missing, ...details.extra, code: spelled, message } };
}
