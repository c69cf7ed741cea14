import { collection, type Row } from "../../../../storage/index.ts";

/** Whom monitors tell; a row for each that was ever given a receiver. */
export const alertRows = collection({
  name: "service_monitor_alerts",
  fields: {
    monitorId: "string",
    account: "string",
    alertWebhookUrl: "string?",
    // Empty when it is sealed, or there is none.
    secret: "string",
    sealedSecret: "bytes?",
    alertEmails: "string?",
    updatedAt: "number",
  },
  key: ["monitorId"],
});

/** Which deliveries are a monitor's; what became of them is with the webhooks. */
export const monitorDeliveryRows = collection({
  name: "service_monitor_deliveries",
  fields: {
    deliveryId: "string",
    monitorId: "string",
    // None for a test alert.
    changeId: "string?",
    // `webhook` or `email`.
    channel: "string",
    createdAt: "number",
  },
  key: ["deliveryId"],
  indexes: [["monitorId", "createdAt"]],
});

/** A row of {@link alertRows}. */
export type AlertRow = Row<typeof alertRows>;

/** A row of {@link monitorDeliveryRows}. */
export type MonitorDeliveryRow = Row<typeof monitorDeliveryRows>;
