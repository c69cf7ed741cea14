import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemIds } from "dragline";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { keyRows } from "../../../../src/service/accounts/collections.ts";
import { KeyStore } from "../../../../src/service/accounts/key-store.ts";

const call = { signal: new AbortController().signal };

async function makeKeys() {
  const clock = new FakeClock();
  const parts = { records: new MemoryRecords(), clock, ids: systemIds };
  const accounts = new AccountStore({ ...parts, settings: { newAccountCredits: 300 } });
  const keys = new KeyStore(parts);
  return { ...parts, keys, accounts, account: (await accounts.create()).id };
}

describe("KeyStore", () => {
  it("shows a key once, and stores neither it nor more than a hint of it", async () => {
    const { keys, account, records } = await makeKeys();
    const made = await keys.create(account, { label: "laptop" });
    expect(made).toEqual({
      id: expect.stringMatching(/^key_/),
      account,
      label: "laptop",
      hint: made.key.slice(0, 8),
      createdAt: "2026-01-01T00:00:00.000Z",
      lastUsedAt: null,
      revokedAt: null,
      key: expect.stringMatching(/^dl_[\w-]{43}$/),
    });
    const { key, ...view } = made;
    expect(await keys.list(account)).toEqual([view]);
    expect(await keys.find(key)).toEqual({ ...view, lastUsedAt: "2026-01-01T00:00:00.000Z" });
    const rows = JSON.stringify(await records.find(keyRows, {}, call));
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(key.slice(8));
  });

  it("finds a key with white space around it", async () => {
    const { keys, account } = await makeKeys();
    const { key, id } = await keys.create(account);
    for (const text of [` ${key}`, `${key}\n`, `\t${key}  `]) {
      expect(await keys.find(text)).toMatchObject({ id });
    }
  });

  it("finds nothing else, without asking the store for what can be no key", async () => {
    const { keys, account, records } = await makeKeys();
    const { key } = await keys.create(account);
    let finds = 0;
    const find = records.find.bind(records);
    records.find = (...args) => {
      finds += 1;
      return find(...args);
    };
    const noKeys = [
      "",
      "   ",
      "x".repeat(15),
      "x".repeat(257),
      `${key}${" ".repeat(1e6)}`,
      `é${key}`,
    ];
    for (const text of [...noKeys, undefined, { key }, [key]]) {
      expect(await keys.find(text as string)).toBeUndefined();
    }
    expect(finds).toBe(0);
    for (const text of [key.slice(0, -1), `${key}x`, key.toUpperCase(), "x".repeat(256)]) {
      expect(await keys.find(text)).toBeUndefined();
    }
    expect(finds).toBe(4);
  });

  it("takes a key of the host's choice, once", async () => {
    const { keys, account, accounts } = await makeKeys();
    const key = "correct-horse-battery";
    expect(await keys.create(account, { key })).toMatchObject({ key, hint: "correct-" });
    const other = (await accounts.create()).id;
    await expect(keys.create(other, { key })).rejects.toMatchObject({ code: "CONFLICT" });
    const made = await keys.list();
    await keys.revoke(made[0]?.id ?? "");
    await expect(keys.create(account, { key })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    "short",
    "x".repeat(257),
    "with a space in it",
    "tab\tin the middle",
    "ümlaut-ümlaut-ümlaut",
    "",
  ])("refuses %j as a key", async (key) => {
    const { keys, account } = await makeKeys();
    const made = keys.create(account, { key });
    await expect(made).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  it("ends a key at once; ending it again changes nothing", async () => {
    const { keys, account, clock } = await makeKeys();
    const { key, id } = await keys.create(account);
    await clock.advance(1000);
    const revoked = await keys.revoke(id);
    expect(revoked.revokedAt).toBe("2026-01-01T00:00:01.000Z");
    expect(await keys.find(key)).toBeUndefined();
    await clock.advance(1000);
    expect(await keys.revoke(id)).toEqual(revoked);
    await expect(keys.revoke("key_none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lists the keys of an account, or of all, oldest first", async () => {
    const { keys, account, accounts } = await makeKeys();
    const other = (await accounts.create()).id;
    for (const [owner, label] of [
      [account, "b"],
      [other, "a"],
      [account, "c"],
    ] as const) {
      await keys.create(owner, { label });
    }
    expect((await keys.list()).map(({ label }) => label)).toEqual(["b", "a", "c"]);
    expect((await keys.list(account)).map(({ label }) => label)).toEqual(["b", "c"]);
    expect(await keys.list("none")).toEqual([]);
  });

  it("makes no key for an account that is removed at the same time", async () => {
    const { keys, account, accounts } = await makeKeys();
    await Promise.allSettled([
      ...Array.from({ length: 5 }, () => keys.create(account)),
      accounts.remove(account),
      ...Array.from({ length: 5 }, () => keys.create(account)),
    ]);
    expect(await keys.list()).toEqual([]);
  });

  it("finds exactly the keys that it made, whatever they are", async () => {
    const visible = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCodePoint(code)),
      minLength: 16,
      maxLength: 256,
    });
    await fc.assert(
      fc.asyncProperty(visible, visible, async (key, other) => {
        const { keys, account } = await makeKeys();
        await keys.create(account, { key });
        expect(await keys.find(key)).toMatchObject({ account });
        expect((await keys.find(other)) !== undefined).toBe(key === other);
      }),
      { numRuns: 50 },
    );
  });
});
