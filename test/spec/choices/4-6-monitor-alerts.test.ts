import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../../transports/index.ts";
import { checkMonitor } from "../check-monitor.ts";

const text = (hour: string) => `<h1>Harbour</h1><p>The harbour opens at ${hour}.</p>`;
const delivery = [
  "attempts",
  "changeId",
  "channel",
  "createdAt",
  "endpointId",
  "error",
  "event",
  "httpStatus",
  "id",
  "jobId",
  "monitorId",
  "nextAttemptAt",
  "status",
  "url",
];

describe.each(transports)("4.6 alerts of monitors, over $name", (transport) => {
  const world = useWorld(transport);
  let places = 0;

  /** A paused monitor with a receiver of its own that was told of a change. */
  async function changed(more: object = {}) {
    const user = await world.user();
    const hook = `/alert-${(places += 1)}`;
    const alertWebhookUrl = world.receiver.url(hook);
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const made = (await user.post("/monitors", { ...body, alertWebhookUrl, ...more })).json;
    for (const hour of ["six", "seven"]) {
      world.board.put("/board", text(hour));
      await checkMonitor(user, made.id);
    }
    return { user, id: made.id, hook, url: alertWebhookUrl, secret: made.alertWebhookSecret };
  }
  const deliveriesOf = async (user: User, id: string) =>
    (await user.get(`/monitors/${id}/deliveries`)).json.deliveries;

  it("deliver monitor.change to alertWebhookUrl, signed with alertWebhookSecret", async () => {
    const { user, id, hook, url, secret } = await changed();
    const { headers, body, event } = await world.receiver.first(hook);
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    expect(String(headers["x-service-signature"])).toContain(signature);
    expect(headers["x-service-event"]).toBe("monitor.change");
    const [change] = (await user.get(`/monitors/${id}/changes`)).json.changes;
    const [after, before] = (await user.get(`/monitors/${id}/snapshots`)).json.snapshots;
    expect(event).toEqual({
      type: "monitor.change",
      monitorId: id,
      url: world.page("/board"),
      scope: "page",
      watchMode: "full_page",
      changeId: change?.id,
      changedAt: change?.["changedAt"],
      changedFields: [],
      summary: null,
      diff: {
        before: { snapshotId: before?.id, contentHash: before?.contentHash },
        after: { snapshotId: after?.id, contentHash: after?.contentHash },
      },
      stats: { adds: 1, dels: 1 },
    });
    const isOver = (doc: Doc) => doc.deliveries[0]?.status === "success";
    const { deliveries } = await user.until(`/monitors/${id}/deliveries`, isOver);
    expect(deliveries).toHaveLength(1);
    expect(Object.keys(deliveries[0] ?? {}).toSorted()).toEqual(delivery);
    expect(deliveries[0]).toMatchObject({
      monitorId: id,
      changeId: change?.id,
      channel: "webhook",
      endpointId: null,
      event: "monitor.change",
      jobId: null,
      url,
      httpStatus: 200,
      attempts: 1,
    });
    const { json } = await user.get(`/monitors/${id}`);
    expect(json["lastAlertedAt"]).toEqual(expect.any(String));
  });

  it("deliver it to the registered endpoints of the user too, with their own secrets", async () => {
    const { user, id } = await changed();
    const url = world.receiver.url("/registered");
    const { secret } = (await user.post("/webhooks", { url, events: ["monitor.change"] })).json;
    world.board.put("/board", text("eight"));
    await checkMonitor(user, id);
    const all = await world.receiver.come("/registered");
    const { headers, body } = all.at(-1) ?? (await world.receiver.first("/registered"));
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    expect(String(headers["x-service-signature"])).toContain(signature);
    const { deliveries } = (await user.get("/webhooks/deliveries?event=monitor.change")).json;
    expect(deliveries.filter(({ url: to }) => to === url)).toHaveLength(1);
  });

  it("are exhausted for e-mail without a mail sender, with an error", async () => {
    const { user, id } = await changed({ alertWebhookUrl: null, alertEmails: "ann@example.com" });
    const isOver = (doc: Doc) => doc.deliveries[0]?.status === "exhausted";
    const { deliveries } = await user.until(`/monitors/${id}/deliveries`, isOver);
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({
      channel: "email",
      url: "mailto:ann@example.com",
      httpStatus: null,
      error: expect.any(String),
    });
  });

  it("send a test alert once, and keep it as a delivery without changeId", async () => {
    const { user, id, hook } = await changed();
    await world.receiver.first(hook);
    const answer = await user.post(`/monitors/${id}/test-alert`);
    const message = expect.any(String) as string;
    expect([answer.status, answer.json]).toEqual([200, { success: true, status: 200, message }]);
    const [, test] = await world.receiver.come(hook, 2);
    expect(test?.event).toMatchObject({ type: "monitor.change", monitorId: id, test: true });
    const [newest] = await deliveriesOf(user, id);
    expect(newest).toMatchObject({ changeId: null, status: "success", attempts: 1 });
  });

  it("tell the status of a test alert that was refused, which is not tried again", async () => {
    const { user, id, hook } = await changed();
    await world.receiver.first(hook);
    world.receiver.answers.set(hook, 500);
    const { status, json } = await user.post(`/monitors/${id}/test-alert`);
    expect(status).toBe(200);
    expect(json).toEqual({ success: false, status: 500, message: expect.any(String) });
    const [newest] = await deliveriesOf(user, id);
    expect(newest).toMatchObject({ status: "failed", nextAttemptAt: null, attempts: 1 });
  });

  it("answer a test alert with 400 where no receiver is set", async () => {
    const { user, id } = await changed({ alertWebhookUrl: null });
    const answer = await user.post(`/monitors/${id}/test-alert`);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("retry a delivery that failed: exactly one attempt more", async () => {
    const { user, id, hook } = await changed();
    await world.receiver.first(hook);
    world.receiver.answers.set(hook, 500);
    await user.post(`/monitors/${id}/test-alert`);
    world.receiver.answers.set(hook, 200);
    const [failed] = await deliveriesOf(user, id);
    const path = `/monitors/${id}/deliveries/${failed?.id}/retry`;
    const answer = await user.post(path);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    await world.receiver.come(hook, 3);
    const isOver = (doc: Doc) => doc.deliveries[0]?.status === "success";
    const { deliveries } = await user.until(`/monitors/${id}/deliveries`, isOver);
    expect(deliveries[0]).toMatchObject({ id: failed?.id, attempts: 2 });
    const again = await user.post(path);
    expect([again.status, again.json.error]).toEqual([409, "conflict"]);
  });

  it("answer a retry of an unknown delivery, or one of another monitor, with 404", async () => {
    const { user, id, hook } = await changed();
    await world.receiver.first(hook);
    const [own] = await deliveriesOf(user, id);
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const other = (await user.post("/monitors", body)).json.id;
    for (const path of [`${id}/deliveries/dlv_unknown`, `${other}/deliveries/${own?.id}`]) {
      const answer = await user.post(`/monitors/${path}/retry`);
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
  });
});

describe.each(transports)("4.6 changes with aiMode, over $name", (transport) => {
  const world = useWorld(transport);

  it("have summary and aiMeaningful; what is trivial is a snapshot and no change", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false, aiMode: true };
    const { id } = (await user.post("/monitors", body)).json;
    const see = async (hour: string, judgement?: string) => {
      world.model.judgement = judgement;
      world.board.put("/board", text(hour));
      expect(await checkMonitor(user, id)).toMatchObject({ status: "completed", creditsUsed: 3 });
      return (await user.get(`/monitors/${id}/changes`)).json.changes;
    };
    expect(await see("six")).toEqual([]);
    expect(await see("seven")).toEqual([]);
    const changes = await see("eight", "Opens later");
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ summary: "Opens later" });
    expect(changes[0]?.diffJson["aiMeaningful"]).toEqual([
      { description: "Opens later", before: expect.any(String), after: expect.any(String) },
    ]);
    expect((await user.get(`/monitors/${id}/snapshots`)).json.snapshots).toHaveLength(3);
  });
});
