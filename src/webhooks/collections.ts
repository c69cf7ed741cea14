import { collection, type Row } from "../storage/index.ts";

/** Registered receivers. */
export const endpointRows = collection({
  name: "webhook_endpoints",
  fields: {
    id: "string",
    account: "string",
    // From 0; the account's endpoints cannot be more than it has slots.
    slot: "number",
    url: "string",
    description: "string?",
    events: "json",
    isActive: "boolean",
    // Empty when it is sealed.
    secret: "string",
    sealedSecret: "bytes?",
    createdAt: "number",
    updatedAt: "number",
  },
  key: ["id"],
  unique: [["account", "slot"]],
});

/** Default secrets of accounts. */
export const secretRows = collection({
  name: "webhook_secrets",
  fields: {
    account: "string",
    // Empty when it is sealed.
    secret: "string",
    sealedSecret: "bytes?",
    createdAt: "number",
  },
  key: ["account"],
});

/** Bodies of events, one for all receivers of an event. */
export const eventRows = collection({
  name: "webhook_events",
  fields: { id: "string", body: "bytes", createdAt: "number" },
  key: ["id"],
});

/** One event for one receiver. */
export const deliveryRows = collection({
  name: "webhook_deliveries",
  fields: {
    id: "string",
    account: "string",
    endpointId: "string?",
    // Its body; several deliveries have one.
    eventId: "string",
    type: "string",
    jobId: "string?",
    url: "string",
    // What takes turns: the endpoint, or the host of a receiver that is none.
    lane: "string",
    host: "string",
    // `sha256=…` of the body, made once.
    signature: "string",
    // For signatures that are made anew at each attempt (Standard Webhooks); null without them, and
    // when it is sealed.
    secret: "string?",
    sealedSecret: "bytes?",
    status: "string",
    httpStatus: "number?",
    attempts: "number",
    error: "string?",
    nextAttemptAt: "number?",
    // `ladder`: six attempts; `once`: a test or a resend.
    mode: "string",
    // When it is to be claimed; null when settled.
    dueAt: "number?",
    // The end of the lease of its holder; 0 when nobody does. In no index, nor is the token, so
    // that a claim rewrites the row and nothing else.
    heldUntil: "number",
    // Of the last claim: fences it.
    token: "string?",
    createdAt: "number",
    // Names the trace of what made the event (`traceparent`); none where nobody traces.
    trace: "string?",
  },
  key: ["id"],
  indexes: [
    ["dueAt"],
    ["lane", "dueAt"],
    ["account", "createdAt"],
    ["account", "jobId", "createdAt"],
    ["endpointId", "createdAt"],
    ["createdAt"],
  ],
});

/** The log of attempts. */
export const attemptRows = collection({
  name: "webhook_attempts",
  fields: {
    deliveryId: "string",
    number: "number",
    startedAt: "number",
    durationMs: "number",
    httpStatus: "number?",
    failure: "string?",
  },
  key: ["deliveryId", "number"],
  indexes: [["startedAt"]],
});

/** Every collection of the room, for `Records.ensure`. */
export const webhookCollections = Object.freeze([
  endpointRows,
  secretRows,
  eventRows,
  deliveryRows,
  attemptRows,
]);

/** A row of {@link endpointRows}. */
export type EndpointRow = Row<typeof endpointRows>;

/** A row of {@link deliveryRows}. */
export type DeliveryRow = Row<typeof deliveryRows>;
