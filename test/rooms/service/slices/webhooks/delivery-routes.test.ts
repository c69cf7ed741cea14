import { describe, expect, it } from "vitest";
import { failed, rows, url } from "./webhook-rows.ts";

describe("POST /webhooks/{id}/test", () => {
  it("tells what the one attempt came to, also of a paused endpoint that hears nothing", async () => {
    const { call, create, answer, bodies } = rows();
    const id = await create({ url, events: ["job.failed"] });
    await call("PATCH /webhooks/{id}", { id, body: { isActive: false } });
    const outcomes = [];
    for (const status of [204, 500, null]) {
      answer.status = status;
      outcomes.push((await call("POST /webhooks/{id}/test", { id })).json);
    }
    expect(outcomes).toMatchObject([
      { httpStatus: 204, success: true },
      { httpStatus: 500, success: false },
      { httpStatus: null, success: false },
    ]);
    expect(outcomes.every(({ deliveryId }) => String(deliveryId).startsWith("dlv_"))).toBe(true);
    expect(JSON.parse(bodies[0] ?? "")).toMatchObject({
      type: "webhook.test",
      data: { endpointId: id, message: "Test event" },
    });
  });

  it("ends with its caller", async () => {
    const { call, create } = rows();
    const id = await create();
    const reason = new Error("gone");
    const signal = AbortSignal.abort(reason);
    await expect(call("POST /webhooks/{id}/test", { id, signal })).rejects.toBe(reason);
  });
});

describe("GET /webhooks/deliveries", () => {
  it("filters by endpoint, event, status, job and limit, newest first", async () => {
    const world = rows();
    const { call, create } = world;
    const id = await create();
    const delivery = await failed(world);
    world.answer.status = 204;
    await call("POST /webhooks/{id}/test", { id });
    const list = async (query: object) => {
      const { json } = await call("GET /webhooks/deliveries", { query });
      return (json["deliveries"] as { event: string; jobId: string | null }[]).map(
        ({ event, jobId }) => [event, jobId],
      );
    };
    const [test, job] = [
      ["webhook.test", null],
      ["job.completed", "j1"],
    ];
    expect(await list({})).toEqual(expect.arrayContaining([test, job]));
    expect(await list({ status: "success" })).toEqual([test]);
    expect(await list({ event: "job.completed" })).toEqual([job]);
    expect(await list({ jobId: "j1" })).toEqual([job]);
    expect(await list({ endpointId: "whe_other" })).toEqual([]);
    expect(await list({ limit: "1" })).toHaveLength(1);
    const scoped = { id, query: { status: "exhausted", endpointId: "whe_other" } };
    const { json } = await call("GET /webhooks/{id}/deliveries", scoped);
    expect(json["deliveries"]).toMatchObject([{ id: delivery, endpointId: id, attempts: 1 }]);
  });

  it.each([
    { status: "done" },
    { status: "" },
    { event: "job" },
    { limit: "0" },
    { limit: "201" },
    { limit: "1.5" },
    { limit: "1e2" },
    { limit: "" },
    { limit: "9".repeat(50) },
  ])("refuses %j", async (query) => {
    const { call } = rows();
    await expect(call("GET /webhooks/deliveries", { query })).rejects.toHaveProperty("issues");
  });
});

describe("POST /webhooks/deliveries/{id}/resend", () => {
  it("queues one more attempt, and refuses what waits or has arrived", async () => {
    const world = rows();
    const { call, create, bodies, answer } = world;
    await create();
    const id = await failed(world);
    const resend = () => call("POST /webhooks/deliveries/{id}/resend", { id });
    expect((await resend()).json).toEqual({ success: true });
    await expect(resend()).rejects.toMatchObject({ name: "ServiceError", code: "CONFLICT" });
    answer.status = 200;
    const stop = new AbortController();
    const running = world.webhooks.run({ signal: stop.signal });
    await expect.poll(() => bodies.length).toBe(2);
    stop.abort();
    await running;
    expect(bodies[1]).toBe(bodies[0]);
    await expect(resend()).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
