import { describe, expect, it } from "vitest";
import { deliveryRows } from "../../../src/webhooks/collections.ts";
import { Dispatcher } from "../../../src/webhooks/dispatcher/dispatcher.ts";
import { FakeIds } from "dragline/testing";
import { FakeSender, result, Rig, signal, standard, status } from "./dispatcher-rig.ts";

/** A second worker on the store and the clock of a rig. */
function second(rig: Rig, run: AbortSignal): { sender: FakeSender; running: Promise<void> } {
  const { records, clock } = rig;
  const sender = new FakeSender(clock);
  const headersOf = (): Record<string, string> => ({});
  const ids = new FakeIds(99);
  // Tokens that count up would be those of the first worker.
  const apart = {
    uuid: () => ids.uuid(),
    random: () => ids.random(),
    token: () => `b-${ids.uuid()}`,
  };
  const parts = { records, clock, sender, ids: apart, headersOf, sweep: async () => {} };
  return { sender, running: new Dispatcher(parts, standard).run(run) };
}

describe("two workers on one store", () => {
  it("send each delivery once", async () => {
    const rig = await new Rig().open();
    const rows = Array.from({ length: 300 }, (_, index) => ({ lane: `l${index % 40}` }));
    const ids = await rig.add(...rows);
    const stop = new AbortController();
    const other = second(rig, stop.signal);
    rig.start();
    await rig.pass(2000);
    stop.abort();
    await Promise.all([rig.stop(), other.running]);
    expect(rig.sender.sent.length + other.sender.sent.length).toBe(ids.length);
    expect(Math.min(rig.sender.sent.length, other.sender.sent.length)).toBeGreaterThan(0);
    expect(
      await rig.records.count(deliveryRows, { where: { status: "success" } }, { signal }),
    ).toBe(300);
  });

  it("one takes over what one of them held when its lease has ended, and the late end is in the log alone", async () => {
    const rig = await new Rig().open();
    const late = Promise.withResolvers<void>();
    rig.sender.answer = () => late.promise.then(() => status(410));
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(10);
    rig.sender.answer = () => result();
    const sent = (): number => rig.sender.sent.length + other.sender.sent.length;
    const stop = new AbortController();
    const other = second(rig, stop.signal);
    await rig.pass(29_000);
    expect(sent()).toBe(1);
    // A third of the time between two readings of everything, and the rest of the lease.
    await rig.pass(12_000);
    expect(sent()).toBe(2);
    late.resolve();
    await rig.pass(10);
    expect(await rig.row(id)).toMatchObject({ status: "success", httpStatus: 200, attempts: 2 });
    expect((await rig.log(id)).map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
      [1, 410],
      [2, 200],
    ]);
    stop.abort();
    await Promise.all([rig.stop(), other.running]);
  });
});

describe("a worker that was lost", () => {
  const held = { token: "t-of-the-lost", heldUntil: 1 };

  it("in the last attempt leaves a delivery that has none left", async () => {
    const rig = await new Rig().open();
    const [sixth = "", fifth = "", once = ""] = await rig.add(
      { ...held, attempts: 6 },
      { ...held, attempts: 5 },
      { ...held, attempts: 1, mode: "once" },
    );
    rig.start();
    await rig.pass(1000);
    const error = "the sender stopped during the attempt";
    expect(await rig.row(sixth)).toMatchObject({ status: "exhausted", error, attempts: 6 });
    expect(await rig.row(once)).toMatchObject({ status: "failed", error, attempts: 1 });
    expect(await rig.row(fifth)).toMatchObject({ status: "success", attempts: 6 });
    expect(rig.sender.sent).toHaveLength(1);
    await rig.stop();
  });

  it("is not replaced before the end of its lease", async () => {
    const rig = await new Rig().open();
    const [id = ""] = await rig.add({ ...held, heldUntil: rig.clock.now() + 30_000, attempts: 1 });
    rig.start();
    await rig.pass(29_900);
    expect(rig.sender.sent).toEqual([]);
    await rig.pass(10_200);
    expect(await rig.row(id)).toMatchObject({ status: "success", attempts: 2 });
    await rig.stop();
  });
});

describe("an attempt that would outlive its lease", () => {
  it("ends with it", async () => {
    const rig = await new Rig({ settings: { leaseMs: 7000, attemptTimeoutMs: 10_000 } }).open();
    rig.sender.answer = (_, call) =>
      new Promise((_resolve, reject) => {
        call.addEventListener("abort", () => reject(call.reason), { once: true });
      });
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(7500);
    expect(await rig.row(id)).toMatchObject({ status: "pending", error: "no answer in time" });
    expect(await rig.log(id)).toMatchObject([{ durationMs: 7000, failure: "timeout" }]);
    await rig.stop();
  });

  it("is not begun, and not counted", async () => {
    const settings = { leaseMs: 4999, attemptTimeoutMs: 10_000 };
    const rig = await new Rig({ settings }).open();
    rig.sender.answer = () => result();
    const [id = ""] = await rig.add({ mode: "once" });
    const stop = new AbortController();
    const told = rig.dispatcher.deliverNow(id, stop.signal);
    expect(await told).toMatchObject({ status: "pending", token: null, heldUntil: 0 });
    expect(rig.sender.sent).toEqual([]);
    expect((await rig.row(id)).attempts).toBe(0);
  });
});
