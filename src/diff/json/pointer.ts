import { DiffError } from "../diff-error.ts";

/**
 * Members and indexes of a JSON Pointer (RFC 6901), still as text; none for the whole document.
 * @throws DiffError `INVALID_DIFF`
 */
export function parsePointer(pointer: unknown): string[] {
  if (pointer === "") return [];
  if (typeof pointer !== "string" || !pointer.startsWith("/") || /~(?![01])/.test(pointer)) {
    throw invalidDiff(`expected a JSON Pointer, got ${JSON.stringify(pointer) ?? typeof pointer}`);
  }
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The error of a difference that cannot be applied, with the reason in words. */
export function invalidDiff(reason: string): DiffError {
  return new DiffError("INVALID_DIFF", {
    message: `The difference cannot be applied: ${reason.slice(0, 300)}.`,
  });
}
