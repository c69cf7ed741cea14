import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished } from "vitest";
import { CdpProxyError, type SessionStore } from "dragline/cdp-proxy";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { monitorRows } from "../../../../src/monitor/collections.ts";
import { accountCollections } from "../../../../src/service/accounts/account-parts.ts";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { removedRows } from "../../../../src/service/accounts/collections.ts";
import {
  RemovedAccounts,
  type Belonging,
} from "../../../../src/service/accounts/removed-accounts.ts";
import { serviceParts } from "../../../../src/service/compose/service-parts.ts";
import { serviceSettings } from "../../../../src/service/base/service-settings.ts";
import { sessions } from "../../../../src/service/slices/sessions/slice.ts";
import { Disposer } from "../../../../src/core/dispose.ts";
import { endpointRows, secretRows } from "../../../../src/webhooks/collections.ts";
import { FakeRecordings } from "../../../transports/fake-recordings.ts";
import { SessionWorld } from "../../../spec/session-world.ts";
import { openedSlices } from "../compose/opened-slices.ts";

const call = { signal: new AbortController().signal };
const MINUTE = 60_000;

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

describe("belongings of sessions", () => {
  it("leave a session that is in use for later, and fail for all else", async () => {
    const { clock, store } = new SessionWorld();
    const reserved = await store.reserve({ owner: "a", name: "used" }, call);
    await reserved.save({ state: { cookies: [], origins: [] } }, call);
    await using owned = new Disposer();
    const { engines } = serviceParts({ clock }, serviceSettings({}), owned);
    const belongingsOf = (kept: SessionStore): readonly Belonging[] => {
      const connections = { sessions: kept, interactive: undefined };
      return sessions.open({ connections, engines, clock, checkTarget: () => {} }).belongings;
    };
    const [belonging] = belongingsOf(store);
    await belonging?.removeOf("a", call);
    expect(await store.list({ owner: "a" }, call)).toHaveLength(1);
    await reserved.release();
    await belonging?.removeOf("a", call);
    expect(await store.list({ owner: "a" }, call)).toEqual([]);
    const failure = new CdpProxyError("LEASE_LOST", { message: "another reason" });
    const [failing] = belongingsOf({ ...store, list: () => Promise.reject(failure) });
    await expect(failing?.removeOf("a", call)).rejects.toBe(failure);
  });
});

describe("belongings of all families", () => {
  it("are what has an account's rows, pages and files", async () => {
    await using owned = new Disposer();
    const settings = serviceSettings({});
    const parts = serviceParts({ clock: new FakeClock() }, settings, owned);
    const asked: string[] = [];
    const told = (what: string): Belonging => ({
      removeOf: async (account) => void asked.push(`${what} of ${account}`),
    });
    const as = (made: object | undefined, what: string): unknown =>
      Object.assign(made ?? {}, told(what));
    const { wire, connections, outputs, ownPages } = parts;
    as(wire.privateActions, "actions");
    as(wire.identities.store, "identities");
    as(wire.identities.sources, "sources");
    as(connections.recordings, "recordings");
    as(outputs.recipes, "recipes");
    as(ownPages, "pages");
    const { belongings } = openedSlices(parts);
    for (const each of belongings) await each.removeOf("a", call);
    expect(asked.toSorted()).toEqual([
      "actions of a",
      "identities of a",
      "pages of a",
      "recipes of a",
      "recordings of a",
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
