import { describe, expect, it } from "vitest";
import type { Monitor } from "dragline/monitor";
import { FakeIds } from "dragline/testing";
import { recordStores } from "../../../webhooks/record-stores.ts";
import { call, changeOf, ended, endingOf, HOOK, makeRig, monitorOf } from "./alerts-rig.ts";

const CHECKS = 300;
/** Checks at a time. */
const AT_ONCE = 20;

/** A check that the test begins, and lets end in one way or another. */
interface Trial {
  readonly monitor: Monitor;
  readonly runId: string;
  readonly chance: number;
}

function trial(owner: string, index: number, random: () => number): Trial {
  const scope = (["page", "site", "wire"] as const)[Math.floor(random() * 3)] ?? "page";
  const maxPages = 1 + Math.floor(random() * 10);
  const values = { scope, maxPages, aiMode: random() < 0.3, wireActionId: "act" };
  const watchMode = random() < 0.5 ? "full_page" : "specific_data";
  const monitor = monitorOf(owner, { ...values, watchMode, id: `m${index % 7}` });
  return { monitor, runId: `r${index}`, chance: random() };
}

describe.each(recordStores)("CheckLedger of the service on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("leaves 300 credits, granted ones and minus what checks cost", async () => {
    const ids = new FakeIds();
    const rig = await makeRig({ records: await make()() });
    const { account, alerts, ledger, records, accounts } = rig;
    await alerts.set(
      { id: "m1", owner: account },
      { alertWebhookUrl: HOOK, alertEmails: null },
      call,
    );
    const tally = { used: 0, skipped: 0, granted: 0, told: 0 };
    const run = async ({ monitor, runId, chance }: Trial): Promise<void> => {
      const begin = await ledger.begin({ monitor, runId }, call);
      if (!(await records.atomic(begin.operations, call)).applied) {
        tally.skipped += 1;
        return;
      }
      const status = chance < 0.3 ? "failed" : "completed";
      const change = chance > 0.8 ? changeOf(monitor, { id: `c-${runId}` }) : undefined;
      const pagesCrawled = Math.floor(chance * (monitor.maxPages + 1));
      const result = { id: runId, status, pagesCrawled, creditsUsed: begin.credits } as const;
      const ending = endingOf(monitor, change, result);
      // Two workers that both think that the check is theirs.
      const both = chance < 0.5 && begin.credits > 0 && status === "failed";
      const ends = await Promise.all((both ? [1, 2] : [1]).map(() => ended(rig, ending)));
      expect(ends.filter(({ applied }) => applied)).toHaveLength(1);
      tally.used += ends[0]?.creditsUsed ?? Number.NaN;
      tally.told += ends[0]?.isTold ? 1 : 0;
    };
    const trials = Array.from({ length: CHECKS }, (_each, index) =>
      trial(account, index, () => ids.random()),
    );
    for (let from = 0; from < CHECKS; from += AT_ONCE) {
      await Promise.all(trials.slice(from, from + AT_ONCE).map(run));
      await accounts.grant(account, 20, "more");
      tally.granted += 20;
    }
    const after = await accounts.get(account);
    expect(after).toMatchObject({ balance: 300 + tally.granted - tally.used, used: tally.used });
    expect(after.balance).toBeGreaterThanOrEqual(0);
    const entries = await accounts.entries(account);
    expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(after.balance);
    expect(tally.skipped).toBeGreaterThan(10);
    const listed = await alerts.deliveries({ id: "m1", owner: account }, 200, call);
    expect(listed.length).toBe(tally.told);
    expect(tally.told).toBeGreaterThan(0);
  });
});
