import { fork } from "node:child_process";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { deliveryRows } from "../../src/webhooks/collections.ts";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { storeDeliveries } from "../webhook-deliveries.ts";
import { runUntil } from "../webhook-run.ts";
import { onPostgres, onSqlite } from "../webhook-stores.ts";

const { signal } = new AbortController();
/** Milliseconds after its due time within which a delivery is to begin. */
const ON_TIME = 1000;
/** Of the rate that the process was just seen to carry. */
const PACE = 0.8;

/**
 * 100,000 deliveries to 10,000 endpoints that become due one after the other, at four fifths of the
 * rate that the process carries: how many of them begin within a second of being due.
 */
const benchmark: BenchmarkCase = {
  unit: "% on time",
  ratios: {},
  variants: {
    sqlite: (size) => withReceiver((url) => onSqlite((records) => onTime(size, records, url))),
    postgres: (size) => withReceiver((url) => onPostgres((records) => onTime(size, records, url))),
  },
};

async function onTime(size: BenchmarkSize, records: Records, url: string): Promise<number> {
  const [deliveries, endpoints] = size === "smoke" ? [500, 100] : [100_000, 10_000];
  const draft = (index: number, dueAt: number) => ({
    url,
    lane: `whe_${(index * 7919) % endpoints}`,
    dueAt,
  });
  const probe = Math.min(10_000, deliveries);
  const past = Date.now() - probe;
  const storing = performance.now();
  await storeDeliveries(
    records,
    Array.from({ length: probe }, (_, index) => draft(index, past + index)),
  );
  const started = performance.now();
  const perRow = (started - storing) / probe;
  await runUntil(records, probe);
  const rate = ((probe * PACE) / (performance.now() - started)) * 1000;
  // Time to store them all, as nothing may be due before.
  const first = Date.now() + 1000 + 2 * perRow * deliveries;
  await storeDeliveries(
    records,
    Array.from({ length: deliveries }, (_, index) => draft(index, first + (index * 1000) / rate)),
  );
  const dueAt = await dueTimes(records);
  let inTime = 0;
  await runUntil(records, deliveries, (id) => {
    if (Date.now() - (dueAt.get(id) ?? 0) <= ON_TIME) inTime += 1;
  });
  return (inTime * 100) / deliveries;
}

async function dueTimes(records: Records): Promise<ReadonlyMap<string, number>> {
  const rows = await records.find(deliveryRows, { where: { status: "pending" } }, { signal });
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt ?? 0]));
}

async function withReceiver(work: (url: string) => Promise<number>): Promise<number> {
  const receiver = fork(join(import.meta.dirname, "../webhook-receiver.ts"));
  try {
    const port = await new Promise<number>((resolve) => receiver.once("message", resolve));
    return await work(`http://127.0.0.1:${port}/`);
  } finally {
    receiver.disconnect();
  }
}

export default benchmark;
