import { isWebhookError, type Webhooks } from "../../webhooks/index.ts";
import { ServiceError } from "./service-error.ts";

/**
 * Refuses a `webhook_url` that is not a valid callback URL (decisions, 6.1); it may be absent.
 * @throws ServiceError `INVALID_REQUEST`, with a message that names the field
 */
export function checkWebhookUrl(
  webhooks: Pick<Webhooks, "checkUrl">,
  url: string | undefined,
): void {
  if (url === undefined) return;
  try {
    webhooks.checkUrl(url);
  } catch (cause) {
    if (!isWebhookError(cause, "INVALID_URL")) throw cause;
    throw new ServiceError("INVALID_REQUEST", { message: `webhook_url: ${cause.message}`, cause });
  }
}
