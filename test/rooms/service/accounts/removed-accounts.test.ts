import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished } from "vitest";
import { CdpProxyError } from "dragline/cdp-proxy";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { monitorRows } from "../../../../src/monitor/collections.ts";
import { accountCollections } from "../../../../src/service/accounts/account-parts.ts";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { removedRows } from "../../../../src/service/accounts/collections.ts";
import { RemovedAccounts } from "../../../../src/service/accounts/removed-accounts.ts";
import { belongings } from "../../../../src/service/belongings.ts";
import { endpointRows, secretRows } from "../../../../src/webhooks/collections.ts";
import { FakeRecordings } from "../../../transports/fake-recordings.ts";
import { SessionWorld } from "../../../spec/session-world.ts";

const call = { signal: new AbortController().signal };
const MINUTE = 60_000;

const noReceivers = {
  endpoints: { list: async () => [], remove: async () => {} },
  secrets: { remove: async () => {} },
};

/** What was told to the host's log. */
function heard(): unknown[] {
  const told: unknown[] = [];
  const hear = (message: unknown): number => told.push(message);
  subscribe("dragline:service:failure", hear);
  onTestFinished(() => void unsubscribe("dragline:service:failure", hear));
  return told;
}

/** Accounts, and something that they have. */
async function stage() {
  const clock = new FakeClock();
  const records = new MemoryRecords();
  const settings = { newAccountCredits: 0 };
  const accounts = new AccountStore({ records, clock, ids: new FakeIds(), settings });
  await records.ensure(accountCollections, call);
  const asked: string[] = [];
  const belonging = { failure: undefined as Error | undefined, removeOf };
  async function removeOf(account: string): Promise<void> {
    asked.push(account);
    if (belonging.failure !== undefined) throw belonging.failure;
  }
  const removed = new RemovedAccounts({ records, clock, belongings: [belonging] });
  /** Lets time pass, with a sweep each minute; gives how often somebody was asked. */
  const pass = async (minutes: number): Promise<number> => {
    const before = asked.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      await removed.sweep(0, call);
      await clock.advance(MINUTE);
    }
    return asked.length - before;
  };
  const left = (): Promise<number> => records.count(removedRows, {}, call);
  return { accounts, asked, belonging, pass, left };
}

describe("RemovedAccounts", () => {
  it("removes at once, looks ever more rarely, and forgets the account after 3 h", async () => {
    const { accounts, asked, pass, left } = await stage();
    await accounts.create();
    const { id } = await accounts.create();
    expect(await pass(5)).toBe(0);
    await accounts.remove(id);
    expect(await pass(1)).toBe(1);
    expect(await pass(8)).toBe(4);
    expect(await left()).toBe(1);
    expect(await pass(300)).toBeLessThan(8);
    expect(new Set(asked)).toEqual(new Set([id]));
    expect(await left()).toBe(0);
  });

  it("tells the host what fails and goes on until it does not", async () => {
    const told = heard();
    const { accounts, belonging, pass, left } = await stage();
    await accounts.remove((await accounts.create()).id);
    belonging.failure = new Error("down");
    await pass(600);
    expect(told[0]).toMatchObject({ error: belonging.failure });
    expect(await left()).toBe(1);
    belonging.failure = undefined;
    await pass(400);
    expect(await left()).toBe(0);
  });

  it("looks after more than a hundred in one sweep", async () => {
    const { accounts, asked, pass } = await stage();
    for (let count = 0; count < 205; count += 1)
      await accounts.remove((await accounts.create()).id);
    await pass(1);
    expect(new Set(asked).size).toBe(205);
  });
});

describe("belongings", () => {
  it("leaves a session that is in use for later, and fails for all else", async () => {
    const { clock, blobs, store } = new SessionWorld();
    const recordings = new FakeRecordings({ clock, blobs });
    const monitors = { list: async () => [], remove: async () => {} };
    const reserved = await store.reserve({ owner: "a", name: "used" }, call);
    await reserved.save({ state: { cookies: [], origins: [] } }, call);
    const recipes = { removeOf: async () => {} };
    const ownPages = recipes;
    const identities = { store: recipes, sources: recipes };
    const [builds, aiSources] = [recipes, recipes];
    const kept = { recipes, ownPages, builds, aiSources, privateActions: recipes, identities };
    const rest = { recordings, monitors, webhooks: noReceivers, ...kept };
    const [sessions] = belongings({ sessions: store, ...rest });
    await sessions?.removeOf("a", call);
    expect(await store.list({ owner: "a" }, call)).toHaveLength(1);
    await reserved.release();
    await sessions?.removeOf("a", call);
    expect(await store.list({ owner: "a" }, call)).toEqual([]);
    const failure = new CdpProxyError("LEASE_LOST", { message: "another reason" });
    const broken = { list: () => Promise.reject(failure), remove: async () => {} };
    const [failing] = belongings({ sessions: broken, ...rest });
    await expect(failing?.removeOf("a", call)).rejects.toBe(failure);
  });
});

describe("belongings: recipes and pages of the index", () => {
  it("are removed with the account's others", async () => {
    const { clock, blobs, store } = new SessionWorld();
    const asked: string[] = [];
    const all = belongings({
      sessions: store,
      recordings: new FakeRecordings({ clock, blobs }),
      monitors: { list: async () => [], remove: async () => {} },
      webhooks: noReceivers,
      recipes: { removeOf: async (account) => void asked.push(`recipes of ${account}`) },
      ownPages: { removeOf: async (account) => void asked.push(`pages of ${account}`) },
      builds: { removeOf: async () => {} },
      aiSources: { removeOf: async (account) => void asked.push(`answers of ${account}`) },
      privateActions: { removeOf: async (account) => void asked.push(`actions of ${account}`) },
      identities: {
        store: { removeOf: async (account) => void asked.push(`identities of ${account}`) },
        sources: { removeOf: async (account) => void asked.push(`sources of ${account}`) },
      },
    });
    for (const each of all) await each.removeOf("a", call);
    expect(asked).toEqual([
      "recipes of a",
      "pages of a",
      "answers of a",
      "actions of a",
      "identities of a",
      "sources of a",
    ]);
  });
});

describe("Service.run", () => {
  it("removes sessions, recordings, monitors and receivers of a removed account, and of no other", async () => {
    const world = new SessionWorld();
    const recorder = new FakeRecordings(world);
    const given = { ...world.collaborators, recorder, recordings: recorder };
    await using service = createService({ ...given, ids: new FakeIds() });
    const owners = [await service.accounts.create(), await service.accounts.create()];
    const ask = async (key: string, path: string, body?: unknown): Promise<number> => {
      const asked = new Request(`http://service.test/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await service.fetch(asked)).status;
    };
    const monitor = { url: "https://www.example.com/", intervalMinutes: 60, isActive: false };
    for (const { id } of owners) {
      const { key } = await service.keys.create(id);
      expect(await ask(key, "/monitors", monitor)).toBe(201);
      expect(await ask(key, "/webhooks", { url: "https://hook.example.com/" })).toBe(201);
      expect(await ask(key, "/webhooks/signing-secret")).toBe(200);
      await world.save(id, "login");
      await recorder.add(`connection of ${id}`, id);
    }
    const [gone, kept] = owners.map(({ id }) => id);
    await service.accounts.remove(gone ?? "");
    const stopping = new AbortController();
    const run = service.run({ signal: stopping.signal });
    const left = async (owner = ""): Promise<unknown> => ({
      sessions: (await world.store.list({ owner }, call)).length,
      recordings: (await recorder.list(owner)).length,
      monitors: await world.records.count(monitorRows, { where: { owner } }, call),
      endpoints: await world.records.count(endpointRows, { where: { account: owner } }, call),
      secrets: await world.records.count(secretRows, { where: { account: owner } }, call),
    });
    const none = { sessions: 0, recordings: 0, monitors: 0, endpoints: 0, secrets: 0 };
    await expect.poll(() => left(gone)).toEqual(none);
    const one = { sessions: 1, recordings: 1, monitors: 1, endpoints: 1, secrets: 1 };
    expect(await left(kept)).toEqual(one);
    stopping.abort();
    await run;
  });
});
