import { describe, expect, it } from "vitest";
import type { Monitor } from "dragline/monitor";
import type { EventMail } from "dragline/webhooks";
import { call, HOOK, makeRig, monitorOf } from "./alerts-rig.ts";

const hook = { alertWebhookUrl: HOOK, alertEmails: null };

describe("Alerts.test", () => {
  it("sends one attempt to the monitor's own receivers, and to no endpoint", async () => {
    const mails: string[] = [];
    const send = async ({ to }: EventMail) => {
      mails.push(to);
      return undefined;
    };
    const rig = await makeRig({ mailer: { send } });
    const monitor = monitorOf(rig.account);
    await rig.webhooks.endpoints.create(rig.account, { url: "https://hooks.example/endpoint" });
    const settings = { ...hook, alertEmails: "a@example.com,b@example.com" };
    const secret = (await rig.alerts.set(monitor, settings, call)) ?? "";
    expect(await rig.alerts.test(monitor, call)).toEqual({
      success: true,
      status: 200,
      message: "The test alert was delivered to 3 of 3 receivers.",
    });
    expect(rig.sent.map(({ url }) => url)).toEqual([HOOK]);
    expect(rig.verified(secret)).toEqual([true]);
    expect(mails.toSorted()).toEqual(["a@example.com", "b@example.com"]);
    const listed = await rig.alerts.deliveries(monitor, 200, call);
    expect(listed).toHaveLength(3);
    for (const one of listed) {
      expect(one).toMatchObject({ changeId: null, status: "success", event: "monitor.change" });
    }
  });

  it("says what went wrong, and does not try again", async () => {
    const rig = await makeRig({ answer: () => 500 });
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, { ...hook, alertEmails: "a@example.com" }, call);
    expect(await rig.alerts.test(monitor, call)).toEqual({
      success: false,
      status: 500,
      message:
        "The test alert was not delivered everywhere: webhook: HTTP 500; a@example.com: no mail sender is configured",
    });
    await rig.deliver();
    expect(rig.sent).toHaveLength(1);
    const listed = await rig.alerts.deliveries(monitor, 200, call);
    expect(listed.map(({ status }) => status).toSorted()).toEqual(["exhausted", "failed"]);
  });

  it("has no status without a webhook", async () => {
    const rig = await makeRig({ mailer: { send: async () => undefined } });
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, { alertWebhookUrl: null, alertEmails: "a@example.com" }, call);
    expect(await rig.alerts.test(monitor, call)).toMatchObject({ success: true, status: null });
  });

  it("is refused without a receiver", async () => {
    const rig = await makeRig();
    const test = rig.alerts.test(monitorOf(rig.account), call);
    await expect(test).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await rig.webhooks.deliveries.list(rig.account)).toEqual([]);
  });

  const side = { snapshotId: expect.any(String), contentHash: expect.any(String) };
  it.each<[string, Partial<Monitor>, object]>([
    [
      "a page",
      {},
      { changedFields: [], diff: { before: side, after: side }, stats: { adds: 4, dels: 1 } },
    ],
    [
      "values",
      { watchMode: "specific_data", outputSchema: { properties: { price: {} } } },
      { changedFields: ["price"], diff: { before: { price: 20 }, after: { price: 18 } } },
    ],
    [
      "values by selectors",
      { watchMode: "specific_data", fields: { title: "h1" } },
      { changedFields: ["title"], diff: { before: { title: 20 }, after: { title: 18 } } },
    ],
    [
      "a site",
      { scope: "site" },
      {
        changedFields: [],
        diff: { before: { totalPages: 12 }, after: { totalPages: 12 } },
        pages: {
          added: ["https://example.com/test-new"],
          removed: ["https://example.com/test-old"],
          changed: ["https://example.com/news"],
        },
        stats: { added: 1, removed: 1, changed: 1 },
      },
    ],
    [
      "an action",
      { scope: "wire", wireWatchPaths: ["$.items[*].price"] },
      { changedFields: ["items[0].price"], diff: { before: { "items[0].price": 20 } } },
    ],
  ])("looks like a change of %s", async (_, definition, variant) => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account, definition);
    await rig.alerts.set(monitor, hook, call);
    await rig.alerts.test(monitor, call);
    const body = JSON.parse(Buffer.from(rig.sent[0]?.body ?? []).toString());
    expect(body).toMatchObject({
      type: "monitor.change",
      monitorId: "m1",
      url: "https://example.com/news",
      scope: monitor.scope,
      watchMode: monitor.watchMode,
      changeId: expect.any(String),
      changedAt: new Date(rig.clock.now()).toISOString(),
      summary: null,
      test: true,
      ...variant,
    });
    expect(Object.hasOwn(body, "aiMeaningful")).toBe(false);
  });
});
