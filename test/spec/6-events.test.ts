import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verify } from "dragline/webhooks";
import { transports, useWorld, type Received } from "../transports/index.ts";

const signature = ({ body }: Received, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

describe.each(transports)("6 webhook deliveries, over $name", (transport) => {
  const world = useWorld(transport);
  const map = (path: string, more: object = {}) => ({
    url: world.page("/one"),
    webhook_url: world.receiver.url(path),
    ...more,
  });

  it("are POST requests with the six headers", async () => {
    await world.alice.submit("/map", map("/headers"));
    const { headers, event } = await world.receiver.first("/headers");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Service-Webhooks/1",
      "x-service-timestamp": expect.stringMatching(/^\d{10}$/),
      "x-service-delivery-id": expect.stringMatching(/^dlv_/),
      "x-service-event": event.type,
      "x-service-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
  });

  it("of a webhook_url are signed with the account default secret, over the raw body", async () => {
    const { secret } = (await world.alice.get("/webhooks/signing-secret")).json;
    await world.alice.submit("/map", map("/default"));
    const received = await world.receiver.first("/default");
    expect(received.headers["x-service-signature"]).toBe(signature(received, secret));
    expect(verify(received, secret)).toMatchObject({ valid: true, scheme: "service" });
  });

  it("of an endpoint are signed with its own secret", async () => {
    const user = await world.user();
    const { json } = await user.post("/webhooks", { url: world.receiver.url("/own") });
    await user.submit("/map", { url: world.page("/one") });
    const received = await world.receiver.first("/own");
    expect(received.headers["x-service-signature"]).toBe(signature(received, json.secret));
  });

  it("of a webhook_url use the new secret after it was rotated", async () => {
    const user = await world.user();
    const before = (await user.get("/webhooks/signing-secret")).json.secret;
    const { secret } = (await user.post("/webhooks/signing-secret/rotate")).json;
    await user.submit("/map", map("/rotated"));
    const received = await world.receiver.first("/rotated");
    expect(received.headers["x-service-signature"]).toBe(signature(received, secret));
    expect(received.headers["x-service-signature"]).not.toBe(signature(received, before));
  });

  it("go to every matching endpoint and to the webhook_url, also when the URLs are equal", async () => {
    const user = await world.user();
    const url = world.receiver.url("/equal");
    await user.post("/webhooks", { url });
    await user.post("/webhooks", { url, events: ["job.completed", "batch.failed"] });
    await user.post("/webhooks", { url, events: ["job.failed"] });
    await user.submit("/map", map("/equal"));
    const received = await world.receiver.come("/equal", 3);
    expect(new Set(received.map(({ headers }) => headers["x-service-delivery-id"])).size).toBe(3);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
    expect(received.every(({ body }) => body.equals(received[0]?.body ?? body))).toBe(true);
    const all = (await user.get("/webhooks/deliveries")).json.deliveries;
    expect(all).toHaveLength(3);
  });

  it("do not go to a paused endpoint, nor to other users'", async () => {
    const user = await world.user();
    const paused = (await user.post("/webhooks", { url: world.receiver.url("/asleep") })).json;
    await user.patch(`/webhooks/${paused.id}`, { isActive: false });
    await world.bob.post("/webhooks", { url: world.receiver.url("/of-bob") });
    await user.submit("/map", map("/awake"));
    await world.receiver.first("/awake");
    expect((await user.get(`/webhooks/${paused.id}/deliveries`)).json.deliveries).toEqual([]);
    expect((await world.bob.get("/webhooks/deliveries")).json.deliveries).toEqual([]);
    expect(world.receiver.at("/asleep")).toEqual([]);
  });

  it("of a synchronous scrape go to registered endpoints only", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/sync") });
    const { json } = await user.post("/url-scraper/scrape", { url: world.page("/one") });
    const { event } = await world.receiver.first("/sync");
    expect(event).toMatchObject({ type: "job.completed", data: { jobId: json.id } });
  });

  it("have the envelope id, type, createdAt and data, and nothing else", async () => {
    await world.alice.submit("/map", map("/envelope"));
    const { event, headers } = await world.receiver.first("/envelope");
    expect(Object.keys(event).toSorted()).toEqual(["createdAt", "data", "id", "type"]);
    expect(event.id).toMatch(/^evt_/);
    expect(event.type).toBe(headers["x-service-event"]);
    expect(event.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("of 4xx other than 408 and 429 are not tried again", async () => {
    const user = await world.user();
    for (const status of [400, 401, 404, 410, 422]) {
      world.receiver.answers.set(`/permanent/${status}`, status);
      await user.submit("/map", map(`/permanent/${status}`));
      await world.receiver.first(`/permanent/${status}`);
    }
    const { deliveries } = await user.until("/webhooks/deliveries", (doc) =>
      doc.deliveries.every(({ status }) => status !== "pending"),
    );
    expect(deliveries).toHaveLength(5);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ status: "exhausted", attempts: 1, nextAttemptAt: null });
      expect(delivery.error).toEqual(expect.any(String));
    }
  });

  it("of 408, 429 and 5xx stay pending with nextAttemptAt a minute ahead", async () => {
    const user = await world.user();
    for (const status of [408, 429, 500, 503]) {
      world.receiver.answers.set(`/again/${status}`, status);
      await user.submit("/map", map(`/again/${status}`));
      await world.receiver.first(`/again/${status}`);
    }
    const { deliveries } = await user.until("/webhooks/deliveries", (doc) =>
      doc.deliveries.every(({ httpStatus }) => httpStatus !== null),
    );
    expect(deliveries).toHaveLength(4);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ status: "pending", attempts: 1 });
      const next = Date.parse(String(delivery["nextAttemptAt"]));
      expect(next - Date.parse(delivery.createdAt)).toBeGreaterThanOrEqual(54_000);
    }
  });
});
