import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { KeyStore } from "../../../../src/service/accounts/key-store.ts";

function makeStores() {
  const clock = new FakeClock();
  const parts = { records: new MemoryRecords(), clock, ids: new FakeIds() };
  const settings = { newAccountCredits: 300 };
  const accounts = new AccountStore({ ...parts, settings });
  return { accounts, keys: new KeyStore(parts), clock };
}

const aborted = { signal: AbortSignal.abort(new Error("gone")) };

describe("AccountStore", () => {
  it("makes accounts with 300 credits, or as many as the host says", async () => {
    const { accounts } = makeStores();
    const account = await accounts.create({ name: "Ann" });
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Ann",
      balance: 300,
      used: 0,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    expect(await accounts.get(account.id)).toEqual(account);
    expect(await accounts.create({ credits: 0 })).toMatchObject({ balance: 0, name: null });
  });

  it.each([{ credits: -1 }, { credits: 1.5 }, { credits: Number.NaN }, { credits: Infinity }])(
    "refuses %o",
    async (account) => {
      const { accounts } = makeStores();
      await expect(accounts.create(account)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
      expect(await accounts.list()).toEqual([]);
    },
  );

  it("takes names of 200 characters, and no longer ones", async () => {
    const { accounts } = makeStores();
    expect((await accounts.create({ name: "x".repeat(200) })).name).toHaveLength(200);
    const long = accounts.create({ name: "x".repeat(201) });
    await expect(long).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    const wrong = accounts.create({ name: 7 as unknown as string });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  it("lists the oldest first, also those of one millisecond", async () => {
    const { accounts, clock } = makeStores();
    for (const name of ["c", "a", "b"]) await accounts.create({ name });
    await clock.advance(5);
    await accounts.create({ name: "0" });
    expect((await accounts.list()).map(({ name }) => name)).toEqual(["c", "a", "b", "0"]);
  });

  it("gives and takes credits, never below 0, and writes down why", async () => {
    const { accounts } = makeStores();
    const { id } = await accounts.create();
    expect(await accounts.grant(id, 50, "gift")).toMatchObject({ balance: 350, used: 0 });
    expect(await accounts.grant(id, -350, "mistake")).toMatchObject({ balance: 0, used: 0 });
    await expect(accounts.grant(id, -1, "more")).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      message: "Insufficient credits: cost 1, balance 0",
    });
    const entries = await accounts.entries(id);
    expect(entries.map(({ credits, reason, kind, job }) => [credits, reason, kind, job])).toEqual(
      expect.arrayContaining([
        [300, "new account", "grant", null],
        [50, "gift", "grant", null],
        [-350, "mistake", "grant", null],
      ]),
    );
    expect(entries).toHaveLength(3);
  });

  it.each([0, 0.5, Number.NaN, Infinity, 1e13, -1e13])("grants no %d credits", async (credits) => {
    const { accounts } = makeStores();
    const { id } = await accounts.create();
    const grant = accounts.grant(id, credits, "x");
    await expect(grant).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await accounts.get(id)).toMatchObject({ balance: 300 });
  });

  it("takes from one balance what a hundred ask for at once only as often as it lasts", async () => {
    const { accounts } = makeStores();
    const { id } = await accounts.create();
    const takes = Array.from({ length: 100 }, () => accounts.grant(id, -7, "at once"));
    const outcomes = await Promise.allSettled(takes);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(42);
    expect(await accounts.get(id)).toMatchObject({ balance: 300 - 42 * 7 });
  });

  it("removes an account with its keys, and leaves others alone", async () => {
    const { accounts, keys } = makeStores();
    const [one, other] = [await accounts.create(), await accounts.create()];
    const [gone, kept] = [await keys.create(one.id), await keys.create(other.id)];
    await accounts.remove(one.id);
    expect(await keys.find(gone.key)).toBeUndefined();
    expect(await keys.find(kept.key)).toMatchObject({ account: other.id });
    expect(await accounts.list()).toEqual([other]);
    for (const call of [
      () => accounts.get(one.id),
      () => accounts.remove(one.id),
      () => accounts.grant(one.id, 5, "late"),
      () => keys.create(one.id),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("knows no account of an id that is no text", async () => {
    const { accounts } = makeStores();
    const id = { ne: null } as unknown as string;
    await expect(accounts.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(accounts.remove(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("does nothing for a caller who has gone", async () => {
    const { accounts } = makeStores();
    await expect(accounts.create({}, aborted)).rejects.toThrow("gone");
    expect(await accounts.list()).toEqual([]);
  });
});
