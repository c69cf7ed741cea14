import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const taxonomy = [
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
];
const members = ["id", "url", "description", "events", "isActive", "createdAt", "updatedAt"];

describe.each(transports)("4.10 webhook endpoints, over $name", (transport) => {
  const world = useWorld(transport);
  const url = (path = "/endpoint") => world.receiver.url(path);

  it("answers POST /webhooks with 201 and the endpoint with its secret", async () => {
    const user = await world.user();
    const { status, json } = await user.post("/webhooks", {
      url: url(),
      description: "Harbour",
      events: ["job.failed"],
    });
    expect(status).toBe(201);
    expect(Object.keys(json).toSorted()).toEqual([...members, "secret"].toSorted());
    expect(json).toMatchObject({
      url: url(),
      description: "Harbour",
      events: ["job.failed"],
      isActive: true,
    });
    expect(json.id).toMatch(/^whe_/);
    expect(json.secret).toMatch(/^whsec_[A-Za-z0-9_-]{32,}$/);
  });

  it("has description null and events empty when they are omitted", async () => {
    const user = await world.user();
    const { json } = await user.post("/webhooks", { url: url() });
    expect(json).toMatchObject({ description: null, events: [] });
    expect((await user.post("/webhooks", { url: url(), events: [] })).json.events).toEqual([]);
  });

  it.each([
    ["url", {}],
    ["url", { url: 7 }],
    ["url", { url: "harbour" }],
    ["url", { url: "ftp://example.com/" }],
    ["url", { url: "http://10.0.0.1/" }],
    ["url", { url: "http://localhost/" }],
    ["url", { url: `https://example.com/${"a".repeat(2030)}` }],
    ["description", { description: "a".repeat(501) }],
    ["description", { description: 7 }],
    ["events", { events: ["job.wonder"] }],
    ["events", { events: "job.failed" }],
  ])("refuses a wrong %s with 400", async (name, more) => {
    const start = name === "url" ? {} : { url: url() };
    const answer = await world.alice.post("/webhooks", { ...start, ...more });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("takes a URL of 2048 characters and a description of 500", async () => {
    const user = await world.user();
    const answer = await user.post("/webhooks", {
      url: "https://example.com/".padEnd(2048, "a"),
      description: "a".repeat(500),
    });
    expect(answer.status).toBe(201);
  });

  it("is 400 when 10 endpoints exist already", async () => {
    const user = await world.user();
    for (let count = 0; count < 10; count += 1) {
      expect((await user.post("/webhooks", { url: url() })).status).toBe(201);
    }
    const answer = await user.post("/webhooks", { url: url() });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect((await user.get("/webhooks")).json.endpoints).toHaveLength(10);
  });

  it("lists endpoints by creation, oldest first, without secrets", async () => {
    const user = await world.user();
    const first = (await user.post("/webhooks", { url: url("/first") })).json;
    const second = (await user.post("/webhooks", { url: url("/second") })).json;
    const { status, json } = await user.get("/webhooks");
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(["endpoints"]);
    expect(json.endpoints.map(({ id }) => id)).toEqual([first.id, second.id]);
    for (const one of json.endpoints) expect(Object.keys(one)).not.toContain("secret");
  });

  it("is an empty list when there are none", async () => {
    expect((await (await world.user()).get("/webhooks")).json).toEqual({ endpoints: [] });
  });

  it("answers GET /webhooks/{id} with the endpoint, without its secret", async () => {
    const user = await world.user();
    const { secret: _, ...made } = (await user.post("/webhooks", { url: url() })).json;
    const answer = await user.get(`/webhooks/${made.id}`);
    expect([answer.status, answer.json]).toEqual([200, made]);
  });

  it("changes only what PATCH sends; events replaces the filter", async () => {
    const user = await world.user();
    const start = { url: url(), description: "Harbour", events: ["job.failed"] };
    const { id } = (await user.post("/webhooks", start)).json;
    for (const [change, now] of [
      [{ description: "Quay" }, { ...start, description: "Quay", isActive: true }],
      [{ events: ["batch.failed"] }, { description: "Quay", events: ["batch.failed"] }],
      [{ isActive: false }, { isActive: false, events: ["batch.failed"] }],
      [{ url: url("/moved") }, { url: url("/moved"), isActive: false, description: "Quay" }],
      [{}, { url: url("/moved"), isActive: false }],
    ]) {
      const answer = await user.patch(`/webhooks/${id}`, change);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ id, ...now });
      expect(answer.json).not.toHaveProperty("secret");
    }
  });

  it.each([
    { url: "harbour" },
    { url: "http://10.0.0.1/" },
    { events: ["job.wonder"] },
    { isActive: "no" },
    { description: 7 },
  ])("refuses the PATCH %j with 400", async (change) => {
    const user = await world.user();
    const { id } = (await user.post("/webhooks", { url: url() })).json;
    expect((await user.patch(`/webhooks/${id}`, change)).status).toBe(400);
  });

  it("answers DELETE with 200 {success: true}, and 404 from then on", async () => {
    const user = await world.user();
    const { id } = (await user.post("/webhooks", { url: url() })).json;
    const answer = await user.delete(`/webhooks/${id}`);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect((await user.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await user.delete(`/webhooks/${id}`)).status).toBe(404);
    expect((await user.patch(`/webhooks/${id}`, {})).status).toBe(404);
    expect((await user.post(`/webhooks/${id}/test`)).status).toBe(404);
    expect((await user.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
  });

  it("is 404 for another user's endpoint, on every route", async () => {
    const { id } = (await world.alice.post("/webhooks", { url: url() })).json;
    for (const answer of [
      await world.bob.get(`/webhooks/${id}`),
      await world.bob.patch(`/webhooks/${id}`, { isActive: false }),
      await world.bob.delete(`/webhooks/${id}`),
      await world.bob.post(`/webhooks/${id}/test`),
      await world.bob.get(`/webhooks/${id}/deliveries`),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
    expect((await world.alice.get(`/webhooks/${id}`)).json).toMatchObject({ isActive: true });
  });

  it("lists the ten event names in the order of part 6", async () => {
    const answer = await world.alice.get("/webhooks/events");
    expect([answer.status, answer.json]).toEqual([200, { events: taxonomy }]);
  });

  it("has a default signing secret, which stays until it is rotated", async () => {
    const user = await world.user();
    const first = await user.get("/webhooks/signing-secret");
    expect(first.status).toBe(200);
    expect(Object.keys(first.json)).toEqual(["secret"]);
    expect(first.json.secret).toMatch(/^whsec_[A-Za-z0-9_-]{32,}$/);
    expect((await user.get("/webhooks/signing-secret")).json).toEqual(first.json);
    const next = await user.post("/webhooks/signing-secret/rotate");
    expect(next.status).toBe(200);
    expect(next.json.secret).not.toBe(first.json.secret);
    expect((await user.get("/webhooks/signing-secret")).json).toEqual(next.json);
    expect((await world.bob.get("/webhooks/signing-secret")).json).not.toEqual(next.json);
  });
});
