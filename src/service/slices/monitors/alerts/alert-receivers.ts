import { isWebhookError, type Webhooks } from "../../../../webhooks/index.ts";
import { isMailAddress } from "../../../../webhooks/internal.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { AlertSettings } from "./alerts.ts";

/** Addresses of one monitor (decisions, 2.12). */
const MOST_ADDRESSES = 10;

/**
 * Checks whom a monitor is to tell.
 * @throws ServiceError `INVALID_REQUEST`, with a message that names the field
 */
export function checkReceivers(
  webhooks: Pick<Webhooks, "checkUrl">,
  { alertWebhookUrl, alertEmails }: AlertSettings,
): void {
  if (alertWebhookUrl !== null) checkWebhook(webhooks, alertWebhookUrl);
  const addresses = parts(alertEmails);
  const unfit = addresses.find((address) => !isMailAddress(address));
  if (unfit !== undefined) {
    throw invalid(`alertEmails: '${unfit.slice(0, 100)}' is not an e-mail address.`);
  }
  if (addresses.length > MOST_ADDRESSES) {
    throw invalid(`alertEmails: at most ${MOST_ADDRESSES} addresses; got ${addresses.length}.`);
  }
}

/** The addresses of a list, each once. */
export function addressesOf(alertEmails: string | null): string[] {
  const byName = new Map(parts(alertEmails).map((address) => [address.toLowerCase(), address]));
  return [...byName.values()];
}

/** What stands between the commas; a blank text is an empty list. */
function parts(alertEmails: string | null): string[] {
  const text = alertEmails?.trim() ?? "";
  return text === "" ? [] : text.split(",").map((part) => part.trim());
}

function checkWebhook(webhooks: Pick<Webhooks, "checkUrl">, url: string): void {
  try {
    webhooks.checkUrl(url);
  } catch (cause) {
    if (!isWebhookError(cause, "INVALID_URL")) throw cause;
    throw invalid(`alertWebhookUrl: ${cause.message}`, cause);
  }
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message, cause });
}
