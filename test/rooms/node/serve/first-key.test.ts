import { createService, type Service } from "dragline/service";
import { describe, expect, it } from "vitest";
import { ensureFirstKey } from "../../../../src/node/serve/first-key.ts";

const { signal } = new AbortController();
const own = "a-key-of-the-host-1234";

async function ownersOf(service: Service): Promise<number> {
  return (await service.accounts.list()).length;
}

describe("ensureFirstKey", () => {
  it("makes an account and a key once, and shows the key once", async () => {
    await using service = createService();
    const key = await ensureFirstKey(service, undefined, signal);
    const [account] = await service.accounts.list();
    expect(await service.keys.find(key ?? "")).toMatchObject({ account: account?.id });
    expect(await ensureFirstKey(service, undefined, signal)).toBeUndefined();
    expect(await ownersOf(service)).toBe(1);
  });

  it("gives the first account the host's own key, once over restarts", async () => {
    await using service = createService();
    for (let starts = 0; starts < 3; starts += 1) {
      expect(await ensureFirstKey(service, own, signal)).toBeUndefined();
    }
    expect(await service.keys.list()).toMatchObject([{ label: "DRAGLINE_API_KEY" }]);
    expect(await ownersOf(service)).toBe(1);
  });

  it("gives a further key to the account that is there when the host's own changes", async () => {
    await using service = createService();
    await ensureFirstKey(service, own, signal);
    await ensureFirstKey(service, `${own}-new`, signal);
    expect(await ownersOf(service)).toBe(1);
    expect(await service.keys.list()).toHaveLength(2);
  });

  it("makes one account for processes that start at once with one key", async () => {
    await using service = createService();
    const starts = Array.from({ length: 8 }, () => ensureFirstKey(service, own, signal));
    await Promise.all(starts);
    expect(await service.keys.list()).toHaveLength(1);
    expect(await ownersOf(service)).toBe(1);
    expect(await service.keys.find(own)).toBeDefined();
  });

  it("does not bring back a key that was revoked", async () => {
    await using service = createService();
    await ensureFirstKey(service, own, signal);
    const [key] = await service.keys.list();
    await service.keys.revoke(key?.id ?? "");
    await expect(ensureFirstKey(service, own, signal)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each(["short", "ü".repeat(20), "a".repeat(257)])("refuses %s as a key", async (key) => {
    await using service = createService();
    await expect(ensureFirstKey(service, key, signal)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
    expect(await ownersOf(service)).toBe(0);
  });
});
