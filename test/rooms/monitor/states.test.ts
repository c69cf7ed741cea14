import { describe, expect, it } from "vitest";
import type { MonitorDefinition } from "dragline/monitor";
import { updating } from "dragline/storage";
import { monitorRows } from "../../../src/monitor/collections.ts";
import { HOUR, MINUTE, page, Rig } from "./rig.ts";

const never = updating(monitorRows, { where: { id: "nobody" } }, 1);

const definition: MonitorDefinition = { url: "https://example.com/", schedule: { every: HOUR } };

describe("states of a monitor (decisions, 3.5)", () => {
  it("stops by pause and goes on at once by resume", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(definition);
    expect(await rig.monitors.pause(id)).toMatchObject({
      isActive: false,
      nextRunAt: null,
      expired: false,
    });
    rig.start();
    await rig.pass(2 * HOUR);
    expect(rig.acquirer.asked).toEqual([]);
    const now = rig.clock.now();
    expect(await rig.monitors.resume(id)).toMatchObject({ isActive: true, nextRunAt: now });
    await rig.pass(MINUTE);
    expect(rig.acquirer.asked).toHaveLength(1);
  });

  it("expires by its time, and is resumed only with another one", async () => {
    await using rig = new Rig();
    const start = rig.clock.now();
    const { id } = await rig.monitors.add({ ...definition, expiresAt: start + HOUR });
    await rig.clock.advance(HOUR);
    expect(await rig.monitors.get(id)).toMatchObject({
      isActive: false,
      expired: true,
      nextRunAt: null,
    });
    await expect(rig.monitors.resume(id)).rejects.toMatchObject({ code: "MONITOR_EXPIRED" });
    const past = rig.monitors.resume(id, { expiresAt: start });
    await expect(past).rejects.toMatchObject({ code: "INVALID_DEFINITION" });
    const resumed = await rig.monitors.resume(id, { expiresAt: null });
    expect(resumed).toMatchObject({ isActive: true, expired: false, expiresAt: null });
  });

  it("stays inactive when its end is moved", async () => {
    await using rig = new Rig();
    const end = rig.clock.now() + HOUR;
    const { id } = await rig.monitors.add({ ...definition, expiresAt: end });
    await rig.clock.advance(HOUR);
    const moved = await rig.monitors.expire(id, end + HOUR);
    expect(moved).toMatchObject({ isActive: false, expired: false, expiresAt: end + HOUR });
  });

  it("is not checked by a worker once it is over", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add({ ...definition, expiresAt: rig.clock.now() + HOUR / 2 });
    rig.start();
    await rig.pass(2 * HOUR);
    expect(rig.acquirer.asked).toHaveLength(1);
    expect(await rig.monitors.list({ isActive: false })).toMatchObject([{ id, expired: true }]);
  });

  it("starts a new baseline with another URL, and keeps it with another schedule", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(definition);
    await rig.monitors.check(id);
    rig.acquirer.answer = async () => page("v2");
    await rig.monitors.replace(id, { ...definition, schedule: { every: 2 * HOUR } });
    expect((await rig.monitors.check(id)).changeId).not.toBeNull();
    rig.acquirer.answer = async () => page("v3");
    await rig.monitors.replace(id, { ...definition, url: "https://example.com/other" });
    expect(await rig.monitors.check(id)).toMatchObject({ status: "completed", changeId: null });
  });

  it("refuses more active monitors than an owner may have, also of those that are resumed", async () => {
    await using rig = new Rig({}, { maxActivePerOwner: 2 });
    const owned = { ...definition, owner: "a" };
    const { id } = await rig.monitors.add(owned);
    await rig.monitors.add(owned);
    await expect(rig.monitors.add(owned)).rejects.toMatchObject({
      code: "TOO_MANY_ACTIVE",
      details: { limit: 2 },
    });
    await rig.monitors.add({ ...definition, owner: "b" });
    await rig.monitors.pause(id);
    await rig.monitors.add(owned);
    await expect(rig.monitors.resume(id)).rejects.toMatchObject({ code: "TOO_MANY_ACTIVE" });
    const both = [rig.monitors.add(owned), rig.monitors.add({ ...owned, isActive: false })];
    const [refused, stored] = await Promise.allSettled(both);
    expect([refused?.status, stored?.status]).toEqual(["rejected", "fulfilled"]);
  });

  it("leaves nothing of a monitor that is removed during its check", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(definition);
    const asked = Promise.withResolvers<AbortSignal>();
    rig.acquirer.answer = async (_, call) => {
      asked.resolve(call);
      return new Promise((_resolve, reject) => {
        call.addEventListener("abort", () => reject(call.reason), { once: true });
      });
    };
    const checking = rig.monitors.check(id);
    const call = await asked.promise;
    await rig.monitors.remove(id);
    await expect(checking).rejects.toThrow("no longer held");
    expect(call.aborted).toBe(true);
    await expect(rig.monitors.get(id)).rejects.toMatchObject({ code: "UNKNOWN_MONITOR" });
    await expect(rig.monitors.runs(id)).rejects.toMatchObject({ code: "UNKNOWN_MONITOR" });
  });
});

describe("Monitors.request", () => {
  it("has a paused monitor checked by a worker, and refuses a second check meanwhile", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add({ ...definition, isActive: false });
    const run = await rig.monitors.request(id);
    expect(run).toMatchObject({ status: "processing", trigger: "manual" });
    await expect(rig.monitors.request(id)).rejects.toMatchObject({ code: "CHECK_UNDER_WAY" });
    rig.start();
    await rig.pass(MINUTE);
    expect(await rig.monitors.run(id, run.id)).toMatchObject({ status: "completed" });
    expect((await rig.monitors.get(id)).nextRunAt).toBeNull();
  });
});

describe("CheckLedger", () => {
  it("refuses a manual check with its reason, and skips a scheduled one", async () => {
    const ledger = {
      begin: async () => ({
        credits: 2,
        // Never holds: there is no such row.
        operations: [never],
        refusal: "insufficient_credits",
      }),
      end: async () => ({ creditsUsed: 0, operations: [], isTold: false }),
      stored: () => {},
    };
    await using rig = new Rig({ ledger });
    const { id } = await rig.monitors.add(definition);
    await expect(rig.monitors.check(id)).rejects.toMatchObject({
      code: "CHECK_REFUSED",
      details: { reason: "insufficient_credits" },
    });
    rig.start();
    await rig.pass(MINUTE);
    expect(await rig.monitors.runs(id)).toMatchObject([
      { status: "skipped", error: "insufficient_credits", creditsUsed: 0 },
    ]);
    const { isActive, nextRunAt, createdAt } = await rig.monitors.get(id);
    expect([isActive, nextRunAt]).toEqual([true, createdAt + HOUR]);
  });
});
