import { ServiceError } from "../../base/service-error.ts";

/** Parameters of a Wire route that cannot be used, and those that are missing (decisions, 7.2). */
export function invalidParams(message: string, missing: readonly string[] = []): ServiceError {
  return new ServiceError("INVALID_REQUEST", {
    message,
    details: { extra: { missing_fields: missing } },
  });
}
