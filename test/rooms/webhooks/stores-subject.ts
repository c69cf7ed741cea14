import { createAddressGuard } from "../../../src/net/index.ts";
import { FakeClock, FakeIds } from "dragline/testing";
import { EnsuredRecords, type Row, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import type { Sealer } from "dragline/storage/sealing";
import {
  attemptRows,
  deliveryRows,
  eventRows,
  webhookCollections,
  type DeliveryRow,
} from "../../../src/webhooks/collections.ts";
import { DeliveryLog } from "../../../src/webhooks/deliveries/delivery-log.ts";
import { EndpointStore } from "../../../src/webhooks/endpoints/endpoint-store.ts";
import { serviceEvents } from "../../../src/webhooks/outbox/event.ts";
import { Outbox } from "../../../src/webhooks/outbox/outbox.ts";
import { SecretStore } from "../../../src/webhooks/signing/secret-store.ts";
import { SecretVault } from "../../../src/webhooks/signing/secret-vault.ts";

export const { signal } = new AbortController();
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A job's event of an account. */
export const completed = Object.freeze({
  account: "a",
  type: "job.completed",
  data: { jobId: "j_1" },
});

const start = Date.UTC(2026, 0, 1);

/** What a subject may be made with. */
export interface SubjectParts {
  readonly records?: Records;
  readonly clock?: FakeClock;
  readonly ids?: FakeIds;
  readonly standardHeaders?: boolean;
  readonly sealer?: Sealer;
}

/** The stores of one process, over records in memory unless others are given. */
export function subject({
  records: given = new MemoryRecords(),
  clock = new FakeClock(start),
  ids = new FakeIds(),
  standardHeaders = false,
  sealer,
}: SubjectParts = {}) {
  const records = new EnsuredRecords(given, webhookCollections);
  const parts = { records, clock, ids, vault: new SecretVault(sealer) };
  const events: ReadonlySet<string> = new Set(serviceEvents);
  const rules = { events, guard: createAddressGuard() };
  const secrets = new SecretStore(parts);
  return {
    records,
    clock,
    ids,
    secrets,
    endpoints: new EndpointStore(parts, { ...rules, maxEndpoints: 10 }),
    outbox: new Outbox({ ...parts, secrets }, { ...rules, standardHeaders }),
    log: new DeliveryLog(parts, { events, retentionMs: 30 * DAY }),
    /** All rows of deliveries, oldest first. */
    rows: (): Promise<DeliveryRow[]> =>
      records.find(deliveryRows, { order: [["createdAt", "asc"]] }, { signal }),
    bodies: (): Promise<Row<typeof eventRows>[]> => records.find(eventRows, {}, { signal }),
    attempts: (): Promise<Row<typeof attemptRows>[]> => records.find(attemptRows, {}, { signal }),
    /** Writes into the row of a delivery, as a worker does. */
    set: (id: string, set: Partial<DeliveryRow>): Promise<DeliveryRow[]> =>
      records.update(deliveryRows, { where: { id }, set }, { signal }),
  };
}

/** Turns that the event loop makes while work is under way. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = -1;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  await work();
  isOver = true;
  return turns;
}
