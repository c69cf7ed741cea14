/**
 * Signed events that arrive at least once: endpoints, an outbox, retries and a log for who sends;
 * verification and receivers for `node:http`, Express, Fastify and Hono for who receives.
 *
 * Loads the fetcher, which sends; no parser.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createReceiver, toNodeListener } from "dragline/webhooks";
 *
 * const receiver = createReceiver({
 *   secrets: process.env["WEBHOOK_SECRET"] ?? "",
 *   onDelivery: ({ event }) => console.log(event),
 * });
 * createServer(toNodeListener(receiver)).listen(8080);
 * ```
 * @packageDocumentation
 */
export { createWebhooks, type WebhooksCollaborators } from "./create-webhooks.ts";
export type {
  AttemptFailure,
  AttemptRequest,
  AttemptResult,
  AttemptSender,
} from "./attempts/attempt.ts";
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryQuery,
  DeliveryStatus,
} from "./deliveries/delivery.ts";
export type {
  CreatedEndpoint,
  Endpoint,
  EndpointChanges,
  NewEndpoint,
} from "./endpoints/endpoint.ts";
export { serviceEvents, type DirectReceiver, type WebhookEvent } from "./outbox/event.ts";
export type { EventMail, EventMailer, MailFailure } from "./attempts/event-mailer.ts";
export { isWebhookError, WebhookError } from "./webhook-error.ts";
export type {
  Deliveries,
  Endpoints,
  PreparedEvent,
  SendNowCall,
  SentOutcome,
  SigningSecrets,
  TestOutcome,
  WebhookCall,
  Webhooks,
} from "./webhooks.ts";
export type { WebhooksOptions } from "./webhooks-options.ts";
export type { SecretPlace } from "./signing/secret-place.ts";
export { createSecret } from "./signing/secret.ts";
export { sign } from "./signing/sign.ts";
export { standardSignature, type StandardMessage } from "./signing/standard-webhooks.ts";
export { verify } from "./receive/verify.ts";
export type { UnverifiedDelivery } from "./receive/verify-delivery.ts";
export type { HeaderSource } from "./receive/verify-headers.ts";
export type {
  RefusalReason,
  RefusedDelivery,
  SignatureScheme,
  Verification,
  VerifiedDelivery,
} from "./receive/verify-result.ts";
export type { VerifyOptions } from "./receive/verify-rules.ts";
export { createReceiver } from "./receive/create-receiver.ts";
export { MemorySeen, type MemorySeenOptions } from "./receive/memory-seen.ts";
export { RecordsSeen, type RecordsSeenOptions } from "./receive/records-seen.ts";
export type { Receiver, ReceivedDelivery } from "./receive/receiver.ts";
export type { ReceiverCollaborators, ReceiverOptions } from "./receive/receiver-options.ts";
export type { SeenDeliveries } from "./receive/seen-deliveries.ts";
export { toExpress } from "./receive/to-express.ts";
export { toFastify } from "./receive/to-fastify.ts";
export { toHono } from "./receive/to-hono.ts";
export { toNodeListener } from "./receive/to-node-listener.ts";
