import { describe, expect, it } from "vitest";
import type { Monitor, MonitorRun } from "dragline/monitor";
import { call, ended, endingOf, makeRig, monitorOf, type Rig } from "./alerts-rig.ts";

/** Begins a check and stores it; undefined when its terms do not hold. */
async function begun({ ledger, records }: Rig, monitor: Monitor, runId = "r1") {
  const { credits, operations, refusal } = await ledger.begin({ monitor, runId }, call);
  const { applied } = await records.atomic(operations, call);
  return applied ? credits : refusal;
}

/** What a check of a monitor costs: while it is under way, and in the end. */
async function costs(definition: Partial<Monitor>, run: Partial<MonitorRun> = {}) {
  const rig = await makeRig();
  const monitor = monitorOf(rig.account, definition);
  const creditsUsed = await begun(rig, monitor);
  const { balance } = await rig.accounts.get(rig.account);
  const ending = endingOf(monitor, undefined, { creditsUsed: Number(creditsUsed), ...run });
  const terms = await ended(rig, ending);
  const after = await rig.accounts.get(rig.account);
  expect(after).toMatchObject({ balance: 300 - terms.creditsUsed, used: terms.creditsUsed });
  return [300 - balance, terms.creditsUsed];
}

describe("CheckLedger of the service", () => {
  it.each<[string, Partial<Monitor>, number]>([
    ["a page", {}, 2],
    ["a page with aiMode", { aiMode: true }, 3],
    ["values", { watchMode: "specific_data" }, 3],
    ["values with aiMode", { watchMode: "specific_data", aiMode: true }, 4],
    ["an action", { scope: "wire", wireActionId: "act" }, 5],
    ["an action with aiMode", { scope: "wire", wireActionId: "act", aiMode: true }, 6],
    ["an action that is gone", { scope: "wire", wireActionId: "none" }, 0],
  ])("takes what a check of %s costs", async (_, definition, price) => {
    expect(await costs(definition)).toEqual([price, price]);
    expect(await costs(definition, { status: "failed" })).toEqual([price, 0]);
  });

  it.each([
    [12, false, [50, 12]],
    [12, true, [51, 13]],
    [50, true, [51, 51]],
    [60, true, [51, 51]],
    [0, false, [50, 0]],
  ])("settles a site of %i pages, with aiMode %s", async (pagesCrawled, aiMode, prices) => {
    expect(await costs({ scope: "site", aiMode }, { pagesCrawled })).toEqual(prices);
    const failed = { pagesCrawled, status: "failed" } as const;
    expect(await costs({ scope: "site", aiMode }, failed)).toEqual([prices[0], 0]);
  });

  it("never gives more back, or keeps more, than was reserved", async () => {
    expect(await costs({ scope: "site", maxPages: 3 }, { pagesCrawled: 9 })).toEqual([3, 3]);
  });

  it("lets no check begin that the balance is too low for", async () => {
    const rig = await makeRig();
    await rig.accounts.grant(rig.account, -299, "test");
    expect(await begun(rig, monitorOf(rig.account))).toBe("insufficient_credits");
    const balance = { balance: 1, used: 0 };
    expect(await rig.accounts.get(rig.account)).toMatchObject(balance);
    // As the engine ends what did not begin.
    await ended(rig, endingOf(monitorOf(rig.account), undefined, { status: "skipped" }));
    expect(await rig.accounts.get(rig.account)).toMatchObject(balance);
  });

  it("lets no check of an account that is gone begin", async () => {
    expect(await begun(await makeRig(), monitorOf("acc_none"))).toBe("insufficient_credits");
  });

  it("charges and gives back once, however often it is asked", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account, { scope: "site" });
    expect(await begun(rig, monitor)).toBe(50);
    expect(await begun(rig, monitor)).toBe("insufficient_credits");
    const ending = endingOf(monitor, undefined, { creditsUsed: 50, pagesCrawled: 10 });
    const terms = await Promise.all([rig.ledger.end(ending, call), rig.ledger.end(ending, call)]);
    const outcomes = [];
    for (const { operations } of terms) {
      const { applied } = await rig.records.atomic(operations, call);
      outcomes.push(applied);
    }
    expect(outcomes).toEqual([true, false]);
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 290, used: 10 });
  });

  it("writes down why, by run", async () => {
    const rig = await makeRig();
    const monitor = monitorOf(rig.account, { scope: "site", maxPages: 5 });
    await begun(rig, monitor, "r7");
    await ended(rig, endingOf(monitor, undefined, { id: "r7", creditsUsed: 5, pagesCrawled: 2 }));
    const entries = await rig.accounts.entries(rig.account);
    expect(entries.filter(({ kind }) => kind !== "grant")).toMatchObject([
      { kind: "charge", credits: -5, job: "monitor:r7" },
      { kind: "refund", credits: 3, job: "monitor:r7" },
    ]);
  });
});
