import type { AttemptRequest, AttemptResult } from "dragline/webhooks";
import {
  createAttemptSender,
  type AttemptSenderOptions,
} from "../../../src/webhooks/attempts/attempt-sender.ts";

/** What every attempt of these tests sends. */
export const headers = Object.freeze({
  "content-type": "application/json",
  "user-agent": "Service-Webhooks/1",
  "x-service-timestamp": "1767225600",
  "x-service-delivery-id": "dlv_1",
  "x-service-event": "job.completed",
  "x-service-signature": `sha256=${"ab".repeat(32)}`,
});

/** Bytes that no text decoder would give back. */
export const body = Uint8Array.from([...Buffer.from('{"a":"ü'), 0xff, 0x00, 0x0d, 0x0a]);

/** A signal that never aborts. */
export const { signal } = new AbortController();

/** An attempt at a URL. */
export function attemptAt(url: string): AttemptRequest {
  return { url, headers, body };
}

/** One attempt at a URL by a sender of its own, which may call loopback. */
export async function sendOnce(
  url: string,
  options: AttemptSenderOptions = {},
): Promise<AttemptResult> {
  await using sender = createAttemptSender({}, { allow: ["127.0.0.1"], ...options });
  return await sender.send(attemptAt(url), signal);
}
