import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MailSender } from "dragline/service";
import { done, transports, useWorld, type Received, type User } from "../transports/index.ts";
import { checkMonitor } from "./check-monitor.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HASH = /^[0-9a-f]{64}$/;

function signature({ body }: Received, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

const mails: Parameters<MailSender["send"]>[0][] = [];
const mail: MailSender = {
  send: async (one) => {
    mails.push(one);
    return undefined;
  },
};

describe.each(transports)("6.4 monitor.change, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { mail } });
  let hooks = 0;

  /** A monitor whose page, site or action has changed once, and what its webhook got. */
  async function changed(definition: object, user?: User) {
    const owner = user ?? (await world.user());
    hooks += 1;
    const path = `/monitor-${hooks}`;
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const alerts = { alertWebhookUrl: world.receiver.url(path) };
    const made = (await owner.post("/monitors", { ...body, ...alerts, ...definition })).json;
    for (const hour of ["six", "seven"]) {
      const text = `<h1>Harbour at ${hour}</h1><p>The harbour opens at ${hour}.</p>`;
      world.board.put("/board", `${text}<a href="/board/a">A</a>`);
      world.board.put("/board/a", hour === "six" ? 404 : text);
      world.runner.acts.set("shop.items", () => done({ opens: hour }));
      world.model.data = { opens: hour };
      await checkMonitor(owner, made.id);
    }
    return { user: owner, made, received: await world.receiver.first(path) };
  }

  it("is flat, and tells a page's snapshots and lines", async () => {
    const { user, made, received } = await changed({});
    const { changes } = (await user.get(`/monitors/${made.id}/changes`)).json;
    const { snapshots } = (await user.get(`/monitors/${made.id}/snapshots`)).json;
    const side = ({ id, contentHash }: { id: string; contentHash: string }) => {
      return { snapshotId: id, contentHash };
    };
    const [after, before] = snapshots;
    expect(JSON.parse(received.body.toString())).toEqual({
      type: "monitor.change",
      monitorId: made.id,
      url: world.page("/board"),
      scope: "page",
      watchMode: "full_page",
      changeId: changes[0]?.id,
      changedAt: expect.stringMatching(TIME),
      changedFields: [],
      summary: null,
      diff: { before: before && side(before), after: after && side(after) },
      stats: { adds: expect.any(Number), dels: expect.any(Number) },
    });
    expect(after?.contentHash).toMatch(HASH);
    expect(received.headers["x-service-event"]).toBe("monitor.change");
  });

  it("tells values before and after, and with aiMode what matters", async () => {
    const outputSchema = { type: "object", properties: { opens: { type: "string" } } };
    const values = { watchMode: "specific_data", outputSchema, aiMode: true };
    const { received } = await changed(values);
    expect(received.event).toMatchObject({
      watchMode: "specific_data",
      changedFields: ["opens"],
      summary: "A change that matters",
      diff: { before: { opens: "six" }, after: { opens: "seven" } },
      aiMeaningful: [{ description: "A change that matters" }],
    });
  });

  it("tells the pages of a site", async () => {
    const { received } = await changed({ scope: "site", maxPages: 5 });
    expect(received.event).toMatchObject({
      scope: "site",
      changedFields: [],
      diff: { before: { totalPages: 1 }, after: { totalPages: 2 } },
      pages: {
        added: [world.page("/board/a")],
        removed: [],
        changed: [world.page("/board")],
      },
      stats: { added: 1, removed: 0, changed: 1 },
    });
  });

  it("tells values of an action by path", async () => {
    const { received } = await changed({ scope: "wire", wireActionId: "shop.items" });
    expect(received.event).toMatchObject({
      scope: "wire",
      changedFields: ["opens"],
      diff: { before: { opens: "six" }, after: { opens: "seven" } },
    });
  });

  it("is signed with the monitor's secret, and for an endpoint with the endpoint's", async () => {
    const user = await world.user();
    hooks += 1;
    const path = `/endpoint-${hooks}`;
    const endpoint = (await user.post("/webhooks", { url: world.receiver.url(path) })).json;
    const { made, received } = await changed({}, user);
    const secret = made["alertWebhookSecret"];
    expect(received.headers["x-service-signature"]).toBe(signature(received, secret));
    const other = await world.receiver.first(path);
    expect(other.headers["x-service-signature"]).toBe(signature(other, endpoint.secret));
    expect(other.body.equals(received.body)).toBe(true);
  });

  it("is a delivery of the monitor, which retry sends once more", async () => {
    hooks += 1;
    const alertWebhookUrl = world.receiver.url(`/broken-${hooks}`);
    world.receiver.answers.set(`/broken-${hooks}`, 404);
    const user = await world.user();
    const settings = { alertWebhookUrl, alertEmails: "ada@example.com" };
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", { ...body, ...settings })).json;
    for (const text of ["first", "second"]) {
      world.board.put("/board", `<h1>Board</h1><p>It was the ${text}.</p>`);
      await checkMonitor(user, id);
    }
    const list = `/monitors/${id}/deliveries`;
    const isOver = ({ status }: { status: string }) => status !== "pending";
    const { deliveries } = await user.until(list, (doc) => doc.deliveries.every(isOver));
    const byChannel = Object.fromEntries(deliveries.map((one) => [one["channel"], one]));
    const common = { monitorId: id, event: "monitor.change", jobId: null, attempts: 1 };
    expect(byChannel).toMatchObject({
      webhook: { ...common, url: alertWebhookUrl, status: "exhausted", httpStatus: 404 },
      email: { ...common, url: "mailto:ada@example.com", status: "success", httpStatus: null },
    });
    const retry = (part: unknown) => user.post(`${list}/${String(part)}/retry`);
    expect(await retry(byChannel["webhook"]?.id)).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await retry(byChannel["email"]?.id)).toMatchObject({
      status: 409,
      json: { error: "conflict" },
    });
    expect((await retry("dlv_none")).status).toBe(404);
    await user.until(list, (doc) => doc.deliveries.some(({ attempts }) => attempts === 2));
    expect(mails.at(-1)).toMatchObject({ to: "ada@example.com" });
  });

  it("has a test alert with test: true, one attempt and no changeId", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", body)).json;
    const refused = await user.post(`/monitors/${id}/test-alert`);
    expect(refused).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    hooks += 1;
    const path = `/test-${hooks}`;
    await user.put(`/monitors/${id}`, { ...body, alertWebhookUrl: world.receiver.url(path) });
    world.receiver.answers.set(path, 503);
    expect((await user.post(`/monitors/${id}/test-alert`)).json).toEqual({
      success: false,
      status: 503,
      message: expect.any(String),
    });
    expect((await world.receiver.first(path)).event).toMatchObject({
      type: "monitor.change",
      monitorId: id,
      test: true,
    });
    const { deliveries } = (await user.get(`/monitors/${id}/deliveries`)).json;
    expect(deliveries).toMatchObject([{ changeId: null, status: "failed", attempts: 1 }]);
    expect(await user.balance()).toBe(300);
  });

  it("costs nothing itself: a page costs 2, an action its price, a check that fails nothing", async () => {
    const user = await world.user();
    await changed({}, user);
    expect(await user.balance()).toBe(296);
    const body = { url: world.page("/gone"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", body)).json;
    expect(await checkMonitor(user, id)).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(await user.balance()).toBe(296);
    await changed({ scope: "wire", wireActionId: "shop.items", aiMode: true }, user);
    // The action's price, and the model for each check.
    expect(await user.balance()).toBe(296 - 5 - 5);
  });
});
