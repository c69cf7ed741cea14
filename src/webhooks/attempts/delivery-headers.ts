import { CoreError } from "../../core/index.ts";
import { checkHeaderText, headerNames } from "../signing/header-names.ts";
import { standardNames, standardSignature } from "../signing/standard-webhooks.ts";
import type { WebhooksOptions } from "../webhooks-options.ts";

/** What the headers of a delivery are made of. */
interface DeliveryFacts {
  /** `dlv_…` */
  readonly id: string;
  readonly event: string;
  readonly body: Uint8Array;
  /** `sha256=…`, as it was stored. */
  readonly signature: string;
  /** For the signature of Standard Webhooks; without one its headers are left out. */
  readonly secret: string | null;
}

/** The options that headers depend on. */
export type HeaderOptions = Required<
  Pick<WebhooksOptions, "headerPrefix" | "userAgent" | "standardHeaders">
>;

/**
 * All headers of one attempt (interface, part 6), lower-case names; only the time is new at each.
 * @param now milliseconds since the Unix epoch
 * @throws CoreError `INVALID_OPTION` for a prefix that no header can have
 */
export function deliveryHeaders(
  delivery: DeliveryFacts,
  now: number,
  options: HeaderOptions,
): Record<string, string> {
  const names = headerNames(options.headerPrefix);
  const timestamp = Math.floor(now / 1000);
  return {
    "content-type": "application/json",
    "user-agent": options.userAgent,
    [names.timestamp]: String(timestamp),
    [names.deliveryId]: delivery.id,
    [names.event]: delivery.event,
    [names.signature]: delivery.signature,
    ...(options.standardHeaders ? standardHeadersOf(delivery, timestamp) : {}),
  };
}

/**
 * Refuses options that no attempt could be sent with.
 * @throws CoreError `INVALID_OPTION` for a prefix or a user agent that no header can have, and for
 *   the prefix `Webhook-` beside Standard Webhooks, whose names it would take
 */
export function checkHeaderOptions(options: HeaderOptions): void {
  const { headerPrefix, userAgent, standardHeaders } = options;
  const names = headerNames(headerPrefix);
  checkHeaderText("userAgent", userAgent);
  if (standardHeaders && names.signature === standardNames.signature) throw sameNames(headerPrefix);
}

function standardHeadersOf(delivery: DeliveryFacts, timestamp: number): Record<string, string> {
  const { id, body, secret } = delivery;
  if (secret === null) return {};
  return {
    [standardNames.deliveryId]: id,
    [standardNames.timestamp]: String(timestamp),
    [standardNames.signature]: standardSignature({ id, timestamp, body }, secret),
  };
}

function sameNames(headerPrefix: string): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `'headerPrefix' cannot be '${headerPrefix}' with 'standardHeaders': both would set the same header.`,
    details: { option: "headerPrefix", value: headerPrefix },
  });
}
