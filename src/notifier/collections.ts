import { collection, type Row } from "../storage/index.ts";

/** A time that never comes: the last one that a Date has. */
export const NEVER = 8_640_000_000_000_000;

/** Who is told. A worker claims a target and sends what is due to it, one after another. */
export const targetRows = collection({
  name: "notifier_targets",
  fields: {
    id: "string",
    owner: "string",
    name: "string",
    // The URL; empty when it is sealed.
    secret: "string",
    sealedSecret: "bytes?",
    // What may be shown of it.
    label: "string",
    settings: "json",
    // When a worker must look at it; NEVER: nothing waits.
    dueAt: "number",
    // Until when it is left alone, since its service asked for that or failed.
    restUntil: "number",
    // The end of the lease of its holder; 0 when nobody does.
    heldUntil: "number",
    // Of the last claim: fences it.
    token: "string?",
    // Goes up with every notice: a worker that ends its turn sees whether one came meanwhile.
    arrivals: "number",
    createdAt: "number",
  },
  key: ["id"],
  unique: [["owner", "name"]],
  indexes: [["dueAt"]],
});

/** What a target is to be told, each notice once. */
export const noticeRows = collection({
  name: "notifier_notices",
  fields: {
    targetId: "string",
    noticeId: "string",
    notice: "json",
    // The message that tells it; null while it is held back.
    deliveryId: "string?",
    createdAt: "number",
  },
  key: ["targetId", "noticeId"],
  indexes: [["targetId", "deliveryId", "createdAt"], ["deliveryId"], ["createdAt"]],
});

/** Messages, each with one notice or, of a digest, several. */
export const deliveryRows = collection({
  name: "notifier_deliveries",
  fields: {
    id: "string",
    targetId: "string",
    owner: "string",
    // Of the target when it was made, for the log.
    target: "string",
    label: "string",
    notices: "number",
    status: "string",
    httpStatus: "number?",
    attempts: "number",
    error: "string?",
    // When it is to be sent; null when settled.
    dueAt: "number?",
    createdAt: "number",
    settledAt: "number?",
  },
  key: ["id"],
  indexes: [["targetId", "dueAt"], ["owner", "createdAt"], ["createdAt"]],
});

/** Every collection of the room, for `Records.ensure`. */
export const notifierCollections = Object.freeze([targetRows, noticeRows, deliveryRows]);

/** A row of {@link targetRows}. */
export type TargetRow = Row<typeof targetRows>;

/** A row of {@link noticeRows}. */
export type NoticeRow = Row<typeof noticeRows>;

/** A row of {@link deliveryRows}. */
export type DeliveryRow = Row<typeof deliveryRows>;
