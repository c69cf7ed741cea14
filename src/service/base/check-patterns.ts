import { compilePatterns, isMapError } from "../../mapper/index.ts";
import { ServiceError } from "./service-error.ts";

/**
 * Refuses globs of URLs that cannot be compiled.
 * @throws ServiceError `INVALID_REQUEST`, with a message that names the field
 */
export function checkPatterns(field: string, globs: readonly string[]): void {
  try {
    compilePatterns(globs);
  } catch (cause) {
    if (!isMapError(cause, "INVALID_PATTERN")) throw cause;
    throw new ServiceError("INVALID_REQUEST", { message: `${field}: ${cause.message}`, cause });
  }
}
