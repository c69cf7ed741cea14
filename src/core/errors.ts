import type { ErrorCode } from "./error-table.ts";

const brand = Symbol.for("dragline.error");

/** What an error is made of, besides its code. */
export interface ErrorParts {
  /** What was expected and what came; holds no secrets. */
  readonly message: string;
  /** Facts for programs; their type is the room's. */
  readonly details?: object | undefined;
  /** The error underneath. */
  readonly cause?: unknown;
}

/** The base of every error that Dragline throws. */
export class DraglineError<Code extends string = string> extends Error {
  /** Stable and machine-readable; listed in the README. */
  readonly code: Code;
  /** Facts for programs. */
  readonly details: object;

  /** @throws CoreError `INVALID_ARGUMENT` without a message */
  constructor(code: Code, parts: ErrorParts) {
    super(messageOf(parts), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = code;
    this.details = parts.details ?? {};
    Object.defineProperty(this, brand, { value: new.target.brandName });
  }

  /** The name under which the class is recognised across copies of the package. */
  static readonly brandName: string = "DraglineError";

  override get name(): string {
    return brandOf(this) ?? "DraglineError";
  }
}

/** An error of the room `core`: bad options and URLs. */
export class CoreError extends DraglineError<ErrorCode<"core">> {
  static override readonly brandName = "CoreError";
}

function messageOf(parts: Partial<ErrorParts> | undefined): string {
  const message = parts?.message;
  if (typeof message === "string") return message;
  throw new CoreError("INVALID_ARGUMENT", {
    message: "Expected the second argument of an error's constructor to have a message.",
    details: { argument: "parts" },
  });
}

function brandOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !(brand in value)) return undefined;
  return String(value[brand]);
}

/**
 * Whether `value` is an error of Dragline, optionally with the given code. Holds across several
 * installed copies of the package, where `instanceof` does not.
 */
export function isDraglineError(value: unknown, code?: string): value is DraglineError {
  return brandOf(value) !== undefined && hasCode(value, code);
}

/** Makes the `isXError(value, code?)` question of a room's error class. */
export function errorQuestion<Code extends string, E extends DraglineError<Code>>(
  brandName: string,
): (value: unknown, code?: Code) => value is E {
  return (value, code): value is E => brandOf(value) === brandName && hasCode(value, code);
}

function hasCode(value: unknown, code: string | undefined): boolean {
  return code === undefined || (value as DraglineError).code === code;
}
