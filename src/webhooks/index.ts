export type { AttemptFailure, AttemptRequest, AttemptResult, AttemptSender } from "./attempt.ts";
export type { Delivery, DeliveryAttempt, DeliveryQuery, DeliveryStatus } from "./delivery.ts";
export type { CreatedEndpoint, Endpoint, EndpointChanges, NewEndpoint } from "./endpoint.ts";
export { serviceEvents, type DirectReceiver, type WebhookEvent } from "./event.ts";
export { isWebhookError, WebhookError } from "./webhook-error.ts";
export type {
  Deliveries,
  Endpoints,
  PreparedEvent,
  SigningSecrets,
  TestOutcome,
  WebhookCall,
  Webhooks,
} from "./webhooks.ts";
export type { WebhooksOptions } from "./webhooks-options.ts";
