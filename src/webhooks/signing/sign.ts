import { checkArgument } from "../../core/index.ts";
import { createHmac } from "node:crypto";
import { checkSecret } from "./secret.ts";

/** What our signatures begin with: the name of the hash. */
export const SIGNATURE_PREFIX = "sha256=";

/**
 * The signature of a delivery: `sha256=` and the HMAC-SHA256 of the exact bytes of the body, in
 * lower-case hex (interface, part 6). The key is the whole secret, its `whsec_` included, as UTF-8;
 * so is the body where it is a string.
 * @throws WebhookError `INVALID_SECRET`
 * @example
 * ```ts
 * import { sign } from "dragline/webhooks";
 *
 * console.log(sign('{"type":"job.completed"}', "whsec_example")); // sha256=…
 * ```
 */
export function sign(body: Uint8Array | string, secret: string): string {
  return SIGNATURE_PREFIX + bodyMac(body, secret).toString("hex");
}

/** The bytes of the signature. */
export function bodyMac(body: Uint8Array | string, secret: string): Buffer {
  checkSecret(secret);
  checkArgument("body of sign(body, secret)", body, "text");
  checkArgument("secret of sign(body, secret)", secret, "string");
  return createHmac("sha256", secret).update(body).digest();
}
