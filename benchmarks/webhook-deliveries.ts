import { systemIds } from "dragline";
import type { Records } from "dragline/storage";
import {
  deliveryRows,
  eventRows,
  webhookCollections,
  type DeliveryRow,
} from "../src/webhooks/collections.ts";

const { signal } = new AbortController();
const AT_ONCE = 1000;

/** Bytes of every body: an event with a small result. */
export const body = new TextEncoder().encode(
  JSON.stringify({
    id: "evt_benchmark",
    type: "job.completed",
    createdAt: "2026-01-01T00:00:00.000Z",
    data: { jobId: "j_91", result: "x".repeat(900) },
  }),
);

/** Where and when a delivery goes. */
export type Draft = Pick<DeliveryRow, "url" | "lane" | "dueAt">;

/** Stores deliveries, ten to an event. */
export async function storeDeliveries(records: Records, drafts: readonly Draft[]): Promise<void> {
  await records.ensure(webhookCollections, { signal });
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    const rows = drafts.slice(from, from + AT_ONCE).map(rowOf);
    const ids = new Set(rows.map(({ eventId }) => eventId));
    const events = [...ids].map((id) => ({ id, body, createdAt: Date.now() }));
    await records.insert(eventRows, events, { signal });
    await records.insert(deliveryRows, rows, { signal });
  }
}

function rowOf(draft: Draft, index: number): DeliveryRow {
  if (index % 10 === 0) eventId = `evt_${systemIds.token(15)}`;
  return {
    ...draft,
    id: `dlv_${systemIds.token(15)}`,
    account: "benchmark",
    endpointId: null,
    eventId,
    type: "job.completed",
    jobId: null,
    host: new URL(draft.url).hostname,
    trace: null,
    signature: `sha256=${"0".repeat(64)}`,
    secret: null,
    sealedSecret: null,
    status: "pending",
    httpStatus: null,
    attempts: 0,
    error: null,
    nextAttemptAt: draft.dueAt,
    mode: "ladder",
    heldUntil: 0,
    token: null,
    createdAt: Date.now(),
  };
}

let eventId = "";
