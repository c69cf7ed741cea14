import { checkArgument } from "../core/index.ts";
import { ClientError } from "./client-error.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/**
 * Checks the signature of a webhook over the bytes of its body, and parses it (interface, part 6).
 * Deliveries come at least once: compare the header `X-Service-Delivery-Id`. For clocks, replays and
 * Standard Webhooks, `dragline/webhooks` has a receiver.
 * @param body the body as it came: its bytes, or its text unchanged
 * @param signature the header `X-Service-Signature`: `sha256=…`
 * @param secret `whsec_…` of the endpoint, or the account's own for a `webhook_url`
 * @throws ClientError `INVALID_SIGNATURE`; CoreError `INVALID_ARGUMENT`
 * @example
 * ```ts
 * import { verifyWebhook } from "dragline/client";
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const signature = request.headers.get("x-service-signature") ?? "";
 *   const event = await verifyWebhook(await request.text(), signature, "whsec_example");
 *   if (event.type === "job.completed") console.log(event.data.result_url);
 *   return new Response();
 * }
 * ```
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  signature: string,
  secret: string,
): Promise<WebhookEvent> {
  const call = "verifyWebhook(body, signature, secret)";
  checkArgument(`body of ${call}`, body, "text");
  checkArgument(`signature of ${call}`, signature, "string");
  checkArgument(`secret of ${call}`, secret, "string");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (secret === "" || !(await isSigned(bytes, signature, secret))) {
    throw refused("The signature is not that of the body and the secret.");
  }
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw refused("The body is signed, and is no JSON.");
  }
}

/** `crypto.subtle` compares in constant time. */
async function isSigned(
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
  secret: string,
): Promise<boolean> {
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(signature.trim()) ?? [];
  if (hex === "") return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const raw = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return await crypto.subtle.verify(algorithm.name, key, given, bytes);
}

function refused(message: string): ClientError {
  return new ClientError("INVALID_SIGNATURE", { message });
}
