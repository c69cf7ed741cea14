// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type { Success } from "./monitors.ts";

/** What `getWebhookSigningSecret`, `rotateWebhookSigningSecret` give. */
export interface WebhookSigningSecret {
  readonly secret: string;
}

/** What `listWebhookEvents` gives. */
export interface WebhookEventList {
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
}

/** What `listWebhookDeliveries`, `listWebhookEndpointDeliveries` give. */
export interface WebhookDeliveryList {
  readonly deliveries: readonly WebhookDelivery[];
}

/** A part of `WebhookDeliveryList`. */
export interface WebhookDelivery {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
}

/** What `getWebhookDelivery` gives. */
export interface WebhookDeliveryDetail {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  /** What each attempt sends, byte for byte; null when it is kept no longer. */
  readonly body: string | null;
  /** Attempts that have ended, in order. */
  readonly attemptLog: readonly {
    readonly number: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly httpStatus: number | null;
    /** null when it was taken. */
    readonly failure: string | null;
  }[];
}

/** What `createWebhookEndpoint` gives. */
export interface CreatedWebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Events that the endpoint receives; empty means all. */
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Signs the deliveries to this endpoint; returned only here. */
  readonly secret: string;
}

/** What `createWebhookEndpoint` takes. */
export interface NewWebhookEndpoint {
  /**
   * http or https, not a private address; HTTPS is recommended.
   * At most 2048 characters.
   */
  readonly url: string;
  /** At most 500 characters. */
  readonly description?: string | null | undefined;
  /** Events that the endpoint receives; empty means all. */
  readonly events?:
    | readonly (
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
      )[]
    | null
    | undefined;
}

/** What `listWebhookEndpoints` gives. */
export interface WebhookEndpointList {
  readonly endpoints: readonly WebhookEndpoint[];
}

/** What `getWebhookEndpoint`, `updateWebhookEndpoint` give. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Events that the endpoint receives; empty means all. */
  readonly events: readonly (
    | "job.completed"
    | "job.failed"
    | "batch.completed"
    | "batch.failed"
    | "wire.job.completed"
    | "wire.job.failed"
    | "monitor.change"
    | "ai.search.completed"
    | "ai.search.failed"
    | "webhook.test"
  )[];
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `updateWebhookEndpoint` takes. */
export interface WebhookEndpointChanges {
  /**
   * http or https, not a private address; HTTPS is recommended.
   * At most 2048 characters.
   */
  readonly url?: string | null | undefined;
  /** At most 500 characters. */
  readonly description?: string | null | undefined;
  /** Events that the endpoint receives; empty means all. */
  readonly events?:
    | readonly (
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
      )[]
    | null
    | undefined;
  /** false pauses the endpoint: it receives no deliveries. */
  readonly isActive?: boolean | null | undefined;
}

/** What `testWebhookEndpoint` gives. */
export interface WebhookTest {
  readonly deliveryId: string;
  /** null when there was no answer. */
  readonly httpStatus: number | null;
  readonly success: boolean;
}

/** Calls of the family "Webhooks". */
export interface WebhooksCalls {
  /** Show the secret that deliveries to a `webhook_url` are signed with: `GET /webhooks/signing-secret`. */
  getWebhookSigningSecret(input?: undefined, call?: CallOptions): Promise<WebhookSigningSecret>;
  /** Create a new default secret; existing deliveries keep their signature: `POST /webhooks/signing-secret/rotate`. */
  rotateWebhookSigningSecret(input?: undefined, call?: CallOptions): Promise<WebhookSigningSecret>;
  /** List the names of events: `GET /webhooks/events`. */
  listWebhookEvents(input?: undefined, call?: CallOptions): Promise<WebhookEventList>;
  /** List deliveries: `GET /webhooks/deliveries`. */
  listWebhookDeliveries(
    input?: {
      readonly endpointId?: string | undefined;
      readonly event?:
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
        | undefined;
      readonly status?: "pending" | "success" | "failed" | "exhausted" | undefined;
      readonly jobId?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  /** List the deliveries of an endpoint: `GET /webhooks/{id}/deliveries`. */
  listWebhookEndpointDeliveries(
    input: {
      readonly id: string;
      readonly event?:
        | "job.completed"
        | "job.failed"
        | "batch.completed"
        | "batch.failed"
        | "wire.job.completed"
        | "wire.job.failed"
        | "monitor.change"
        | "ai.search.completed"
        | "ai.search.failed"
        | "webhook.test"
        | undefined;
      readonly status?: "pending" | "success" | "failed" | "exhausted" | undefined;
      readonly jobId?: string | undefined;
      /**
       * From 1 to 200.
       * When absent: 50.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryList>;
  /** Show a delivery with its body and its attempts: `GET /webhooks/deliveries/{id}`. */
  getWebhookDelivery(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookDeliveryDetail>;
  /** Send a failed delivery again, with the same body and signature: `POST /webhooks/deliveries/{id}/resend`. */
  resendWebhookDelivery(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Register an endpoint: `POST /webhooks`. */
  createWebhookEndpoint(
    input: NewWebhookEndpoint,
    call?: CallOptions,
  ): Promise<CreatedWebhookEndpoint>;
  /** List endpoints: `GET /webhooks`. */
  listWebhookEndpoints(input?: undefined, call?: CallOptions): Promise<WebhookEndpointList>;
  /** Show an endpoint: `GET /webhooks/{id}`. */
  getWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookEndpoint>;
  /** Change, pause or resume an endpoint: `PATCH /webhooks/{id}`. */
  updateWebhookEndpoint(
    input: {
      readonly id: string;
    } & WebhookEndpointChanges,
    call?: CallOptions,
  ): Promise<WebhookEndpoint>;
  /** Remove an endpoint; deliveries to it stop at once: `DELETE /webhooks/{id}`. */
  deleteWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Send `webhook.test` once, also to a paused endpoint: `POST /webhooks/{id}/test`. */
  testWebhookEndpoint(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<WebhookTest>;
}
