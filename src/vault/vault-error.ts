import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** Facts of a {@link VaultError}; those that do not apply are absent. None is a secret. */
export interface VaultErrorDetails {
  /** Names of fields that the vault's entry lacks, or that a method needs and were not given. */
  readonly missingFields?: readonly string[];
  /** Names of fields that the method does not have. */
  readonly unknownFields?: readonly string[];
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfterMs?: number;
}

/** A vault that cannot be read. Its message is for a person; it holds no secret and no text of a vault's values. */
export class VaultError extends DraglineError<ErrorCode<"vault">> {
  static override readonly brandName = "VaultError";
  declare readonly details: VaultErrorDetails;
}

/**
 * Whether `value` is a {@link VaultError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isVaultError = errorQuestion<ErrorCode<"vault">, VaultError>(VaultError.brandName);
