import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What webhooks refuse. */
export class WebhookError extends DraglineError<ErrorCode<"webhook">> {
  static override readonly brandName = "WebhookError";
}

/**
 * Whether `value` is a {@link WebhookError}, optionally with the given code.
 * @see {@link isDraglineError} for an example
 */
export const isWebhookError = errorQuestion<ErrorCode<"webhook">, WebhookError>(
  WebhookError.brandName,
);
