import { describe, expect, it } from "vitest";
import { collection, updating } from "dragline/storage";
import type { WebhookEvent } from "../../../../src/webhooks/outbox/event.ts";
import { sign } from "../../../../src/webhooks/signing/sign.ts";
import { DistinctIds } from "../distinct-ids.ts";
import { recordStores } from "../record-stores.ts";
import { completed, signal, subject } from "../stores-subject.ts";

const call = { signal };
const url = "https://a.example/hook";

/** What a host's events are about. */
const jobRows = collection({
  name: "jobs",
  fields: { id: "string", status: "string" },
  key: ["id"],
});

describe.each(recordStores)("Outbox on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("stores an event with what it is about, or neither", async () => {
    const records = await make()();
    await records.ensure([jobRows], call);
    const { endpoints, outbox, rows, bodies } = subject({ records });
    await endpoints.create("a", { url });
    await records.insert(jobRows, [{ id: "j_1", status: "processing" }], call);
    const settle = (id: string) => {
      const change = { where: { id, status: "processing" }, set: { status: "completed" } };
      return updating(jobRows, change, 1);
    };
    const event = { ...completed, jobId: "j_1", to: [{ url }] };
    const { operations } = await outbox.prepare(event);
    expect(await records.atomic([settle("j_2"), ...operations], call)).toMatchObject({
      applied: false,
      operation: 0,
    });
    // The guard may also stand behind them.
    expect(await records.atomic([...operations, settle("j_2")], call)).toMatchObject({
      applied: false,
    });
    expect([await rows(), await bodies()]).toEqual([[], []]);
    expect(await records.atomic([settle("j_1"), ...operations], call)).toMatchObject({
      applied: true,
    });
    expect(await rows()).toHaveLength(2);
    expect(await bodies()).toHaveLength(1);
    // Whoever settles the job a second time tells nobody.
    const again = await outbox.prepare(event);
    await records.atomic([settle("j_1"), ...again.operations], call);
    expect(await rows()).toHaveLength(2);
  });

  it.skipIf(!isThere)("stores the exact bytes of the body and their signature", async () => {
    const { endpoints, outbox, rows, bodies } = subject({ records: await make()() });
    const { secret } = await endpoints.create("a", { url });
    const data = { text: "🏗 é \u0000 \ud800", __proto__: null, numbers: [1.5, -0, 1e21] };
    await outbox.send({ account: "a", type: "job.completed", data });
    const [[row], [stored]] = [await rows(), await bodies()];
    const text = new TextDecoder().decode(stored?.body);
    expect(text).toBe(
      `{"id":"${row?.eventId}","type":"job.completed","createdAt":"2026-01-01T00:00:00.000Z","data":` +
        String.raw`{"text":"🏗 é \u0000 \ud800","numbers":[1.5,0,1e+21]}}`,
    );
    expect(row?.signature).toBe(sign(text, secret));
  });

  it.skipIf(!isThere)("loses no event of processes that send at once", async () => {
    const open = make();
    const one = subject({ records: await open(), ids: new DistinctIds("1") });
    const other = subject({ records: await open(), ids: new DistinctIds("2") });
    await one.endpoints.create("a", { url });
    const events = Array.from({ length: 40 }, (_each, index) =>
      (index % 2 ? one : other).outbox.send({ ...completed, to: [{ url }] }),
    );
    const sent = (await Promise.all(events)).flat();
    const rows = await one.rows();
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(sent.map(({ id }) => id)));
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(40);
    expect(rows).toHaveLength(80);
    expect(new Set(rows.map(({ signature }) => signature)).size).toBe(80);
  });
});

describe("Outbox", () => {
  it("makes a pending delivery that is due now for an endpoint", async () => {
    const { endpoints, outbox, rows, clock } = subject();
    await clock.advance(1234);
    const { id: endpointId } = await endpoints.create("a", { url });
    const { id, deliveries } = await outbox.prepare({ ...completed, jobId: "j_1" });
    expect(id).toMatch(/^evt_.{20}$/);
    expect(await rows()).toEqual([]);
    const time = "2026-01-01T00:00:01.234Z";
    expect(deliveries).toEqual([
      {
        id: expect.stringMatching(/^dlv_.{20}$/),
        endpointId,
        event: "job.completed",
        jobId: "j_1",
        url,
        status: "pending",
        httpStatus: null,
        attempts: 0,
        error: null,
        nextAttemptAt: time,
        createdAt: time,
      },
    ]);
  });

  it("reaches active endpoints of the account that hear it, then its own receivers", async () => {
    const { endpoints, outbox, rows } = subject();
    const all = await endpoints.create("a", { url });
    const some = await endpoints.create("a", { url, events: ["job.failed", "job.completed"] });
    await endpoints.create("a", { url, events: ["job.failed"] });
    const paused = await endpoints.create("a", { url });
    await endpoints.update("a", paused.id, { isActive: false });
    await endpoints.create("b", { url });
    const removed = await endpoints.create("a", { url });
    await endpoints.remove("a", removed.id);
    const to = [{ url }, { url: "http://B.example.:8080/" }, { url }];
    const deliveries = await outbox.send({ ...completed, to });
    const ids = [all.id, some.id, null, null, null];
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual(ids);
    const lanes = new Map((await rows()).map(({ id, lane, host }) => [id, { lane, host }]));
    expect(deliveries.map(({ id }) => lanes.get(id))).toEqual([
      { lane: all.id, host: "a.example" },
      { lane: some.id, host: "a.example" },
      { lane: "host:a:a.example", host: "a.example" },
      { lane: "host:a:b.example", host: "b.example" },
      { lane: "host:a:a.example", host: "a.example" },
    ]);
  });

  it("signs with the endpoint's secret, the receiver's own, or the account's", async () => {
    const { endpoints, secrets, outbox, rows, bodies } = subject();
    const { secret } = await endpoints.create("a", { url });
    const to = [{ url }, { url, secret: "whsec_monitor" }];
    const deliveries = await outbox.send({ ...completed, to });
    const [stored] = await bodies();
    const body = stored?.body ?? new Uint8Array();
    const account = (await secrets.get("a")).secret;
    const signatures = new Map((await rows()).map((row) => [row.id, row.signature]));
    expect(deliveries.map(({ id }) => signatures.get(id))).toEqual(
      [secret, account, "whsec_monitor"].map((each) => sign(body, each)),
    );
    expect((await rows()).map((row) => row.secret)).toEqual([null, null, null]);
  });

  it("keeps secrets with deliveries where signatures are made anew", async () => {
    const { endpoints, outbox, rows } = subject({ standardHeaders: true });
    const { secret } = await endpoints.create("a", { url });
    await outbox.send({ ...completed, to: [{ url, secret: "own" }] });
    expect((await rows()).map((row) => row.secret)).toEqual(
      expect.arrayContaining([secret, "own"]),
    );
  });

  it("has nothing to store for an event that nobody is to have", async () => {
    const { outbox, bodies } = subject();
    expect(await outbox.prepare(completed)).toMatchObject({ operations: [], deliveries: [] });
    expect(await outbox.send(completed)).toEqual([]);
    expect(await bodies()).toEqual([]);
    await expect(outbox.send({ ...completed, data: { a: Number.NaN } })).rejects.toMatchObject({
      code: "INVALID_EVENT",
    });
  });

  it("sends the data alone when the event is flat", async () => {
    const { endpoints, outbox, bodies } = subject();
    await endpoints.create("a", { url });
    const data = { monitorId: "m1", diff: { before: {}, after: {} } };
    await outbox.send({ account: "a", type: "monitor.change", flat: true, data });
    const [stored] = await bodies();
    expect(new TextDecoder().decode(stored?.body)).toBe(
      '{"type":"monitor.change","monitorId":"m1","diff":{"before":{},"after":{}}}',
    );
  });

  it("makes a test for one endpoint, paused or not, whatever it hears", async () => {
    const { endpoints, outbox, rows, bodies } = subject();
    await endpoints.create("a", { url });
    const { id } = await endpoints.create("a", { url, events: ["job.failed"] });
    await endpoints.update("a", id, { isActive: false });
    const delivery = await outbox.sendTest("a", id);
    expect(delivery).toMatchObject({ endpointId: id, event: "webhook.test", jobId: null });
    const [stored] = await bodies();
    const { data } = JSON.parse(new TextDecoder().decode(stored?.body)) as { data: unknown };
    expect(data).toEqual({ endpointId: id, message: "Test event" });
    expect(await rows()).toMatchObject([{ id: delivery.id, mode: "once", status: "pending" }]);
    await expect(outbox.sendTest("b", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(outbox.sendTest("a", "whe_none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const none = { ne: "" } as unknown as string;
    await expect(outbox.sendTest("a", none)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await rows()).toHaveLength(1);
  });

  const many = Array.from({ length: 21 }, () => ({ url }));
  it.each<[string, object]>([
    ["INVALID_EVENT", { account: "" }],
    ["INVALID_EVENT", { account: { ne: "" } }],
    ["INVALID_EVENT", { account: "x".repeat(257) }],
    ["UNKNOWN_EVENT", { type: "job.other" }],
    ["UNKNOWN_EVENT", { type: undefined }],
    ["UNKNOWN_EVENT", { type: "toString" }],
    ["INVALID_EVENT", { jobId: "" }],
    ["INVALID_EVENT", { jobId: null }],
    ["INVALID_EVENT", { jobId: "x".repeat(257) }],
    ["INVALID_EVENT", { to: many }],
    ["INVALID_EVENT", { to: { length: 1, 0: { url } } }],
    ["INVALID_URL", { to: [null] }],
    ["INVALID_URL", { to: [{ url }, { url: "http://10.0.0.1/" }] }],
    ["INVALID_SECRET", { to: [{ url, secret: "" }] }],
    ["INVALID_SECRET", { to: [{ url, secret: 7 }] }],
    ["INVALID_EVENT", { data: null }],
    ["INVALID_EVENT", { data: { big: "x".repeat(1_048_577) } }],
  ])("refuses with %s an event with %.50j", async (code, wrong) => {
    const { endpoints, outbox, rows } = subject();
    await endpoints.create("a", { url });
    const event = { ...completed, ...wrong } as WebhookEvent;
    await expect(outbox.prepare(event)).rejects.toMatchObject({ name: "WebhookError", code });
    await expect(outbox.send(event)).rejects.toMatchObject({ code });
    expect(await rows()).toEqual([]);
  });

  it("takes twenty receivers, and ids of 256 characters that take three bytes", async () => {
    const { outbox } = subject();
    const id = "€".repeat(256);
    const event = { ...completed, account: id, jobId: id, to: many.slice(1) };
    expect(await outbox.send(event)).toHaveLength(20);
  });

  it("stores nothing when it is cancelled before", async () => {
    const { outbox, rows } = subject();
    const reason = new Error("enough");
    const event = { ...completed, to: [{ url }] };
    await expect(outbox.send(event, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await rows()).toEqual([]);
  });

  it("says that it stored nothing when the ids exist already", async () => {
    const { outbox, records, rows } = subject();
    const event = { ...completed, to: [{ url, secret: "own" }] };
    await outbox.send(event);
    const { outbox: another } = subject({ records });
    const error = { name: "StorageError", code: "CONFLICT" };
    await expect(another.send(event)).rejects.toMatchObject(error);
    expect(await rows()).toHaveLength(1);
  });
});
