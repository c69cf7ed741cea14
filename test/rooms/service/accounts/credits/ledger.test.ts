import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { accountCollections } from "../../../../../src/service/accounts/account-parts.ts";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { charging, refunding } from "../../../../../src/service/accounts/credits/ledger.ts";
import { pay } from "../../../../../src/service/accounts/credits/pay.ts";

const call = { signal: new AbortController().signal };
const at = 0;

async function makeLedger() {
  const records = new MemoryRecords();
  await records.ensure(accountCollections, call);
  const settings = { newAccountCredits: 10 };
  const accounts = new AccountStore({
    records,
    clock: new FakeClock(),
    ids: new FakeIds(),
    settings,
  });
  return { records, accounts, account: (await accounts.create()).id };
}

describe("charging and refunding", () => {
  it("count once for a job, however often they are tried", async () => {
    const { records, accounts, account } = await makeLedger();
    const moved = { account, job: "j", product: "map", credits: 4, at };
    const tries = Array.from({ length: 5 }, () => records.atomic(charging(moved), call));
    expect((await Promise.all(tries)).filter(({ applied }) => applied)).toHaveLength(1);
    expect(await accounts.get(account)).toMatchObject({ balance: 6, used: 4 });
    const back = Array.from({ length: 5 }, () => records.atomic(refunding(moved), call));
    expect((await Promise.all(back)).filter(({ applied }) => applied)).toHaveLength(1);
    expect(await accounts.get(account)).toMatchObject({ balance: 10, used: 0 });
  });

  it("do nothing to what costs nothing", () => {
    const moved = { account: "a", job: "j", product: "map", credits: 0, at };
    expect([charging(moved), refunding(moved)]).toEqual([[], []]);
  });

  it("give credits of an account that is gone to nobody", async () => {
    const { records, accounts, account } = await makeLedger();
    const moved = { account, job: "j", product: "map", credits: 4, at };
    await records.atomic(charging(moved), call);
    await accounts.remove(account);
    expect(await records.atomic(refunding(moved), call)).toMatchObject({ applied: true });
    expect(await accounts.list()).toEqual([]);
    const sum = (await accounts.entries(account)).reduce((all, { credits }) => all + credits, 0);
    expect(sum).toBe(10);
  });
});

describe("pay", () => {
  const payment = (account: string, cost: number, job = "j") => ({
    account,
    cost,
    operations: charging({ account, job, product: "map", credits: cost, at }),
  });

  it("says what is missing, and takes nothing", async () => {
    const { records, accounts, account } = await makeLedger();
    await expect(pay(records, payment(account, 11), call)).rejects.toMatchObject({
      code: "INSUFFICIENT_CREDITS",
      details: { extra: { balance: 10, required: 11 } },
    });
    expect(await accounts.get(account)).toMatchObject({ balance: 10, used: 0 });
    expect(await accounts.entries(account)).toHaveLength(1);
  });

  it("tries again where a refund made the balance enough meanwhile", async () => {
    const { records, accounts, account } = await makeLedger();
    const find = records.find.bind(records);
    records.find = async (...args) => {
      records.find = find;
      await accounts.grant(account, 5, "meanwhile");
      return find(...args);
    };
    await pay(records, payment(account, 11), call);
    expect(await accounts.get(account)).toMatchObject({ balance: 4, used: 11 });
  });

  it("tells an account that is gone, and a job that was paid, from a low balance", async () => {
    const { records, account } = await makeLedger();
    await expect(pay(records, payment("none", 1), call)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await pay(records, payment(account, 1), call);
    const again = pay(records, payment(account, 1), call);
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
