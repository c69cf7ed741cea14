import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_EVENT } from "../../../src/webhooks/outbox/event.ts";
import { deliveryRows, endpointRows } from "../../../src/webhooks/collections.ts";
import { result, Rig, signal, status } from "./dispatcher-rig.ts";

const over = { nextAttemptAt: null, dueAt: null, heldUntil: 0, token: null };

describe("Dispatcher.run", () => {
  let rig: Rig;

  beforeEach(async () => {
    rig = await new Rig({
      settings: { maxConcurrency: 4, maxPerEndpoint: 2, maxPerHost: 3 },
    }).open();
  });

  afterEach(() => rig.stop());

  it("delivers what is due, with its body and headers, and logs the attempt", async () => {
    const [id = ""] = await rig.add({ eventId: "evt_1", url: "https://one.example/hook" });
    const startedAt = rig.clock.now();
    rig.start();
    await rig.pass(10);
    const [sent] = rig.sender.sent;
    expect(sent).toMatchObject({ url: "https://one.example/hook", headers: { "x-delivery": id } });
    expect(new TextDecoder().decode(sent?.body)).toBe("body of evt_1");
    const { attempts, ...row } = await rig.row(id);
    expect(row).toMatchObject({ status: "success", httpStatus: 200, error: null, ...over });
    expect(attempts).toBe(1);
    expect(await rig.log(id)).toEqual([
      { deliveryId: id, number: 1, startedAt, durationMs: 5, httpStatus: 200, failure: null },
    ]);
  });

  it("begins within a second of the due time, and at once when it is rung", async () => {
    rig.start();
    await rig.pass(5500);
    await rig.add({ url: "https://a.example/" });
    await rig.pass(1000);
    expect(rig.sender.sent).toHaveLength(1);
    await rig.add({ url: "https://b.example/" });
    rig.dispatcher.ring();
    await rig.pass(10);
    expect(rig.sender.sent).toHaveLength(2);
    const later = rig.clock.now() + 2345;
    await rig.add({ url: "https://c.example/", dueAt: later });
    await rig.pass(10_000);
    expect(rig.sender.timesOf("https://c.example/")).toEqual([later]);
  });

  it("finds what was stored long after it was due", async () => {
    rig.start();
    await rig.pass(60_000);
    await rig.add({ url: "https://late.example/", dueAt: rig.clock.now() - 50_000 });
    await rig.pass(11_000);
    expect(rig.sender.sent).toHaveLength(1);
  });

  it("keeps to its bounds, in all, by endpoint and by host", async () => {
    const open: (() => void)[] = [];
    rig.sender.answer = () => new Promise((resolve) => open.push(() => resolve(result())));
    const one = { url: "https://one.example/", lane: "one" };
    await rig.add(one, one, one, { url: "https://one.example/", lane: "two" });
    await rig.add({ url: "https://one.example/", lane: "two" });
    rig.start();
    await rig.pass(10);
    // Three to the host, two of them at most of one lane.
    expect(rig.sender.underWay).toBe(3);
    await rig.add({ url: "https://x.example/" }, { url: "https://y.example/" });
    await rig.pass(1000);
    expect(rig.sender.underWay).toBe(4);
    while (open.length > 0) {
      open.shift()?.();
      await rig.pass(10);
      expect(rig.sender.underWay).toBeLessThanOrEqual(4);
    }
    expect(rig.sender.sent).toHaveLength(7);
  });

  it("ends what an endpoint waits for that was removed or paused, tests of a paused one excepted", async () => {
    await rig.addEndpoint("whe_on");
    await rig.addEndpoint("whe_off", false);
    const ids = await rig.add(
      { endpointId: "whe_on" },
      { endpointId: "whe_off" },
      { endpointId: "whe_off", type: TEST_EVENT, mode: "once" },
      { endpointId: "whe_gone" },
    );
    rig.start();
    await rig.pass(10);
    const rows = await Promise.all(ids.map((id) => rig.row(id)));
    expect(rows.map(({ status, error, attempts }) => [status, error, attempts])).toEqual([
      ["success", null, 1],
      ["exhausted", "the endpoint is paused", 0],
      ["success", null, 1],
      ["exhausted", "the endpoint was removed", 0],
    ]);
    expect(rig.sender.sent).toHaveLength(2);
    expect(await rig.log(ids[1] ?? "")).toEqual([]);
  });

  it("records nothing but the log for what was withdrawn while under way", async () => {
    const answer = Promise.withResolvers<void>();
    rig.sender.answer = () => answer.promise.then(() => result());
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(10);
    const set = { status: "exhausted", error: "the endpoint is paused", ...over };
    await rig.records.update(deliveryRows, { where: { id }, set }, { signal });
    answer.resolve();
    await rig.pass(10);
    expect(await rig.row(id)).toMatchObject(set);
    expect(await rig.log(id)).toMatchObject([{ number: 1, httpStatus: 200 }]);
  });

  it("ends a delivery whose body is gone", async () => {
    const [id = ""] = await rig.add({ eventId: "evt_swept" });
    await rig.records.remove(
      (await import("../../../src/webhooks/collections.ts")).eventRows,
      {},
      {
        signal,
      },
    );
    rig.start();
    await rig.pass(10);
    expect(await rig.row(id)).toMatchObject({ status: "exhausted", attempts: 0 });
    expect(rig.sender.sent).toEqual([]);
  });

  it("makes a single attempt of what is resent", async () => {
    rig.sender.answer = () => status(500);
    const [id = ""] = await rig.add({ mode: "once", attempts: 6 });
    rig.start();
    await rig.pass(3_600_000);
    expect(rig.sender.sent).toHaveLength(1);
    expect(await rig.row(id)).toMatchObject({ status: "failed", attempts: 7, ...over });
  });

  it("lets attempts under way end when it is stopped, and begins no others", async () => {
    const answer = Promise.withResolvers<void>();
    rig.sender.answer = () => answer.promise.then(() => result());
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(10);
    const stopped = rig.stop();
    const [later = ""] = await rig.add({});
    await rig.pass(10);
    answer.resolve();
    await stopped;
    expect(await rig.row(id)).toMatchObject({ status: "success" });
    expect(await rig.row(later)).toMatchObject({ status: "pending", attempts: 0, token: null });
  });

  it("hands back what it claimed for slots that were about to be free", async () => {
    // The first ones end fast, so more are claimed than there are slots; then all hang.
    const open: (() => void)[] = [];
    rig.sender.answer = () =>
      rig.sender.sent.length <= 4
        ? result()
        : new Promise((resolve) => open.push(() => resolve(result())));
    await rig.add(...Array.from({ length: 30 }, () => ({})));
    rig.start();
    await rig.pass(10);
    const where = { token: { ne: null } };
    const held = await rig.records.find(deliveryRows, { where }, { signal });
    expect(rig.sender.underWay).toBe(4);
    expect(held.length).toBeGreaterThan(4);
    const stopped = rig.stop();
    for (const close of open) close();
    await stopped;
    const sent = new Set(rig.sender.sent.map(({ headers }) => headers["x-delivery"]));
    for (const { id } of held.filter((row) => !sent.has(row.id))) {
      expect(await rig.row(id)).toMatchObject({ attempts: 0, token: null, heldUntil: 0 });
    }
    expect(await rig.records.count(deliveryRows, { where }, { signal })).toBe(0);
  });

  it("goes on with an endpoint that has more due than is kept in memory", async () => {
    const one = { url: "https://one.example/", lane: "one", eventId: "evt_all" };
    await rig.add(...Array.from({ length: 1000 }, () => one));
    rig.start();
    for (let step = 0; step < 100 && rig.sender.sent.length < 1000; step += 1) {
      await rig.pass(50, 50);
    }
    expect(rig.sender.sent).toHaveLength(1000);
    expect(rig.clock.monotonic()).toBeLessThan(9000);
  });

  it("does nothing with a signal that was aborted before", async () => {
    await rig.add({});
    await rig.dispatcher.run(AbortSignal.abort());
    expect(rig.sender.sent).toEqual([]);
  });

  it("counts an attempt whose sender threw as one that failed", async () => {
    rig.sender.answer = () => Promise.reject(new TypeError("a bug"));
    const [id = ""] = await rig.add({});
    rig.start();
    await rig.pass(10);
    expect(await rig.row(id)).toMatchObject({ status: "pending", attempts: 1 });
    expect(await rig.log(id)).toMatchObject([{ failure: "connection-lost" }]);
  });

  it("sweeps when it begins, and every hour", async () => {
    const swept: number[] = [];
    const sweeping = new Rig({ sweep: async (now) => void swept.push(now) });
    await sweeping.open();
    const begun = sweeping.clock.now();
    sweeping.start();
    await sweeping.pass(3 * 3_600_000);
    await sweeping.stop();
    expect(swept.map((at) => Math.round((at - begun) / 60_000))).toEqual([0, 60, 120, 180]);
  });

  it("is a worker of its own each time it is called", async () => {
    await rig.add({}, {}, {});
    rig.start();
    const stop = new AbortController();
    const other = rig.dispatcher.run(stop.signal);
    await rig.pass(10);
    stop.abort();
    await other;
    expect(rig.sender.sent).toHaveLength(3);
    await rig.add({});
    await rig.pass(1000);
    expect(rig.sender.sent).toHaveLength(4);
  });
});

describe("Dispatcher.deliverNow", () => {
  it("makes the attempt at once, and gives the row as it is then", async () => {
    const rig = await new Rig().open();
    await rig.addEndpoint("whe_off", false);
    const row = { endpointId: "whe_off", type: TEST_EVENT, mode: "once" };
    const [good = "", bad = ""] = await rig.add(row, row);
    expect(await rig.dispatcher.deliverNow(good, signal)).toEqual(await rig.row(good));
    rig.sender.answer = () => status(404);
    expect(await rig.dispatcher.deliverNow(bad, signal)).toMatchObject({
      status: "failed",
      httpStatus: 404,
      attempts: 1,
    });
    expect(await rig.log(good)).toHaveLength(1);
  });

  it("waits for the run that was faster", async () => {
    const rig = await new Rig().open();
    const answer = Promise.withResolvers<void>();
    rig.sender.answer = () => answer.promise.then(() => status(500));
    const [id = ""] = await rig.add({ mode: "once" });
    rig.start();
    await rig.pass(10);
    const told = rig.dispatcher.deliverNow(id, signal);
    await rig.pass(500);
    answer.resolve();
    await rig.pass(500);
    expect(await told).toMatchObject({ status: "failed", httpStatus: 500 });
    expect(rig.sender.sent).toHaveLength(1);
    await rig.stop();
  });

  it("ends the attempt when its signal aborts, which then failed", async () => {
    const rig = await new Rig().open();
    rig.sender.answer = (_, call) =>
      new Promise((_resolve, reject) => {
        call.addEventListener("abort", () => reject(call.reason), { once: true });
      });
    const [id = ""] = await rig.add({ mode: "once" });
    const stop = new AbortController();
    const told = rig.dispatcher.deliverNow(id, stop.signal);
    await rig.pass(10);
    const reason = new Error("enough");
    stop.abort(reason);
    await expect(told).rejects.toBe(reason);
    expect(await rig.row(id)).toMatchObject({ status: "failed", attempts: 1 });
  });

  it("is NOT_FOUND for an unknown delivery, and leaves one that ended alone", async () => {
    const rig = await new Rig().open();
    const unknown = rig.dispatcher.deliverNow("dlv_unknown", signal);
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
    const [id = ""] = await rig.add({ status: "success", dueAt: null });
    expect(await rig.dispatcher.deliverNow(id, signal)).toEqual(await rig.row(id));
    expect(rig.sender.sent).toEqual([]);
    await rig.records.remove(endpointRows, {}, { signal });
  });
});
