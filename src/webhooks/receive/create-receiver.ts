import { checkArgument, checkNumber, systemClock, systemIds } from "../../core/index.ts";
import { bodyConsumed } from "./verify.ts";
import { readBody, streamChunks, type BodySource } from "./verify-body.ts";
import { verifyDelivery } from "./verify-delivery.ts";
import type { VerifiedDelivery } from "./verify-result.ts";
import { verifyRules, type VerifyRules } from "./verify-rules.ts";
import { isWebhookError } from "../webhook-error.ts";
import { DeliveryDesk } from "./delivery-desk.ts";
import type { Answer, Incoming } from "./incoming.ts";
import { MemorySeen } from "./memory-seen.ts";
import type { Receiver } from "./receiver.ts";
import { failureAnswer, type ReceiverFailure } from "./receiver-answers.ts";
import type { ReceiverCollaborators, ReceiverOptions } from "./receiver-options.ts";

/**
 * A receiver of webhooks: it verifies each delivery, passes over the ones that were handled, and
 * answers 204 when `onDelivery` has resolved. It refuses with 401 what is not rightly signed, 400
 * what is malformed, 405 other methods than POST and 413 too long bodies; with 503 a repeat of what
 * is just being handled, and with 500 what `onDelivery` threw at, so that the sender tries again.
 * @throws CoreError `INVALID_OPTION`; WebhookError `INVALID_SECRET`
 */
export function createReceiver(
  collaborators: ReceiverCollaborators,
  options: ReceiverOptions = {},
): Receiver {
  checkArgument(
    "collaborators of createReceiver({ secrets, onDelivery })",
    collaborators,
    "object",
  );
  checkArgument("options of createReceiver(collaborators, options)", options, "object");
  const { leaseMs = 600_000, ...verifying } = options;
  checkNumber("leaseMs", leaseMs, { min: 1 });
  const { secrets, onDelivery, clock = systemClock, ids = systemIds } = collaborators;
  const { onFailure = () => {}, seen = new MemorySeen({ clock }) } = collaborators;
  const rules = verifyRules(secrets, { ...verifying, clock });
  const desk = new DeliveryDesk({ onDelivery, onFailure, seen, ids }, leaseMs);
  const tell = (reason: ReceiverFailure, error?: unknown): void =>
    onFailure({ reason, deliveryId: undefined, error });
  const answer = async (incoming: Incoming): Promise<Answer> => {
    const judged = await judge(incoming, rules).catch((error: unknown) => {
      if (isWebhookError(error, "BODY_CONSUMED")) tell("body-consumed", error);
      throw error;
    });
    if (typeof judged !== "string") return desk.handle(judged, incoming.signal);
    tell(judged);
    return failureAnswer(judged);
  };
  return { answer, receive: async (request) => respond(request, answer) };
}

async function judge(
  { method, headers, body }: Incoming,
  rules: VerifyRules,
): Promise<VerifiedDelivery | ReceiverFailure> {
  if (method !== "POST") return "method-not-allowed";
  const source = body();
  const read = isAtHand(source) ? { bytes: source } : await readBody(source, rules.maxBytes);
  if ("reason" in read) return read.reason;
  const verdict = verifyDelivery({ headers, body: read.bytes }, rules);
  return verdict.valid ? verdict : verdict.reason;
}

function isAtHand(body: BodySource | AsyncIterable<Uint8Array>): body is BodySource {
  return typeof body === "string" || body instanceof Uint8Array || body instanceof ArrayBuffer;
}

async function respond(request: Request, answer: Receiver["answer"]): Promise<Response> {
  const { method, headers, signal } = request;
  const { body, ...init } = await answer({
    method,
    headers,
    signal,
    body: () => chunksOf(request),
  });
  return new Response(body === "" ? null : body, init);
}

function chunksOf({ body, bodyUsed }: Request): AsyncIterable<Uint8Array> {
  if (bodyUsed) throw bodyConsumed();
  return streamChunks(body);
}
