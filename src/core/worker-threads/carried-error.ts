import { isDraglineError, type DraglineError, type ErrorParts } from "../errors.ts";

/** An error on its way between threads, where classes get lost. */
export interface CarriedError {
  /** The class, when it is one of ours. */
  readonly brand?: string;
  readonly code?: string;
  readonly message: string;
  readonly details?: object;
  readonly stack?: string | undefined;
}

/** A class of errors that may come from another thread. */
export interface ErrorClass {
  readonly brandName: string;
  new (code: never, parts: ErrorParts): DraglineError;
}

/** Makes an error ready to be sent to another thread. */
export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  if (!isDraglineError(error)) return { message, stack };
  // Details are facts for programs and may hold what cannot be sent: they go as JSON.
  const details = JSON.parse(JSON.stringify(error.details)) as object;
  return { brand: error.name, code: error.code, message, details, stack };
}

/** The error as it was thrown in the other thread, of the same class with the same stack. */
export function unpackError(carried: CarriedError, classes: readonly ErrorClass[]): Error {
  const { brand = "", code = "", stack, ...parts } = carried;
  const Known = classes.find(({ brandName }) => brandName === brand);
  const error = Known === undefined ? new Error(parts.message) : new Known(code as never, parts);
  if (stack !== undefined) error.stack = stack;
  return error;
}
