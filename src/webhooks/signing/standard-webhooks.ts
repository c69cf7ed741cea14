import { checkArgument } from "../../core/index.ts";
import { createHmac } from "node:crypto";
import { checkSecret, SECRET_PREFIX } from "./secret.ts";

/** Headers of Standard Webhooks 1.0, in lower case. */
export const standardNames = Object.freeze({
  deliveryId: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
});

/** Symmetric signatures are of this version. */
const VERSION = "v1,";

/** What a signature of Standard Webhooks is over. */
export interface StandardMessage {
  /** The same on every attempt; without a full stop, which ends it in what is signed. */
  readonly id: string;
  /** Of the attempt, in Unix seconds. */
  readonly timestamp: number;
  readonly body: Uint8Array | string;
}

/**
 * The signature that Standard Webhooks 1.0 puts into `webhook-signature`: `v1,` and the HMAC-SHA256
 * of `id.timestamp.body` in base64. The key is what the secret says in base64 behind its `whsec_`;
 * for a secret that is not base64 it is the whole secret as UTF-8 (the `raw` format of the libraries).
 * @throws WebhookError `INVALID_SECRET`
 * @example
 * ```ts
 * import { standardSignature } from "dragline/webhooks";
 *
 * const message = { id: "msg_1", timestamp: 1_772_000_000, body: "{}" };
 * console.log(standardSignature(message, "whsec_bXkgc2VjcmV0IGtleSBvZiAzMiBieXRlcyBoZXJlIQ"));
 * ```
 */
export function standardSignature(message: StandardMessage, secret: string): string {
  return VERSION + standardMac(message, secret).toString("base64");
}

/** The bytes of the signature. */
export function standardMac(message: StandardMessage, secret: string): Buffer {
  checkArgument("message of standardSignature({ id, timestamp, body }, secret)", message, "object");
  const { id, timestamp, body } = message;
  checkArgument("body of standardSignature({ id, timestamp, body }, secret)", body, "text");
  checkArgument("secret of standardSignature(message, secret)", secret, "string");
  checkSecret(secret);
  const hmac = createHmac("sha256", standardKey(secret));
  return hmac.update(`${id}.${timestamp}.`).update(body).digest();
}

/** Padded base64 of the common alphabet (RFC 4648, 4): what every library reads alike. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function standardKey(secret: string): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const isBase64 = text.length % 4 === 0 && BASE64.test(text);
  return isBase64 ? Buffer.from(text, "base64") : Buffer.from(secret);
}
