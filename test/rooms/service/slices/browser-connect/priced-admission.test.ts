import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeClock, FakeIds } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { PricedAdmission } from "../../../../../src/service/slices/browser-connect/priced-admission.ts";
import { serviceSettings } from "../../../../../src/service/base/service-settings.ts";
import type { ServiceOptions } from "../../../../../src/service/base/service-options.ts";

const { signal } = new AbortController();
const full = { code: "TOO_MANY_CONNECTIONS" };
const poor = { code: "INSUFFICIENT_CREDITS" };

/** Records that two processes share, or one. */
const stores = ["one process", "two processes on one SQLite file"] as const;

describe.each(stores)("PricedAdmission in %s", (store) => {
  let clock: FakeClock;
  let folder: string;
  let records: readonly [Records, Records];
  let accounts: AccountStore;

  beforeEach(async () => {
    clock = new FakeClock();
    folder = await mkdtemp(join(tmpdir(), "dragline-admission-"));
    const path = join(folder, "service.db");
    const memory = new MemoryRecords();
    records =
      store === "one process"
        ? [memory, memory]
        : [new SqliteRecords({}, { path }), new SqliteRecords({}, { path })];
    const parts = { records: records[0], clock, ids: new FakeIds() };
    accounts = new AccountStore({ ...parts, settings: serviceSettings({}) });
  });

  afterEach(async () => {
    for (const one of records) await one.close();
    await rm(folder, { recursive: true });
  });

  const admission = (at: 0 | 1 = 0, options: ServiceOptions = {}) =>
    new PricedAdmission({ records: records[at], clock, settings: serviceSettings(options) });
  const open = (owner: string, count: number, by = [admission(0), admission(1)] as const) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, index) =>
        (index % 2 === 0 ? by[0] : by[1]).admit({ owner, connectionId: `c${index}`, signal }),
      ),
    );
  const owner = async (credits = 100) => (await accounts.create({ credits })).id;
  const balance = async (id: string) => (await accounts.get(id)).balance;
  const refusals = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((one) => (one.status === "rejected" ? [one.reason as { code: string }] : []));

  it("takes 5 places of an account and 1 credit for each, however many come at once", async () => {
    const id = await owner();
    const results = await open(id, 12);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(refusals(results)).toHaveLength(7);
    for (const reason of refusals(results)) expect(reason).toMatchObject(full);
    expect(await balance(id)).toBe(95);
  });

  it("never takes more than there is", async () => {
    const id = await owner(3);
    const results = await open(id, 12);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const reason of refusals(results)) {
      expect(reason).toMatchObject({ ...poor, details: { cost: 1, balance: 0 } });
    }
    expect(await balance(id)).toBe(0);
  });

  it("leaves no place of one that could not pay", async () => {
    const id = await owner(0);
    await expect(open(id, 6)).resolves.toHaveLength(6);
    await accounts.grant(id, 5, "later");
    const results = await open(id, 5);
    expect(refusals(results)).toEqual([]);
  });

  it("tells when another try makes sense, and what the limit is", async () => {
    const id = await owner();
    await open(id, 5);
    await clock.advance(30_000);
    const again = admission().admit({ owner: id, connectionId: "late", signal });
    await expect(again).rejects.toMatchObject({
      ...full,
      details: { limit: 5, retryAfterMs: 60_000 },
    });
  });

  it("gives a place that nobody kept for 90 s to the next, and no sooner", async () => {
    const id = await owner();
    await open(id, 5);
    await clock.advance(89_999);
    await expect(
      admission(1).admit({ owner: id, connectionId: "a", signal }),
    ).rejects.toMatchObject(full);
    await clock.advance(1);
    const results = await open(id, 12, [admission(1), admission(0)] as const);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it("holds a place as long as it is kept", async () => {
    const id = await owner();
    const held = await admission(0, { concurrentBrowsers: 1 }).admit({
      owner: id,
      connectionId: "kept",
      signal,
    });
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await clock.advance(60_000);
      await held.keep({ signal });
    }
    const other = admission(1, { concurrentBrowsers: 1 });
    await expect(other.admit({ owner: id, connectionId: "b", signal })).rejects.toMatchObject(full);
  });

  it("leaves a place that another took over to the other", async () => {
    const id = await owner();
    const one = admission(0, { concurrentBrowsers: 1 });
    const other = admission(1, { concurrentBrowsers: 1 });
    const silent = await one.admit({ owner: id, connectionId: "silent", signal });
    await clock.advance(90_000);
    await other.admit({ owner: id, connectionId: "next", signal });
    await silent.keep({ signal });
    await silent.leave();
    await clock.advance(89_999);
    await expect(one.admit({ owner: id, connectionId: "c", signal })).rejects.toMatchObject(full);
  });

  it("gives the place back, and the credit where nothing came of it, once", async () => {
    const id = await owner();
    const held = await admission().admit({ owner: id, connectionId: "undone", signal });
    expect(await balance(id)).toBe(99);
    await Promise.all([held.leave({ refund: true }), held.leave({ refund: true })]);
    expect(await balance(id)).toBe(100);
    expect(refusals(await open(id, 5))).toEqual([]);
    expect((await accounts.get(id)).used).toBe(5);
  });

  it("keeps the credit of a connection that was used", async () => {
    const id = await owner();
    const held = await admission().admit({ owner: id, connectionId: "used", signal });
    await held.leave();
    expect(await balance(id)).toBe(99);
  });

  it("takes a period's price once, whoever asks how often", async () => {
    const id = await owner(3);
    const held = await admission().admit({ owner: id, connectionId: "long", signal });
    const paid = await Promise.all([1, 1, 1, 2].map((period) => held.pay(period, { signal })));
    expect(paid).toEqual([true, true, true, true]);
    expect(await balance(id)).toBe(0);
    expect(await held.pay(2, { signal })).toBe(true);
    expect(await held.pay(3, { signal })).toBe(false);
    const entries = await accounts.entries(id);
    expect(entries.filter(({ kind }) => kind === "charge").map(({ job }) => job)).toEqual([
      "connection:long:0",
      "connection:long:1",
      "connection:long:2",
    ]);
  });

  it("ends with an account that was removed", async () => {
    const id = await owner();
    const held = await admission().admit({ owner: id, connectionId: "orphan", signal });
    await accounts.remove(id);
    expect(await held.pay(1, { signal })).toBe(false);
    await held.leave({ refund: true });
  });

  it("asks nothing where the host says that it costs nothing", async () => {
    const id = await owner(0);
    const free = admission(0, { prices: { browserConnection: 0 } });
    const held = await free.admit({ owner: id, connectionId: "free", signal });
    expect(await held.pay(1, { signal })).toBe(true);
    await held.leave({ refund: true });
    expect(await balance(id)).toBe(0);
  });

  it("takes nothing for somebody who has gone", async () => {
    const id = await owner();
    const gone = new AbortController();
    const asking = admission().admit({ owner: id, connectionId: "gone", signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(asking).rejects.toThrow("gone");
    expect(await balance(id)).toBe(100);
    expect(refusals(await open(id, 5))).toEqual([]);
  });
});

describe("PricedAdmission of a store that fails for a while", () => {
  it("gives place and credit back when the store is there again", async () => {
    const clock = new FakeClock();
    const records = new MemoryRecords();
    const settings = serviceSettings({});
    const accounts = new AccountStore({ records, clock, ids: new FakeIds(), settings });
    const { id } = await accounts.create({ credits: 10 });
    let isDown = false;
    const flaky: Records = Object.assign(Object.create(records) as Records, {
      ensure: records.ensure.bind(records),
      find: records.find.bind(records),
      count: records.count.bind(records),
      atomic: (...given: Parameters<Records["atomic"]>) =>
        isDown ? Promise.reject(new Error("down")) : records.atomic(...given),
    });
    const admission = new PricedAdmission({ records: flaky, clock, settings });
    const held = await admission.admit({ owner: id, connectionId: "c", signal });
    isDown = true;
    const leaving = held.leave({ refund: true });
    await clock.advance(2000);
    isDown = false;
    await clock.advance(2000);
    await leaving;
    expect((await accounts.get(id)).balance).toBe(10);
  });
});
