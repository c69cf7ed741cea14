import { sign } from "dragline/webhooks";
import { describe, expect, it } from "vitest";
import { failed, rows, url } from "./webhook-rows.ts";

describe("POST /webhooks", () => {
  it("answers 201 with the endpoint and its secret, which no other route tells", async () => {
    const { call } = rows();
    const { status, json } = await call("POST /webhooks", { body: { url } });
    expect(status).toBe(201);
    expect(json).toMatchObject({ url, description: null, events: [], isActive: true });
    expect(json["id"]).toMatch(/^whe_/);
    expect(json["secret"]).toMatch(/^whsec_.{32,}/);
    const { secret: _, ...shown } = json;
    expect((await call("GET /webhooks")).json).toEqual({ endpoints: [shown] });
    expect((await call("GET /webhooks/{id}", { id: String(json["id"]) })).json).toEqual(shown);
  });

  it("takes null for what is absent", async () => {
    const { call } = rows();
    const body = { url, description: null, events: null };
    expect((await call("POST /webhooks", { body })).json).toMatchObject({ events: [] });
  });

  it.each([
    {},
    { url: null },
    { url: 1 },
    { url: "" },
    { url: `https://example.com/${"a".repeat(2048)}` },
    { url, description: "a".repeat(501) },
    { url, description: 1 },
    { url, events: "job.completed" },
    { url, events: ["job.done"] },
    { url, events: [["job.completed"]] },
  ])("refuses the body %j by its schema", async (body) => {
    const { call, webhooks } = rows();
    await expect(call("POST /webhooks", { body })).rejects.toHaveProperty("issues");
    expect(await webhooks.endpoints.list("ada")).toEqual([]);
  });

  it.each([
    "not a url",
    "ftp://example.com/",
    "http://127.0.0.1/",
    "http://169.254.169.254/latest",
    "http://[::1]/",
    "http://localhost/",
    "https://user:pw@example.com/",
  ])("refuses the callback URL %s as an invalid request", async (bad) => {
    const { call } = rows();
    await expect(call("POST /webhooks", { body: { url: bad } })).rejects.toMatchObject({
      name: "ServiceError",
      code: "INVALID_REQUEST",
      message: expect.stringMatching(/^url: /) as string,
    });
  });

  it("refuses an eleventh endpoint as an invalid request, also of callers at once", async () => {
    const { call, create } = rows();
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    const refused = made.filter((each) => each.status === "rejected");
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual([
      "INVALID_REQUEST",
      "INVALID_REQUEST",
    ]);
    expect((await call("GET /webhooks")).json["endpoints"]).toHaveLength(10);
    expect(await create({ url }, "bob")).toMatch(/^whe_/);
  });
});

describe("PATCH /webhooks/{id}", () => {
  it("changes only what is sent; null clears the description alone", async () => {
    const { call, create } = rows();
    const id = await create({ url, description: "mine", events: ["job.failed"] });
    const patch = async (body: object) => (await call("PATCH /webhooks/{id}", { id, body })).json;
    expect(await patch({ isActive: false })).toMatchObject({
      url,
      description: "mine",
      events: ["job.failed"],
      isActive: false,
    });
    expect(await patch({ url: null, events: null, isActive: null })).toMatchObject({
      url,
      events: ["job.failed"],
      isActive: false,
    });
    expect(await patch({ description: null, events: [] })).toMatchObject({
      description: null,
      events: [],
    });
    expect(await patch({})).toMatchObject({ url, isActive: false });
  });

  it("refuses a bad URL before it looks whether the endpoint is there", async () => {
    const { call } = rows();
    const body = { url: "http://10.0.0.1/" };
    await expect(call("PATCH /webhooks/{id}", { id: "whe_x", body })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
  });
});

describe("endpoints and deliveries of others", () => {
  it("are not found, like those that are not there", async () => {
    const world = rows();
    const id = await world.create();
    const delivery = await failed(world);
    const ask = (name: string, of: string, account: string) =>
      world.call(name, { id: of, account, body: {} });
    for (const [account, endpoint, sent] of [
      ["bob", id, delivery],
      ["ada", "whe_none", "dlv_none"],
      ["ada", "__proto__", "a".repeat(5000)],
    ] as const) {
      for (const name of [
        "GET /webhooks/{id}",
        "PATCH /webhooks/{id}",
        "DELETE /webhooks/{id}",
        "POST /webhooks/{id}/test",
        "GET /webhooks/{id}/deliveries",
      ]) {
        await expect(ask(name, endpoint, account), name).rejects.toMatchObject({
          name: "ServiceError",
          code: "NOT_FOUND",
        });
      }
      await expect(
        ask("POST /webhooks/deliveries/{id}/resend", sent, account),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const query = { endpointId: id };
    const theirs = await world.call("GET /webhooks/deliveries", { account: "bob", query });
    expect(theirs.json).toEqual({ deliveries: [] });
  });
});

describe("DELETE /webhooks/{id}", () => {
  it("answers success once, then not found", async () => {
    const { call, create } = rows();
    const id = await create();
    expect((await call("DELETE /webhooks/{id}", { id })).json).toEqual({ success: true });
    await expect(call("DELETE /webhooks/{id}", { id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("GET /webhooks/signing-secret", () => {
  it("tells the secret that later deliveries to a webhook_url are signed with", async () => {
    const { call, webhooks } = rows();
    const told = async () => (await call("GET /webhooks/signing-secret")).json["secret"] as string;
    const first = await told();
    expect(await told()).toBe(first);
    const { json } = await call("POST /webhooks/signing-secret/rotate");
    expect(json["secret"]).not.toBe(first);
    expect(await told()).toBe(json["secret"]);
    const event = { account: "ada", type: "job.completed", data: {}, to: [{ url }] };
    const { operations } = await webhooks.prepare(event);
    const [events, deliveries] = operations as unknown as { rows: Record<string, never>[] }[];
    const body = events?.rows[0]?.["body"] ?? "";
    expect(deliveries?.rows[0]?.["signature"]).toBe(sign(body, await told()));
  });
});

describe("GET /webhooks/events", () => {
  it("lists the ten names in the order of part 6", async () => {
    const { call } = rows();
    expect((await call("GET /webhooks/events")).json).toEqual({
      events: [
        "job.completed",
        "job.failed",
        "batch.completed",
        "batch.failed",
        "wire.job.completed",
        "wire.job.failed",
        "monitor.change",
        "ai.search.completed",
        "ai.search.failed",
        "webhook.test",
      ],
    });
  });
});

describe("webhookRoutes", () => {
  it("has the limits of part 8, and literal paths before those with an id", () => {
    const { routes } = rows();
    const limits = routes.map((row) => [`${row.method} ${row.path}`, row.limit?.limit]);
    expect(limits).toEqual([
      ["GET /webhooks/signing-secret", 60],
      ["POST /webhooks/signing-secret/rotate", 30],
      ["GET /webhooks/events", 60],
      ["GET /webhooks/deliveries", 60],
      ["GET /webhooks/{id}/deliveries", 60],
      ["GET /webhooks/deliveries/{id}", 60],
      ["POST /webhooks/deliveries/{id}/resend", 10],
      ["POST /webhooks", 30],
      ["GET /webhooks", 60],
      ["GET /webhooks/{id}", 60],
      ["PATCH /webhooks/{id}", 30],
      ["DELETE /webhooks/{id}", 30],
      ["POST /webhooks/{id}/test", 10],
    ]);
    for (const row of routes) {
      expect(row).toMatchObject({ access: "key", family: "flat", limit: { per: "user" } });
    }
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  it("answers that the service closes when its webhooks are disposed", async () => {
    const { call, create, webhooks } = rows();
    const id = await create();
    await webhooks[Symbol.asyncDispose]();
    await expect(call("POST /webhooks/{id}/test", { id })).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
  });
});
