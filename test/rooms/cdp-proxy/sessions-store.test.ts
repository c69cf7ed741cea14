import { isCdpProxyError, type SessionStore } from "dragline/cdp-proxy";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { call, openStore, places, saved, stateOf, type Place } from "./sessions-rig.ts";

const owner = "user-1";
const order = { owner, name: "shop", websiteUrl: "https://WWW.Example.com/login?a=1" };
const proxy = new URL("http://user:hunter2@203.0.113.7:8080");

function code(wanted: Parameters<typeof isCdpProxyError>[1]): (error: unknown) => boolean {
  return (error) => isCdpProxyError(error, wanted);
}

describe.each(places.filter(([, isThere]) => isThere))("createSessionStore on %s", (...choice) => {
  const make = choice[2];

  async function setUp(): Promise<{
    readonly place: Place;
    readonly clock: FakeClock;
    readonly store: SessionStore;
    readonly other: SessionStore;
  }> {
    const place = await make();
    const clock = new FakeClock();
    const [store, other] = [await openStore(place, { clock }), await openStore(place, { clock })];
    return { place, clock, store, other };
  }

  it("gives back what was saved, with its proxy, to another process", async () => {
    const { store, other, clock } = await setUp();
    const reserved = await store.reserve(order, call);
    expect(reserved.session).toMatchObject({ isSaved: false, websiteDomain: "www.example.com" });
    const session = await reserved.save({ state: stateOf("s1", 20), proxy }, call);
    expect(session).toEqual(reserved.session);
    expect(session).toEqual({
      id: session.id,
      owner,
      name: "shop",
      websiteUrl: order.websiteUrl,
      websiteDomain: "www.example.com",
      createdAt: clock.now(),
      lastUsedAt: null,
      expiresAt: 1_900_000_000_000,
      cookieCount: 2,
      storageItemCount: 20,
      hasProxy: true,
      isSaved: true,
    });
    await reserved.release();
    await clock.advance(1000);
    expect(await other.find({ owner, name: "shop" }, call)).toEqual(session);
    const held = await other.hold(session.id, call);
    expect(held.state).toEqual(stateOf("s1", 20));
    expect(held.proxy?.href).toBe(proxy.href);
    expect(held.session).toEqual({ ...session, lastUsedAt: clock.now() });
    expect(await store.load(session.id, call)).toEqual(stateOf("s1", 20));
    await held.release();
  });

  it("lists the saved ones of the owner, newest first, by domain", async () => {
    const { store, clock } = await setUp();
    for (const [name, websiteUrl] of [
      ["a", "https://www.example.com/"],
      ["b", "https://example.com./"],
      ["c", "https://ample.com"],
      ["d", "https://bücher.example"],
    ] as const) {
      await saved(store, { owner, name, websiteUrl });
      await clock.advance(1);
    }
    await saved(store, { owner: "user-2", name: "a", websiteUrl: "https://www.example.com/" });
    await store.reserve({ owner, name: "e", websiteUrl: "https://example.com" }, call);
    const names = async (domain?: string): Promise<string> =>
      (await store.list({ owner, domain }, call)).map(({ name }) => name).join("");
    expect(await names()).toBe("dcba");
    expect(await names("EXAMPLE.com")).toBe("ba");
    expect(await names("www.example.com")).toBe("a");
    expect(await names("ample.com")).toBe("c");
    expect(await names("BÜCHER.example")).toBe("d");
    expect(await names("com")).toBe("cba");
    expect(await names("xample.com")).toBe("");
  });

  it("holds a session for one at a time, and for 90 s", async () => {
    const { store, other, clock } = await setUp();
    const id = await saved(store, order);
    const held = await store.hold(id, call);
    await expect(other.hold(id, call)).rejects.toSatisfy(code("SESSION_IN_USE"));
    await expect(other.remove(id, call)).rejects.toSatisfy(code("SESSION_IN_USE"));
    await clock.advance(89_999);
    await held.keep(call);
    await clock.advance(89_999);
    await expect(other.hold(id, call)).rejects.toSatisfy(code("SESSION_IN_USE"));
    await clock.advance(1);
    const next = await other.hold(id, call);
    await expect(held.keep(call)).rejects.toSatisfy(code("LEASE_LOST"));
    await held.release();
    await held.release();
    await expect(store.hold(id, call)).rejects.toSatisfy(code("SESSION_IN_USE"));
    await next.release();
    await (await store.hold(id, call)).release();
  });

  it("reserves a name once, and frees it when nothing was saved", async () => {
    const { store, other, clock } = await setUp();
    const first = await store.reserve(order, call);
    await expect(other.reserve(order, call)).rejects.toSatisfy(code("DUPLICATE_NAME"));
    await other.reserve({ ...order, owner: "user-2" }, call);
    await expect(other.hold(first.session.id, call)).rejects.toSatisfy(code("SESSION_NOT_SAVED"));
    await first.release();
    await first.release();
    expect(await other.find({ id: first.session.id }, call)).toBeUndefined();
    const second = await other.reserve(order, call);
    await clock.advance(90_000);
    expect(await store.find({ owner, name: "shop" }, call)).toBeUndefined();
    const third = await store.reserve(order, call);
    expect(third.session.id).not.toBe(second.session.id);
    const late = second.save({ state: stateOf("late") }, call);
    await expect(late).rejects.toSatisfy(code("LEASE_LOST"));
    await third.save({ state: stateOf("third") }, call);
    await third.release();
    await expect(other.reserve(order, call)).rejects.toSatisfy(code("DUPLICATE_NAME"));
    expect(await other.load(third.session.id, call)).toEqual(stateOf("third"));
  });

  it("keeps what a killed holder had saved", async () => {
    const { store, other, clock } = await setUp();
    const reserved = await store.reserve({ ...order, id: crypto.randomUUID() }, call);
    await reserved.save({ state: stateOf("checkpoint 1") }, call);
    await reserved.save({ state: stateOf("checkpoint 2"), proxy }, call);
    await expect(other.hold(reserved.session.id, call)).rejects.toSatisfy(code("SESSION_IN_USE"));
    await clock.advance(90_000);
    const held = await other.hold(reserved.session.id, call);
    expect(held.state).toEqual(stateOf("checkpoint 2"));
    const late = reserved.save({ state: stateOf("late") }, call);
    await expect(late).rejects.toSatisfy(code("LEASE_LOST"));
    await reserved.release();
    await held.keep(call);
    expect(await store.load(reserved.session.id, call)).toEqual(stateOf("checkpoint 2"));
  });

  it("renames, and knows which names are taken", async () => {
    const { store, other, clock } = await setUp();
    const id = await saved(store, order);
    await saved(store, { owner, name: "bank" });
    await expect(other.rename(id, "bank", call)).rejects.toSatisfy(code("DUPLICATE_NAME"));
    expect(await other.rename(id, "shop", call)).toMatchObject({ id, name: "shop" });
    expect(await other.rename(id, "store", call)).toMatchObject({ id, name: "store" });
    const reserved = await store.reserve(order, call);
    await expect(reserved.rename("store", call)).rejects.toSatisfy(code("DUPLICATE_NAME"));
    await reserved.rename("other", call);
    expect(reserved.session.name).toBe("other");
    await clock.advance(90_000);
    expect(await other.rename(id, "other", call)).toMatchObject({ id, name: "other" });
    await expect(reserved.rename("more", call)).rejects.toSatisfy(code("LEASE_LOST"));
  });

  it("removes a session for good", async () => {
    const { store, other } = await setUp();
    const id = await saved(store, order);
    await other.remove(id, call);
    expect(await store.find({ id }, call)).toBeUndefined();
    expect(await store.load(id, call)).toBeUndefined();
    await expect(store.hold(id, call)).rejects.toSatisfy(code("SESSION_NOT_FOUND"));
    await expect(store.remove(id, call)).rejects.toSatisfy(code("SESSION_NOT_FOUND"));
    await expect(store.rename(id, "x", call)).rejects.toSatisfy(code("SESSION_NOT_FOUND"));
    await saved(store, order);
  });
});
