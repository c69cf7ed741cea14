import { isCdpProxyError, type SessionStore } from "dragline/cdp-proxy";
import type { StorageState } from "dragline/browser";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { call, openStore, saved, stateOf } from "./sessions-rig.ts";

const owner = "user-1";

function newStore(): Promise<SessionStore> {
  const records = new MemoryRecords();
  const place = { openRecords: async () => records, blobs: new MemoryBlobs() };
  return openStore(place, { clock: new FakeClock() });
}

function refused(parameter: string): (error: unknown) => boolean {
  return (error) =>
    isCdpProxyError(error, "INVALID_REQUEST") && error.details.parameter === parameter;
}

describe("createSessionStore", () => {
  it.each(["", "x".repeat(101)])("refuses a name that is too short or too long", async (name) => {
    const store = await newStore();
    const id = await saved(store, { owner, name: "shop" });
    await expect(store.reserve({ owner, name }, call)).rejects.toSatisfy(refused("name"));
    await expect(store.rename(id, name, call)).rejects.toSatisfy(refused("name"));
    const reserved = await store.reserve({ owner, name: "y".repeat(100) }, call);
    await expect(reserved.rename(name, call)).rejects.toSatisfy(refused("name"));
  });

  it.each(["example.com", "ftp://example.com", "javascript:alert(1)", "//x", ""])(
    "refuses the website %j",
    async (websiteUrl) => {
      const reserving = (await newStore()).reserve({ owner, name: "a", websiteUrl }, call);
      await expect(reserving).rejects.toSatisfy(refused("websiteUrl"));
    },
  );

  it("keeps no password of a website's URL", async () => {
    const websiteUrl = "https://me:hunter2@example.com/a?b=c";
    const { session } = await (await newStore()).reserve({ owner, name: "a", websiteUrl }, call);
    expect(session.websiteUrl).toBe("https://example.com/a?b=c");
  });

  it("knows no session by what is no id", async () => {
    const store = await newStore();
    const id = await saved(store, { owner, name: "shop" });
    for (const wrong of ["", "shop", id.toUpperCase(), `${id}\0`, "x".repeat(1_000_000)]) {
      expect(await store.find({ id: wrong }, call)).toBeUndefined();
      expect(await store.load(wrong, call)).toBeUndefined();
      const unknown = (error: unknown): boolean => isCdpProxyError(error, "SESSION_NOT_FOUND");
      await expect(store.hold(wrong, call)).rejects.toSatisfy(unknown);
      await expect(store.remove(wrong, call)).rejects.toSatisfy(unknown);
      await expect(store.rename(wrong, "a", call)).rejects.toSatisfy(unknown);
    }
    const reserving = store.reserve({ owner, name: "a", id: id.toUpperCase() }, call);
    await expect(reserving).rejects.toSatisfy(refused("id"));
    const taken = store.reserve({ owner, name: "a", id }, call);
    await expect(taken).rejects.toSatisfy(refused("id"));
  });

  it("gives no id twice, not even that of one that was never saved", async () => {
    const records = new MemoryRecords();
    const clock = new FakeClock();
    const place = { openRecords: async () => records, blobs: new MemoryBlobs() };
    const store = await openStore(place, { clock });
    const { session } = await store.reserve({ owner, name: "a" }, call);
    await clock.advance(90_000);
    const again = store.reserve({ owner: "user-2", name: "b", id: session.id }, call);
    await expect(again).rejects.toSatisfy(refused("id"));
  });

  it("refuses a hostile state, tells where and keeps the former", async () => {
    const store = await newStore();
    const reserved = await store.reserve({ owner, name: "shop" }, call);
    await reserved.save({ state: stateOf("old") }, call);
    const hostile: unknown[] = [
      null,
      "state",
      { cookies: "s3cret" },
      { cookies: [{ name: "sid", value: { s3cret: 1 } }], origins: [] },
      { cookies: [], origins: [{ origin: "file:///etc/passwd", localStorage: [] }] },
      { cookies: Array.from({ length: 5001 }, () => stateOf("a").cookies[0]), origins: [] },
    ];
    for (const state of hostile) {
      const saving = reserved.save({ state: state as StorageState }, call);
      await expect(saving).rejects.toSatisfy(refused("state"));
      await expect(saving).rejects.not.toThrow(/s3cret/);
    }
    expect(await store.load(reserved.session.id, call)).toEqual(stateOf("old"));
  });

  it("keeps 10 MB with what JSON and UTF-8 find hard", async () => {
    const store = await newStore();
    const value = `\0\u2028\ud800é${"🦀".repeat(2_500_000)}`;
    const [origin] = stateOf("a").origins;
    if (origin === undefined) throw new Error("no origin");
    const localStorage = [{ name: "__proto__", value }];
    const state = { cookies: [], origins: [{ ...origin, localStorage }] };
    const id = await saved(store, { owner, name: "shop" }, { state });
    expect(await store.load(id, call)).toEqual(state);
  });

  it.each<readonly [domain: string | null, cookies: string[], origins: string[]]>([
    [null, [], []],
    ["example.com", [".example.com", "a.test"], []],
    ["b.test", ["a.test", "b.test", "B.test"], []],
    ["a.test", ["c.test"], ["https://a.test:8443", "https://b.test"]],
    ["www.b.test", [".b.test", "x.test"], ["https://a.test", "https://www.b.test"]],
    ["b.test", ["a.b.test", "b.test"], ["https://a.test", "https://b.test"]],
  ])("takes %s for the domain of a session without a website", async (...expected) => {
    const [domain, cookies, origins] = expected;
    const [cookie] = stateOf("a").cookies;
    if (cookie === undefined) throw new Error("no cookie");
    const state = {
      cookies: cookies.map((domain, index) => ({ ...cookie, name: `c${index}`, domain })),
      origins: origins.map((origin) => ({ origin, localStorage: [] })),
    };
    const store = await newStore();
    const reserved = await store.reserve({ owner, name: "shop" }, call);
    await reserved.save({ state: stateOf("another") }, call);
    await reserved.save({ state }, call);
    expect(reserved.session.websiteDomain).toBe(domain);
  });
});
