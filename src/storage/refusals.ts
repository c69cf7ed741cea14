import type { Shape } from "./shape.ts";
import { StorageError } from "./storage-error.ts";

/** The error for rows whose key or unique group is taken. */
export function conflictIn(shape: Shape): StorageError {
  return new StorageError("CONFLICT", {
    message: `A row of '${shape.name}' already has these values of the key or of a unique group.`,
    details: { collection: shape.name },
  });
}

/** The error for an `add` whose sum is not finite. */
export function sumNotFinite(shape: Shape): StorageError {
  return new StorageError("INVALID_VALUE", {
    message: `The result of an 'add' to a row of '${shape.name}' is not a finite number.`,
    details: { collection: shape.name },
  });
}

/** The error for a call after `close`. */
export function storeClosed(): StorageError {
  return new StorageError("CLOSED", { message: "The store was closed." });
}
