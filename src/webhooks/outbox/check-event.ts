import type { AddressGuard } from "../../net/index.ts";
import { checkAccount, isId, LONGEST_ID } from "../check-account.ts";
import { checkCallbackUrl } from "../endpoints/check-callback-url.ts";
import { isMailAddress, mailAddressOf } from "./mail-address.ts";
import type { WebhookEvent } from "./event.ts";
import { WebhookError } from "../webhook-error.ts";

const MOST_RECEIVERS = 20;

/** What events are checked against. */
export interface EventRules {
  readonly guard: Pick<AddressGuard, "checkUrl">;
  /** Names that events may have. */
  readonly events: ReadonlySet<string>;
}

/**
 * Checks everything of an event but its data and secrets, which are checked where they are used.
 * @throws WebhookError `INVALID_EVENT`, `UNKNOWN_EVENT`, `INVALID_URL`
 */
export function checkEvent(event: WebhookEvent, { guard, events }: EventRules): void {
  checkAccount(event?.account, "INVALID_EVENT");
  if (!events.has(event.type)) {
    throw new WebhookError("UNKNOWN_EVENT", {
      message: `The type of an event must be one of ${[...events].join(", ")}.`,
      details: { field: "type" },
    });
  }
  if (event.jobId !== undefined && !isId(event.jobId)) {
    throw invalid("jobId", `The jobId must be a string of 1 to ${LONGEST_ID} characters.`);
  }
  const to: unknown = event.to ?? [];
  if (!Array.isArray(to) || to.length > MOST_RECEIVERS) {
    throw invalid("to", `An event must have a list of at most ${MOST_RECEIVERS} receivers.`);
  }
  for (const receiver of to as ({ readonly url?: unknown } | null)[]) {
    checkReceiver(receiver?.url, guard);
  }
}

function checkReceiver(url: unknown, guard: EventRules["guard"]): void {
  const address = typeof url === "string" ? mailAddressOf(url) : undefined;
  if (address === undefined) checkCallbackUrl(url, guard);
  else if (!isMailAddress(address)) {
    throw new WebhookError("INVALID_URL", {
      message: "Expected exactly one e-mail address after 'mailto:'.",
      details: { reason: "syntax" },
    });
  }
}

function invalid(field: string, message: string): WebhookError {
  return new WebhookError("INVALID_EVENT", { message, details: { field } });
}
