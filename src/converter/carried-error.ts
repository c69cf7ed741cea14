import { CoreError, isDraglineError, type DraglineError } from "../core/index.ts";
import { HtmlError } from "../html/index.ts";
import { MarkdownError } from "../markdown/index.ts";

/** An error on its way between threads, where classes get lost. */
export interface CarriedError {
  /** The class, when it is one of ours. */
  readonly brand?: string;
  readonly code?: string;
  readonly message: string;
  readonly details?: object;
  readonly stack?: string | undefined;
}

type Rebuild = (code: string, parts: { message: string; details?: object }) => DraglineError;

const classes: Readonly<Record<string, Rebuild>> = {
  CoreError: (code, parts) => new CoreError(code as CoreError["code"], parts),
  HtmlError: (code, parts) => new HtmlError(code as HtmlError["code"], parts),
  MarkdownError: (code, parts) => new MarkdownError(code as MarkdownError["code"], parts),
};

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
export function unpackError({ brand = "", code = "", stack, ...parts }: CarriedError): Error {
  const rebuild = Object.hasOwn(classes, brand) ? classes[brand] : undefined;
  const error = rebuild === undefined ? new Error(parts.message) : rebuild(code, parts);
  if (stack !== undefined) error.stack = stack;
  return error;
}
