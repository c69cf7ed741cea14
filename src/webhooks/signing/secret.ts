import { checkArgument } from "../../core/index.ts";
import type { Ids } from "../../core/index.ts";
import { WebhookError } from "../webhook-error.ts";

/** What our secrets begin with, as those of Standard Webhooks do; part of the key of a signature. */
export const SECRET_PREFIX = "whsec_";

/**
 * Random bytes of a secret. As base64 they need no padding, which libraries of Standard Webhooks
 * differ about.
 */
const SECRET_BYTES = 33;

const LONGEST_SECRET = 1024;

/**
 * A new signing secret: `whsec_` and 33 random bytes as letters and digits, so that it is safe in
 * URLs, and base64 as a secret of Standard Webhooks is. Two of 64 characters stand for two others
 * each, which costs less than 3 of 264 bits.
 * @example
 * ```ts
 * import { systemIds } from "dragline";
 * import { createSecret } from "dragline/webhooks";
 *
 * console.log(createSecret(systemIds)); // whsec_…
 * ```
 */
export function createSecret(ids: Ids): string {
  checkArgument("ids of createSecret(ids)", ids, "ids");
  const token = ids.token(SECRET_BYTES);
  return SECRET_PREFIX + token.replaceAll("-", "0").replaceAll("_", "1");
}

/**
 * Refuses what cannot be a signing secret: anything but a string of 1 to 1,024 characters.
 * @throws WebhookError `INVALID_SECRET`; its message does not tell the secret
 */
export function checkSecret(secret: unknown): asserts secret is string {
  if (typeof secret === "string" && secret !== "" && secret.length <= LONGEST_SECRET) return;
  const came = typeof secret === "string" ? `${secret.length} characters` : typeof secret;
  throw new WebhookError("INVALID_SECRET", {
    message: `A signing secret must be a string of 1 to ${LONGEST_SECRET} characters; got ${came}.`,
  });
}
