import { describe, expect, it } from "vitest";
import {
  createMonitors,
  type Acquirer,
  type AcquiredPage,
  type AcquireFailure,
} from "dragline/monitor";
import { FakeIds } from "dragline/testing";
import { call, HOOK, makeRig } from "./alerts-rig.ts";

const MONITORS = 8;
const ROUNDS = 12;

/** Pages that change, fail and vanish by chance; the same for the same numbers. */
function chancyPages(random: () => number): Acquirer {
  const page = (url: string): AcquiredPage | AcquireFailure => {
    const chance = random();
    if (chance < 0.25)
      return { status: "failed", code: "HTTP", error: "HTTP 500", isHostDown: false };
    const html = `<html><body><main><h1>Price</h1><p>${chance > 0.5 ? chance : "as it was"}</p></main></body></html>`;
    return { status: "completed", finalUrl: url, html };
  };
  return {
    page: async ({ url }) => page(url),
    async *site({ url, maxPages }) {
      const count = Math.floor(random() * (maxPages + 1));
      for (let index = 0; index < count; index += 1) {
        const at = index === 0 ? url : `${url}${index}`;
        yield { url: at, ...page(at) };
      }
      return { truncated: false };
    },
    action: async () => ({ status: "completed", result: { price: random() } }),
  };
}

describe("CheckLedger of the service with the engine", () => {
  it("leaves 300 credits, granted ones and minus what the runs say", async () => {
    const ids = new FakeIds();
    const rig = await makeRig({ mailer: { send: async () => undefined } });
    const { records, clock, ledger, alerts, account } = rig;
    const acquirer = chancyPages(() => ids.random());
    await using monitors = createMonitors(
      { acquirer, records, ledger, clock },
      { maxPerHost: 100, breakerFailures: 1_000 },
    );
    const scopes = ["page", "site", "wire"] as const;
    const made = [];
    for (let index = 0; index < MONITORS; index += 1) {
      const scope = scopes[index % 3] ?? "page";
      const wire = scope === "wire" ? { wireActionId: "act" } : {};
      const { id } = await monitors.add({
        owner: account,
        url: `https://h${index}.example/`,
        schedule: { every: 3_600_000 },
        scope,
        maxPages: 4,
        ...wire,
      });
      const settings = { alertWebhookUrl: HOOK, alertEmails: "a@example.com" };
      await alerts.set({ id, owner: account }, settings, call);
      made.push(id);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      // What is refused for lack of credits is refused whole.
      await Promise.all(made.map((id) => monitors.check(id).catch(() => undefined)));
      await clock.advance(1_000);
    }
    const runs = (await Promise.all(made.map((id) => monitors.runs(id)))).flat();
    const used = runs.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
    expect(await rig.accounts.get(account)).toMatchObject({ balance: 300 - used, used });
    expect(runs.filter(({ status }) => status === "failed").length).toBeGreaterThan(5);
    const changes = (await Promise.all(made.map((id) => monitors.changes(id)))).flat();
    expect(changes.length).toBeGreaterThan(5);
    const places = made.map((id) => ({ id, owner: account }));
    const told = await Promise.all(places.map((place) => alerts.deliveries(place, 200, call)));
    // Each change is told to both, once, and nothing else is.
    const named = told.flat().map(({ changeId, channel }) => `${changeId} ${channel}`);
    const wanted = changes.flatMap(({ id }) => [`${id} webhook`, `${id} email`]);
    expect(named.toSorted()).toEqual(wanted.toSorted());
  });

  it("gives back what a monitor's run reserved that is removed under way", async () => {
    const rig = await makeRig();
    const { records, clock, ledger, account } = rig;
    const { promise: began, resolve } = Promise.withResolvers<void>();
    const never = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        resolve();
      });
    const acquirer = {
      ...chancyPages(() => 1),
      page: (_: unknown, signal: AbortSignal) => never(signal),
    };
    await using monitors = createMonitors({ acquirer, records, ledger, clock });
    const schedule = { every: 3_600_000 };
    const { id } = await monitors.add({ owner: account, url: "https://h.example/", schedule });
    const checking = monitors.check(id).catch(() => undefined);
    await began;
    expect(await rig.accounts.get(account)).toMatchObject({ balance: 298 });
    await monitors.remove(id);
    await checking;
    expect(await rig.accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
  });
});
