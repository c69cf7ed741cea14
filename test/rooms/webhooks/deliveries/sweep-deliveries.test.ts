import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { attemptRows, deliveryRows } from "../../../../src/webhooks/collections.ts";
import { recordStores, type OpenRecords } from "../record-stores.ts";
import { completed, DAY, signal, subject, turnsDuring } from "../stores-subject.ts";

const url = "https://a.example/hook";
const over = { status: "exhausted", dueAt: null, nextAttemptAt: null, token: null };
/** Milliseconds that what nobody may send again is still kept. */
const MARGIN = 60_000;

/** Stores that say what is left, and when a sweep of them leaves nothing behind. */
async function setUp(open: OpenRecords) {
  const stores = subject({ records: await open() });
  const { outbox, records, rows, clock, log } = stores;
  const left = async (): Promise<unknown> => {
    const [deliveries, bodies, attempts] = [
      await rows(),
      await stores.bodies(),
      await stores.attempts(),
    ];
    return {
      deliveries: deliveries.map(({ id }) => id).toSorted(),
      bodies: bodies.map(({ id }) => id).toSorted(),
      attempts: attempts.map(({ deliveryId }) => deliveryId).toSorted(),
    };
  };
  const attempt = async (deliveryId: string): Promise<void> => {
    const row = { deliveryId, number: 1, startedAt: clock.now(), durationMs: 5 };
    await records.insert(attemptRows, [row], { signal });
  };
  /** Makes an event for so many receivers; gives the deliveries and the id of the body. */
  const event = async (receivers: number) => {
    const to = Array.from({ length: receivers }, () => ({ url, secret: "own" }));
    const { id, operations, deliveries } = await outbox.prepare({ ...completed, to });
    await records.atomic(operations, { signal });
    return { body: id, ids: deliveries.map((delivery) => delivery.id) };
  };
  const end = async (...ids: readonly string[]): Promise<void> => {
    await records.update(deliveryRows, { where: { id: { in: ids } }, set: over }, { signal });
  };
  const start = clock.now();
  const sweep = (days: number, ms = 0): Promise<void> =>
    log.sweep(start + days * DAY + MARGIN + ms);
  return { clock, left, attempt, event, end, sweep };
}

const nothing = { deliveries: [], bodies: [], attempts: [] };

describe.each(recordStores)("sweepDeliveries on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("removes what ended more than 30 days ago, however much", async () => {
    const { clock, left, attempt, event, end, sweep } = await setUp(make());
    for (let count = 0; count < 25; count += 1) {
      const { ids } = await event(10);
      await end(...ids);
      if (count < 3) await attempt(ids[0] ?? "");
    }
    await clock.advance(1);
    const young = await event(1);
    await end(...young.ids);
    await attempt(young.ids[0] ?? "");
    await sweep(30);
    expect(await left()).toMatchObject({ deliveries: { length: 251 } });
    await sweep(30, 1);
    const { ids, body } = young;
    expect(await left()).toEqual({ deliveries: ids, bodies: [body], attempts: ids });
    await sweep(30, 2);
    expect(await left()).toEqual(nothing);
  });

  it.skipIf(!isThere)("keeps what waits with its body, until that ended too", async () => {
    const { left, event, end, sweep } = await setUp(make());
    const { body, ids } = await event(3);
    const [waiting = "", ...others] = ids;
    await end(...others);
    await sweep(31);
    expect(await left()).toEqual({ deliveries: [waiting], bodies: [body], attempts: [] });
    await sweep(400);
    expect(await left()).toMatchObject({ deliveries: [waiting], bodies: [body] });
    await end(waiting);
    await sweep(31);
    expect(await left()).toEqual(nothing);
  });

  it.skipIf(!isThere)("removes late attempts with their delivery", async () => {
    const { clock, left, attempt, event, end, sweep } = await setUp(make());
    const { ids } = await event(1);
    await end(...ids);
    await clock.advance(29 * DAY);
    await attempt(ids[0] ?? "");
    await sweep(31);
    expect(await left()).toEqual(nothing);
  });

  it.skipIf(!isThere)("removes attempts whose delivery went before them", async () => {
    const { clock, left, attempt, sweep } = await setUp(make());
    await attempt("dlv_1");
    await clock.advance(1);
    await attempt("dlv_2");
    await sweep(30, 1);
    expect(await left()).toEqual({ ...nothing, attempts: ["dlv_2"] });
  });

  it.skipIf(!isThere)("may be done by several at once", async () => {
    const { left, event, end, sweep } = await setUp(make());
    for (let count = 0; count < 40; count += 1) await end(...(await event(10)).ids);
    await Promise.all([sweep(31), sweep(31), sweep(31)]);
    expect(await left()).toEqual(nothing);
  });
});

describe("sweepDeliveries", () => {
  it("lets the process do other work between steps", async () => {
    const { attempt, event, end, sweep } = await setUp(async () => new MemoryRecords());
    for (let count = 0; count < 30; count += 1) await end(...(await event(10)).ids);
    for (let count = 0; count < 300; count += 1) await attempt(`dlv_${count}`);
    expect(await turnsDuring(() => sweep(31))).toBeGreaterThan(5);
  });
});
