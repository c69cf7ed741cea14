import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { alertRows } from "../../../../../src/service/slices/monitors/alerts/collections.ts";
import { call, changeOf, ended, endingOf, HOOK, makeRig, monitorOf } from "./alerts-rig.ts";

const none = { alertWebhookUrl: null, alertEmails: null };
const hook = { alertWebhookUrl: HOOK, alertEmails: null };

describe("Alerts.set", () => {
  it("makes a secret with the first URL, and keeps it when the URL changes", async () => {
    const { alerts, account } = await makeRig();
    const monitor = { id: "m1", owner: account };
    const secret = await alerts.set(monitor, hook, call);
    expect(secret).toMatch(/^whsec_[\w-]{32,}$/);
    expect(await alerts.set(monitor, hook, call)).toBeUndefined();
    const other = { alertWebhookUrl: `${HOOK}/2`, alertEmails: "a@example.com" };
    expect(await alerts.set(monitor, other, call)).toBeUndefined();
    expect(await alerts.get(["m1", "m2"], call)).toEqual(
      new Map<string, unknown>([
        ["m1", other],
        ["m2", none],
      ]),
    );
  });

  it("drops the secret with the URL, and makes another with the next", async () => {
    const { alerts, account, records } = await makeRig();
    const monitor = { id: "m1", owner: account };
    const first = await alerts.set(monitor, hook, call);
    expect(await alerts.set(monitor, none, call)).toBeUndefined();
    expect(await records.find(alertRows, {}, call)).toMatchObject([{ secret: "" }]);
    const second = await alerts.set(monitor, hook, call);
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
  });

  it("makes a secret for a monitor that had only addresses", async () => {
    const { alerts, account } = await makeRig();
    const monitor = { id: "m1", owner: account };
    const mails = { alertWebhookUrl: null, alertEmails: "a@example.com" };
    expect(await alerts.set(monitor, mails, call)).toBeUndefined();
    expect(await alerts.set(monitor, { ...mails, ...hook }, call)).toMatch(/^whsec_/);
  });

  it("shows a secret to one of many who set the first URL at once", async () => {
    const { alerts, account, records } = await makeRig();
    const monitor = { id: "m1", owner: account };
    // Once with a row that is there, and once without.
    for (const before of [hook, none]) {
      await alerts.set(monitor, before, call);
      if (before === hook) await alerts.remove(monitor, call);
      else await alerts.set(monitor, none, call);
      const sets = Array.from({ length: 20 }, () => alerts.set(monitor, hook, call));
      const shown = (await Promise.all(sets)).filter((secret) => secret !== undefined);
      expect(shown).toHaveLength(1);
      expect(await records.find(alertRows, {}, call)).toMatchObject([{ secret: shown[0] }]);
    }
  });

  it("seals the secret, and signs with it", async () => {
    const records = new MemoryRecords();
    const key = Buffer.alloc(32, 7).toString("base64");
    const sealer = new Sealer({ records, ring: KeyRing.parse(`k1:${key}`) });
    const rig = await makeRig({ records, sealer });
    const monitor = monitorOf(rig.account);
    const secret = (await rig.alerts.set(monitor, hook, call)) ?? "";
    const [row] = await records.find(alertRows, {}, call);
    expect(row?.secret).toBe("");
    expect(Buffer.from(row?.sealedSecret ?? []).includes(secret)).toBe(false);
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    await rig.deliver();
    expect(rig.verified(secret)).toEqual([true]);
  });

  it.each<[string, string | null, string | null]>([
    ["alertWebhookUrl", "http://10.0.0.1/", null],
    ["alertWebhookUrl", "mailto:a@example.com", null],
    ["alertWebhookUrl", "nonsense", null],
    ["alertWebhookUrl", `https://example.com/${"x".repeat(2048)}`, null],
    ["alertEmails", null, "nobody"],
    ["alertEmails", null, "a@example.com;b@example.com"],
    ["alertEmails", null, "a@example.com,,b@example.com"],
    ["alertEmails", null, "a@example.com\r\nBcc: b@example.com"],
    ["alertEmails", null, Array.from({ length: 11 }, (_, i) => `a${i}@example.com`).join(",")],
  ])("refuses a bad %s", async (field, alertWebhookUrl, alertEmails) => {
    const { alerts, account } = await makeRig();
    const settings = { alertWebhookUrl, alertEmails };
    const refusal = { code: "INVALID_REQUEST", message: expect.stringContaining(`${field}: `) };
    await expect(alerts.set({ id: "m1", owner: account }, settings, call)).rejects.toMatchObject(
      refusal,
    );
    expect(() => alerts.check(settings)).toThrow(field);
  });

  it("takes ten addresses as they were given, and no addresses as none", async () => {
    const { alerts, account } = await makeRig();
    const monitor = { id: "m1", owner: account };
    const alertEmails = Array.from({ length: 10 }, (_, i) => `a${i}@example.com`).join(" , ");
    await alerts.set(monitor, { alertWebhookUrl: null, alertEmails }, call);
    expect((await alerts.get(["m1"], call)).get("m1")).toEqual({
      alertWebhookUrl: null,
      alertEmails,
    });
    await alerts.set(monitor, { alertWebhookUrl: null, alertEmails: " " }, call);
    expect((await alerts.get(["m1"], call)).get("m1")).toEqual(none);
  });
});

describe("Alerts.remove", () => {
  it("forgets the settings and which deliveries were the monitor's", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account);
    await rig.alerts.set(monitor, hook, call);
    await ended(rig, endingOf(monitor, changeOf(monitor)));
    expect(await rig.alerts.deliveries(monitor, 200, call)).toHaveLength(1);
    await rig.alerts.remove(monitor, call);
    expect(await rig.alerts.deliveries(monitor, 200, call)).toEqual([]);
    expect(await rig.records.find(alertRows, {}, call)).toEqual([]);
    // The log of the account keeps it.
    expect(await rig.webhooks.deliveries.list(rig.account)).toHaveLength(1);
  });
});
