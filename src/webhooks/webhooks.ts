import type { Operation } from "../storage/index.ts";
import type { Delivery, DeliveryAttempt, DeliveryQuery } from "./deliveries/delivery.ts";
import type {
  CreatedEndpoint,
  Endpoint,
  EndpointChanges,
  NewEndpoint,
} from "./endpoints/endpoint.ts";
import type { WebhookEvent } from "./outbox/event.ts";

/** What every call may carry. An account is any text of 1 to 256 characters. */
export interface WebhookCall {
  /** Ends the call; what it asked for has then happened whole or not at all. */
  readonly signal?: AbortSignal | undefined;
}

/** Registered receivers, by account. Those of other accounts are `NOT_FOUND`. */
export interface Endpoints {
  /**
   * @throws WebhookError `INVALID_URL`, `INVALID_ENDPOINT`, `TOO_MANY_ENDPOINTS`; StorageError
   */
  create(account: string, endpoint: NewEndpoint, call?: WebhookCall): Promise<CreatedEndpoint>;
  /** Oldest first. */
  list(account: string, call?: WebhookCall): Promise<Endpoint[]>;
  /** @throws WebhookError `NOT_FOUND` */
  get(account: string, id: string, call?: WebhookCall): Promise<Endpoint>;
  /** @throws WebhookError `NOT_FOUND`, `INVALID_URL`, `INVALID_ENDPOINT` */
  update(account: string, id: string, changes: EndpointChanges & WebhookCall): Promise<Endpoint>;
  /**
   * Its deliveries that wait or are under way end as `exhausted`.
   * @throws WebhookError `NOT_FOUND`
   */
  remove(account: string, id: string, call?: WebhookCall): Promise<void>;
  /**
   * Gives it a new secret. Deliveries that were made keep their signature.
   * @throws WebhookError `NOT_FOUND`
   */
  rotateSecret(account: string, id: string, call?: WebhookCall): Promise<{ secret: string }>;
}

/** The default secrets of accounts, for receivers that are no endpoints. */
export interface SigningSecrets {
  /** Made at the first use. */
  get(account: string, call?: WebhookCall): Promise<{ secret: string }>;
  /** Later deliveries use the new one; those that were made keep their signature. */
  rotate(account: string, call?: WebhookCall): Promise<{ secret: string }>;
  /** Removes an account's secret, if it has one; the next use makes a new one. */
  remove(account: string, call?: WebhookCall): Promise<void>;
}

/** The log of deliveries, by account. */
export interface Deliveries {
  /** @throws WebhookError `INVALID_QUERY` */
  list(account: string, query?: DeliveryQuery & WebhookCall): Promise<Delivery[]>;
  /** @throws WebhookError `NOT_FOUND` */
  get(account: string, id: string, call?: WebhookCall): Promise<Delivery>;
  /** @throws WebhookError `NOT_FOUND` */
  attempts(account: string, id: string, call?: WebhookCall): Promise<DeliveryAttempt[]>;
  /**
   * The body that each attempt sends, as UTF-8 text; undefined when it is kept no longer.
   * @throws WebhookError `NOT_FOUND`
   */
  body(account: string, id: string, call?: WebhookCall): Promise<string | undefined>;
  /**
   * One more attempt, with the same body and signature.
   * @throws WebhookError `NOT_FOUND`, also when its endpoint was removed or it is kept no longer;
   *   `CONFLICT` when it is pending, has succeeded, or its endpoint is paused
   */
  resend(account: string, id: string, call?: WebhookCall): Promise<Delivery>;
}

/** An event that is ready to be stored. */
export interface PreparedEvent {
  /** `evt_…`; in the body of an envelope. */
  readonly id: string;
  /** What stores it: to be part of the `Records.atomic` that changes what the event is about. */
  readonly operations: readonly Operation[];
  /** What it makes, by receiver. */
  readonly deliveries: readonly Delivery[];
}

/** What a test delivery came to. */
export interface TestOutcome {
  readonly deliveryId: string;
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  readonly success: boolean;
}

/** What a delivery that was sent now came to. */
export interface SentOutcome extends TestOutcome {
  readonly url: string;
  /** Why it failed, in a few words; null when it did not. */
  readonly error: string | null;
}

/** What {@link Webhooks.sendNow} may carry. */
export interface SendNowCall extends WebhookCall {
  /** What is stored with the deliveries in one step; none when absent. */
  readonly also?: ((deliveries: readonly Delivery[]) => readonly Operation[]) | undefined;
}

/** Webhooks: receivers, events, deliveries, and the worker that makes them arrive. */
export interface Webhooks extends AsyncDisposable {
  readonly endpoints: Endpoints;
  readonly secrets: SigningSecrets;
  readonly deliveries: Deliveries;
  /**
   * Makes the deliveries of an event, to be stored with something else in one step.
   * @throws WebhookError `UNKNOWN_EVENT`, `INVALID_URL`, `INVALID_EVENT`, `INVALID_SECRET`;
   *   StorageError
   */
  prepare(event: WebhookEvent, call?: WebhookCall): Promise<PreparedEvent>;
  /**
   * Lets runs of this process know that prepared operations were stored; they find them by
   * themselves within a second or so otherwise.
   */
  ring(): void;
  /** Prepares an event and stores it; when this resolves it is not lost any more. */
  send(event: WebhookEvent, call?: WebhookCall): Promise<readonly Delivery[]>;
  /**
   * Sends `webhook.test` to an endpoint, once, paused or not; resolves after the attempt.
   * @throws WebhookError `NOT_FOUND`
   */
  test(account: string, endpointId: string, call?: WebhookCall): Promise<TestOutcome>;
  /**
   * Sends an event to its own receivers (`to`) and nobody else, once; resolves after the attempts.
   * @returns what came of each, in the order of the receivers
   * @throws WebhookError as {@link Webhooks.prepare}; StorageError
   */
  sendNow(event: WebhookEvent, call?: SendNowCall): Promise<readonly SentOutcome[]>;
  /**
   * Checks a callback URL as it is checked when it is stored.
   * @throws WebhookError `INVALID_URL`
   */
  checkUrl(url: string): void;
  /**
   * Delivers what is due until the signal aborts; then lets attempts under way end. Several
   * processes may do it on one store.
   * @throws StorageError when the store fails for good
   */
  run(call: { readonly signal: AbortSignal }): Promise<void>;
}
