import { describe, expect, it } from "vitest";
import type { DeliveryQuery } from "../../../../src/webhooks/deliveries/delivery.ts";
import { attemptRows } from "../../../../src/webhooks/collections.ts";
import { recordStores } from "../record-stores.ts";
import { completed, DAY, signal, subject } from "../stores-subject.ts";

const url = "https://a.example/hook";
const to = [{ url }];
const notFound = { name: "WebhookError", code: "NOT_FOUND" };
const conflict = { name: "WebhookError", code: "CONFLICT" };
const over = { dueAt: null, nextAttemptAt: null, token: null };

/** A delivery whose attempts are used up. */
const exhausted = { ...over, status: "exhausted", attempts: 6, httpStatus: 500, error: "HTTP 500" };

describe.each(recordStores)("DeliveryLog on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("lists newest first, those of one time always alike", async () => {
    const { outbox, log, clock } = subject({ records: await make()() });
    const ids: string[][] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await outbox.send({ ...completed, to: [...to, ...to] })).map(({ id }) => id));
      await clock.advance(1);
    }
    const listed = (await log.list("a")).map(({ id }) => id);
    expect(listed).toEqual(ids.flatMap((ofEvent) => ofEvent.toSorted().toReversed()));
    for (let limit = 1; limit <= 6; limit += 1) {
      const first = await log.list("a", { limit });
      expect(first.map(({ id }) => id)).toEqual(listed.slice(0, limit));
    }
  });

  it.skipIf(!isThere)("lists what meets all conditions", async () => {
    const { endpoints, outbox, log, set } = subject({ records: await make()() });
    const { id: endpointId } = await endpoints.create("a", { url });
    await outbox.send({ ...completed, jobId: "j_1", to });
    await outbox.send({ ...completed, type: "job.failed", jobId: "j_2", to });
    await outbox.send({ ...completed, account: "b", jobId: "j_1", to });
    const [failed] = await log.list("a", { jobId: "j_2", endpointId });
    await set(failed?.id ?? "", exhausted);
    const count = async (query: DeliveryQuery): Promise<number> =>
      (await log.list("a", query)).length;
    expect(await count({})).toBe(4);
    expect(await count({ endpointId })).toBe(2);
    expect(await count({ jobId: "j_1" })).toBe(2);
    expect(await count({ event: "job.failed" })).toBe(2);
    expect(await count({ event: "webhook.test" })).toBe(0);
    expect(await count({ status: "pending" })).toBe(3);
    expect(await count({ status: "exhausted", event: "job.failed", jobId: "j_2" })).toBe(1);
    expect(await count({ status: "exhausted", event: "job.completed" })).toBe(0);
    expect(await count({ endpointId: "whe_none" })).toBe(0);
    const absent = { endpointId: undefined, event: undefined, status: undefined, limit: undefined };
    expect(await count(absent)).toBe(4);
  });

  it.skipIf(!isThere)("sends again what ended, once for callers at the same time", async () => {
    const open = make();
    const one = subject({ records: await open() });
    const { log: other } = subject({ records: await open(), clock: one.clock });
    const [sent] = await one.outbox.send({ ...completed, to });
    const id = sent?.id ?? "";
    await one.set(id, exhausted);
    const [before, body] = [(await one.rows())[0], (await one.bodies())[0]];
    await one.clock.advance(1000);
    const calls = Array.from({ length: 10 }, (_each, index) =>
      (index % 2 ? one.log : other).resend("a", id),
    );
    const outcomes = await Promise.allSettled(calls);
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const lost = outcomes.filter((outcome) => outcome.status === "rejected");
    const nextAttemptAt = "2026-01-01T00:00:01.000Z";
    expect(won).toMatchObject([{ value: { id, status: "pending", nextAttemptAt, attempts: 6 } }]);
    for (const { reason } of lost) expect(reason).toMatchObject(conflict);
    const dueAt = one.clock.now();
    const due = { status: "pending", mode: "once", dueAt, nextAttemptAt: dueAt, token: null };
    expect(await one.rows()).toEqual([{ ...before, ...due }]);
    expect(await one.bodies()).toEqual([body]);
  });
});

describe("DeliveryLog", () => {
  it("gives a delivery and its attempts, the first one first", async () => {
    const { outbox, log, records, clock } = subject();
    const [sent] = await outbox.send({ ...completed, to });
    const deliveryId = sent?.id ?? "";
    expect(await log.get("a", deliveryId)).toEqual(sent);
    expect(await log.attempts("a", deliveryId)).toEqual([]);
    const startedAt = clock.now();
    const first = { deliveryId, number: 1, startedAt, durationMs: 12.5, failure: "timeout" };
    const second = { deliveryId, number: 2, startedAt: startedAt + 60_000, durationMs: 3 };
    const foreign = { ...second, deliveryId: "dlv_other" };
    await records.insert(attemptRows, [{ ...second, httpStatus: 200 }, first, foreign], { signal });
    expect(await log.attempts("a", deliveryId)).toEqual([
      {
        number: 1,
        startedAt: "2026-01-01T00:00:00.000Z",
        durationMs: 12.5,
        httpStatus: null,
        failure: "timeout",
      },
      {
        number: 2,
        startedAt: "2026-01-01T00:01:00.000Z",
        durationMs: 3,
        httpStatus: 200,
        failure: null,
      },
    ]);
  });

  it("tells other accounts nothing of a delivery and lets them do nothing to it", async () => {
    const { outbox, log, rows, set } = subject();
    const [sent] = await outbox.send({ ...completed, to });
    const id = sent?.id ?? "";
    await set(id, exhausted);
    await expect(log.get("b", id)).rejects.toMatchObject(notFound);
    await expect(log.attempts("b", id)).rejects.toMatchObject(notFound);
    await expect(log.resend("b", id)).rejects.toMatchObject(notFound);
    expect(await log.list("b")).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "exhausted" }]);
    for (const none of [undefined, null, "", "dlv_none", { ne: "" }, ["a"]] as string[]) {
      await expect(log.get("a", none)).rejects.toMatchObject(notFound);
      await expect(log.get(none, id)).rejects.toMatchObject(notFound);
      await expect(log.attempts("a", none)).rejects.toMatchObject(notFound);
      await expect(log.resend("a", none)).rejects.toMatchObject(notFound);
      await expect(log.resend(none, id)).rejects.toMatchObject(notFound);
    }
    await expect(log.list({ ne: "" } as unknown as string)).rejects.toMatchObject({
      code: "INVALID_QUERY",
    });
  });

  it("lists 50 unless it is asked for others, and at most 200", async () => {
    const { outbox, log } = subject();
    for (let count = 0; count < 21; count += 1) {
      await outbox.send({ ...completed, to: Array.from({ length: 10 }, () => ({ url })) });
    }
    expect(await log.list("a")).toHaveLength(50);
    expect(await log.list("a", { limit: 1 })).toHaveLength(1);
    expect(await log.list("a", { limit: 200 })).toHaveLength(200);
  });

  it.each<object>([
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { limit: Number.NaN },
    { limit: "50" },
    { limit: null },
    { status: "done" },
    { status: ["pending"] },
    { event: "job.other" },
    { event: { ne: "" } },
    { endpointId: { ne: "" } },
    { endpointId: null },
    { jobId: 7 },
  ])("refuses the query %j", async (query) => {
    const { log } = subject();
    const refused = { name: "WebhookError", code: "INVALID_QUERY" };
    await expect(log.list("a", query)).rejects.toMatchObject(refused);
  });

  it.each(["pending", "success"])("does not send again what is %s", async (status) => {
    const { outbox, log, set, rows } = subject();
    const [sent] = await outbox.send({ ...completed, to });
    await set(sent?.id ?? "", { status });
    const before = await rows();
    await expect(log.resend("a", sent?.id ?? "")).rejects.toMatchObject({
      ...conflict,
      details: { status },
    });
    expect(await rows()).toEqual(before);
  });

  it("does not send to an endpoint that is paused or gone", async () => {
    const { endpoints, outbox, log, rows } = subject();
    const { id } = await endpoints.create("a", { url });
    const [sent] = await outbox.send(completed);
    const deliveryId = sent?.id ?? "";
    await endpoints.update("a", id, { isActive: false });
    await expect(log.resend("a", deliveryId)).rejects.toMatchObject(conflict);
    await endpoints.update("a", id, { isActive: true });
    expect(await log.resend("a", deliveryId)).toMatchObject({ status: "pending" });
    await endpoints.remove("a", id);
    await expect(log.resend("a", deliveryId)).rejects.toMatchObject(notFound);
    expect(await rows()).toMatchObject([{ status: "exhausted" }]);
    expect(await log.get("a", deliveryId)).toMatchObject({ error: "the endpoint was removed" });
  });

  it("does not send again what is kept no longer, so that the sweep finds it settled", async () => {
    const { outbox, log, set, clock, rows } = subject();
    const [sent] = await outbox.send({ ...completed, to });
    const id = sent?.id ?? "";
    await set(id, exhausted);
    await clock.advance(30 * DAY);
    await log.resend("a", id);
    await set(id, exhausted);
    await clock.advance(1);
    await expect(log.resend("a", id)).rejects.toMatchObject(notFound);
    await log.sweep(clock.now());
    expect(await rows()).toHaveLength(1);
    await log.sweep(clock.now() + 60_000);
    expect(await rows()).toEqual([]);
  });

  it("does nothing when it is cancelled before", async () => {
    const { outbox, log, set, rows, clock } = subject();
    const [sent] = await outbox.send({ ...completed, to });
    await set(sent?.id ?? "", exhausted);
    const reason = new Error("enough");
    const call = { signal: AbortSignal.abort(reason) };
    await expect(log.list("a", call)).rejects.toBe(reason);
    await expect(log.get("a", sent?.id ?? "", call)).rejects.toBe(reason);
    await expect(log.resend("a", sent?.id ?? "", call)).rejects.toBe(reason);
    await expect(log.sweep(clock.now() + 40 * DAY, call)).rejects.toBe(reason);
    expect(await rows()).toMatchObject([{ status: "exhausted" }]);
  });
});
