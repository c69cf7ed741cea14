import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";

const members = [
  ..."id endpointId event jobId url status httpStatus attempts error".split(" "),
  ..."nextAttemptAt createdAt".split(" "),
];

describe.each(transports)("4.10 deliveries, over $name", (transport) => {
  const world = useWorld(transport);
  const endpoint = async (user: User, path: string, more: object = {}) =>
    (await user.post("/webhooks", { url: world.receiver.url(path), ...more })).json;
  const settled = (user: User, path: string, count: number) =>
    user.until(
      path,
      ({ deliveries }) =>
        deliveries.length >= count && deliveries.every(({ status }) => status !== "pending"),
    );

  it("sends a webhook.test event, after the single attempt `{deliveryId, httpStatus, success}`", async () => {
    const user = await world.user();
    const { id } = await endpoint(user, "/test");
    const answer = await user.post(`/webhooks/${id}/test`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      deliveryId: expect.stringMatching(/^dlv_/),
      httpStatus: 200,
      success: true,
    });
    const { event, headers } = await world.receiver.first("/test");
    expect(headers["x-service-delivery-id"]).toBe(answer.json.deliveryId);
    expect(event.type).toBe("webhook.test");
    expect(event.data).toEqual({ endpointId: id, message: expect.any(String) });
  });

  it("tests a paused endpoint too, and one whose filter does not name the event", async () => {
    const user = await world.user();
    const { id } = await endpoint(user, "/paused", { events: ["batch.failed"] });
    await user.patch(`/webhooks/${id}`, { isActive: false });
    expect((await user.post(`/webhooks/${id}/test`)).json).toMatchObject({ success: true });
    expect(await world.receiver.come("/paused")).toHaveLength(1);
  });

  it("shows one with the bytes that it sends and each attempt, to its account alone", async () => {
    const user = await world.user();
    world.receiver.answers.set("/shown", 500);
    const { id } = await endpoint(user, "/shown");
    const { deliveryId } = (await user.post(`/webhooks/${id}/test`)).json;
    const path = `/webhooks/deliveries/${deliveryId}`;
    const { status, json } = await user.get(path);
    expect(status).toBe(200);
    const [listed] = (await user.get("/webhooks/deliveries")).json.deliveries;
    const { event } = await world.receiver.first("/shown");
    expect(json).toEqual({
      ...listed,
      body: JSON.stringify(event),
      attemptLog: [
        {
          number: 1,
          startedAt: expect.stringMatching(/Z$/),
          durationMs: expect.any(Number),
          httpStatus: 500,
          failure: "status",
        },
      ],
    });
    expect((await (await world.user()).get(path)).status).toBe(404);
    expect((await user.get("/webhooks/deliveries/dlv_unknown")).status).toBe(404);
  });

  it("tells of a test that failed, which is not tried again", async () => {
    const user = await world.user();
    world.receiver.answers.set("/sour", 500);
    const { id } = await endpoint(user, "/sour");
    const answer = await user.post(`/webhooks/${id}/test`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ httpStatus: 500, success: false });
    const { json } = await user.get("/webhooks/deliveries");
    expect(json.deliveries[0]).toMatchObject({
      status: "failed",
      attempts: 1,
      httpStatus: 500,
      nextAttemptAt: null,
      jobId: null,
      event: "webhook.test",
      endpointId: id,
    });
  });

  it("has httpStatus null where nobody answered", async () => {
    const user = await world.user();
    const { json } = await user.post("/webhooks", { url: "http://127.0.0.1:1/" });
    expect((await user.post(`/webhooks/${json.id}/test`)).json).toMatchObject({
      httpStatus: null,
      success: false,
    });
  });

  it("has exactly the members of 2.14; per-request deliveries have endpointId null", async () => {
    const user = await world.user();
    const webhook_url = world.receiver.url("/members");
    const { id } = await user.finish("/map", { url: world.page("/one"), webhook_url });
    const { deliveries } = await settled(user, "/webhooks/deliveries", 1);
    const [delivery = {}] = deliveries;
    expect(Object.keys(delivery).toSorted()).toEqual(members.toSorted());
    expect(delivery).toMatchObject({
      id: expect.stringMatching(/^dlv_/),
      endpointId: null,
      event: "job.completed",
      jobId: id,
      url: webhook_url,
      status: "success",
      httpStatus: 200,
      attempts: 1,
      error: null,
      nextAttemptAt: null,
    });
    const { headers } = await world.receiver.first("/members");
    expect(deliveries[0]?.id).toBe(headers["x-service-delivery-id"]);
  });

  it("lists newest first, by endpointId, event, status, jobId and limit", async () => {
    const user = await world.user();
    world.receiver.answers.set("/refusing", 400);
    const good = await endpoint(user, "/taking");
    const bad = await endpoint(user, "/refusing", { events: ["job.completed"] });
    const map = await user.finish("/map", { url: world.page("/one") });
    await settled(user, "/webhooks/deliveries", 2);
    const crawl = await user.finish("/crawl", { url: world.page("/gone") });
    const all = (await settled(user, "/webhooks/deliveries", 3)).deliveries;
    expect(all.map(({ event }) => event)).toEqual(["job.failed", "job.completed", "job.completed"]);
    const ids = async (query: string) =>
      (await user.get(`/webhooks/${query}`)).json.deliveries.map(({ jobId, endpointId }) => [
        jobId,
        endpointId,
      ]);
    const [ofCrawl, ofMap, refused] = [
      [crawl.id, good.id],
      [map.id, good.id],
      [map.id, bad.id],
    ];
    expect(await ids(`deliveries?endpointId=${good.id}`)).toEqual([ofCrawl, ofMap]);
    expect(await ids(`${good.id}/deliveries`)).toEqual([ofCrawl, ofMap]);
    expect(await ids("deliveries?event=job.failed")).toEqual([ofCrawl]);
    expect(await ids("deliveries?status=exhausted")).toEqual([refused]);
    expect(await ids(`deliveries?jobId=${crawl.id}`)).toEqual([ofCrawl]);
    expect(await ids("deliveries?limit=1")).toEqual([ofCrawl]);
    expect(await ids(`deliveries?jobId=${map.id}&status=success`)).toEqual([ofMap]);
    expect(await ids(`deliveries?wonder=1&jobId=${crawl.id}`)).toEqual([ofCrawl]);
  });

  it.each(["status=done", "event=job.wonder", "limit=0", "limit=201", "limit=ten", "limit=1.5"])(
    "refuses ?%s with 400",
    async (query) => {
      const answer = await world.alice.get(`/webhooks/deliveries?${query}`);
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    },
  );

  it("gives 50 deliveries by default and up to 200 when asked", async () => {
    const user = await world.user();
    const { id } = await endpoint(user, "/many");
    for (let count = 0; count < 52; count += 1) await user.post(`/webhooks/${id}/test`);
    const size = async (query: string) =>
      (await user.get(`/webhooks/deliveries${query}`)).json.deliveries.length;
    expect([await size(""), await size("?limit=200"), await size("?limit=7")]).toEqual([50, 52, 7]);
  });

  it("resends byte for byte, with the same id and signature, once", async () => {
    const user = await world.user();
    const path = "/resend";
    world.receiver.answers.set(path, 404);
    await endpoint(user, path, { events: ["job.completed"] });
    await user.finish("/map", { url: world.page("/one") });
    const [before] = (await settled(user, "/webhooks/deliveries", 1)).deliveries;
    expect(before).toMatchObject({ status: "exhausted", attempts: 1 });
    world.receiver.answers.set(path, 500);
    const answer = await user.post(`/webhooks/deliveries/${before?.id}/resend`);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    const [first, second] = await world.receiver.come(path, 2);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    for (const name of ["x-service-signature", "x-service-delivery-id", "x-service-event"]) {
      expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    const [after] = (await settled(user, "/webhooks/deliveries", 1)).deliveries;
    expect(after).toMatchObject({ id: before?.id, status: "failed", attempts: 2 });
    expect(after?.["nextAttemptAt"]).toBeNull();
    world.receiver.answers.set(path, 200);
    expect((await user.post(`/webhooks/deliveries/${before?.id}/resend`)).status).toBe(200);
    await world.receiver.come(path, 3);
    const [last] = (await settled(user, "/webhooks/deliveries", 1)).deliveries;
    expect(last).toMatchObject({ status: "success", attempts: 3 });
  });

  it("is 409 conflict to resend a success or to a paused endpoint, 404 to a deleted one", async () => {
    const user = await world.user();
    world.receiver.answers.set("/away", 410);
    const good = await endpoint(user, "/here");
    const bad = await endpoint(user, "/away");
    await user.finish("/map", { url: world.page("/one") });
    const { deliveries } = await settled(user, "/webhooks/deliveries", 2);
    const of = (endpointId: string) => deliveries.find((one) => one["endpointId"] === endpointId);
    const resend = (id: string | undefined) => user.post(`/webhooks/deliveries/${id}/resend`);
    const done = await resend(of(good.id)?.id);
    expect([done.status, done.json.error]).toEqual([409, "conflict"]);
    await user.patch(`/webhooks/${bad.id}`, { isActive: false });
    const paused = await resend(of(bad.id)?.id);
    expect([paused.status, paused.json.error]).toEqual([409, "conflict"]);
    await user.delete(`/webhooks/${bad.id}`);
    const deleted = await resend(of(bad.id)?.id);
    expect([deleted.status, deleted.json.error]).toEqual([404, "not_found"]);
  });

  it("is 404 to resend an unknown delivery or another user's", async () => {
    const user = await world.user();
    const { id } = await endpoint(user, "/foreign");
    const { deliveryId } = (await user.post(`/webhooks/${id}/test`)).json;
    for (const one of [deliveryId, "dlv_unknown"]) {
      const answer = await world.bob.post(`/webhooks/deliveries/${one}/resend`);
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
    expect((await world.bob.get("/webhooks/deliveries")).json.deliveries).toEqual([]);
  });
});
