import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { monitorDeliveryRows } from "../../../../../src/service/slices/monitors/alerts/collections.ts";
import { call, changeOf, ended, endingOf, HOOK, makeRig, monitorOf } from "./alerts-rig.ts";

const ENDPOINT = "https://hooks.example/endpoint";
const both = { alertWebhookUrl: HOOK, alertEmails: "a@example.com, b@example.com" };
const mailer = { send: async () => undefined };

describe("Alerts of a change", () => {
  it("go to endpoints, the monitor's webhook and each address, in the step of its end", async () => {
    const rig = await makeRig({ mailer });
    const monitor = monitorOf(rig.account);
    const secret = (await rig.alerts.set(monitor, both, call)) ?? "";
    const endpoint = await rig.webhooks.endpoints.create(rig.account, { url: ENDPOINT });
    await rig.webhooks.endpoints.create(rig.account, { url: HOOK, events: ["job.failed"] });
    const terms = await ended(rig, endingOf(monitor, changeOf(monitor)));
    expect(terms).toMatchObject({ isTold: true, applied: true });
    await rig.deliver();
    const listed = await rig.alerts.deliveries(monitor, 200, call);
    const common = { monitorId: "m1", changeId: "c9", status: "success", attempts: 1, jobId: null };
    expect(listed.toSorted((a, b) => (a.url < b.url ? -1 : 1))).toMatchObject([
      { ...common, url: HOOK, endpointId: null, channel: "webhook", httpStatus: 200 },
      { ...common, url: ENDPOINT, endpointId: endpoint.id, channel: "webhook" },
      { ...common, url: "mailto:a@example.com", channel: "email", httpStatus: null },
      { ...common, url: "mailto:b@example.com", channel: "email" },
    ]);
    expect(rig.sent.map(({ url }) => url).toSorted()).toEqual([HOOK, ENDPOINT]);
    expect(rig.verified(secret).filter(Boolean)).toHaveLength(1);
    expect(rig.verified(endpoint.secret).filter(Boolean)).toHaveLength(1);
  });

  it("are no deliveries where nobody is to hear of it, or nothing changed", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account);
    expect(await ended(rig, endingOf(monitor, changeOf(monitor)))).toMatchObject({ isTold: false });
    await rig.alerts.set(monitor, both, call);
    expect(await ended(rig, endingOf(monitor))).toMatchObject({ isTold: false, operations: [] });
    expect(await rig.alerts.deliveries(monitor, 200, call)).toEqual([]);
  });

  it("tell each address once, however often it is listed", async () => {
    const rig = await makeRig({ mailer });
    const monitor = monitorOf(rig.account);
    const alertEmails = "a@example.com,A@example.com , a@example.com";
    await rig.alerts.set(monitor, { alertWebhookUrl: null, alertEmails }, call);
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    expect(await rig.alerts.deliveries(monitor, 200, call)).toHaveLength(1);
  });

  it("go without a receiver that cannot be told", async () => {
    const records = new MemoryRecords();
    const ring = KeyRing.parse(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
    const sealed = await makeRig({ records, sealer: new Sealer({ records, ring }) });
    const monitor = monitorOf(sealed.account);
    await sealed.alerts.set(monitor, both, call);
    // A process that was started without the keys.
    const rig = { ...(await makeRig({ records, mailer })), account: sealed.account };
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    const listed = await rig.alerts.deliveries(monitor, 200, call);
    expect(listed.map(({ channel }) => channel)).toEqual(["email", "email"]);
  });

  it("never keep a check from ending", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, both, call);
    const summary = "x".repeat(1_100_000);
    const terms = await ended(rig, endingOf(monitor, changeOf(monitor, { summary })));
    expect(terms).toMatchObject({ applied: true, isTold: false });
  });

  it("end exhausted for addresses where no mail sender is configured", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, { alertWebhookUrl: null, alertEmails: "a@example.com" }, call);
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    await rig.deliver();
    expect(await rig.alerts.deliveries(monitor, 200, call)).toMatchObject([
      { status: "exhausted", attempts: 1, httpStatus: null, error: "no mail sender is configured" },
    ]);
  });
});

describe("Alerts.deliveries", () => {
  it("are the newest, of the monitor alone", async () => {
    const rig = await makeRig();
    const [one, other] = [monitorOf(rig.account), monitorOf(rig.account, { id: "m2" })];
    await rig.webhooks.endpoints.create(rig.account, { url: ENDPOINT });
    for (const id of ["c1", "c2", "c3"]) {
      await rig.clock.advance(1_000);
      await ended(rig, endingOf(one, changeOf(one, { id })));
      await ended(rig, endingOf(other, changeOf(other, { id: `other-${id}` })));
    }
    const listed = await rig.alerts.deliveries(one, 2, call);
    expect(listed.map(({ changeId }) => changeId)).toEqual(["c3", "c2"]);
  });

  it("are forgotten when they are kept no longer", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account);
    await rig.webhooks.endpoints.create(rig.account, { url: ENDPOINT });
    await ended(rig, endingOf(monitor, changeOf(monitor, { id: "c1" })));
    await rig.clock.advance(32 * 86_400_000);
    await ended(rig, endingOf(monitor, changeOf(monitor, { id: "c2" })));
    expect(await rig.records.find(monitorDeliveryRows, {}, call)).toMatchObject([
      { changeId: "c2" },
    ]);
  });
});

describe("Alerts.retry", () => {
  it("makes exactly one more attempt", async () => {
    let status = 404;
    const rig = await makeRig({ answer: () => status });
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, { alertWebhookUrl: HOOK, alertEmails: null }, call);
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    const [delivery] = await rig.alerts.deliveries(monitor, 1, call);
    const again = () => rig.alerts.retry(monitor, delivery?.id ?? "", call);
    await expect(again()).rejects.toMatchObject({ code: "CONFLICT" });
    await rig.deliver();
    for (status of [500, 200]) {
      await again();
      await rig.deliver();
    }
    expect(await rig.alerts.deliveries(monitor, 1, call)).toMatchObject([
      { status: "success", attempts: 3 },
    ]);
    await expect(again()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("knows only deliveries of the monitor", async () => {
    const rig = await makeRig({ answer: () => 404 });
    const monitor = monitorOf(rig.account);
    const to = [{ url: HOOK }];
    const [made] = await rig.webhooks.send({
      account: rig.account,
      type: "job.failed",
      data: {},
      to,
    });
    for (const id of [made?.id ?? "", "dlv_none", ""]) {
      await expect(rig.alerts.retry(monitor, id, call)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
  });
});
