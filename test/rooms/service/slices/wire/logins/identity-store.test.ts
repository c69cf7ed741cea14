import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { recordStores } from "../../../../webhooks/record-stores.ts";
import { ann, call, identityRig, key } from "./identity-rig.ts";

const named = (name: string) => ({ ...ann, name });
const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

describe.each(recordStores.map(([title, isThere, make]) => ({ title, isThere, make })))(
  "identities on $title",
  ({ isThere, make }) => {
    it.skipIf(!isThere)("are listed oldest first, the first as the default", async () => {
      const { store } = identityRig(await make()());
      for (const name of ["one", "two", "three"]) await store.create(named(name), call);
      await store.create({ account: "bob", catalog: "shop", name: "one" }, call);
      await store.create({ account: "ann", catalog: "board", name: "one" }, call);
      const listed = await store.list("ann", { catalog: "shop" }, call);
      expect(names(listed)).toEqual(["one", "two", "three"]);
      expect(listed.map(({ isDefault }) => isDefault)).toEqual([true, false, false]);
      const all = await store.list("ann", {}, call);
      expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(2);
    });

    it.skipIf(!isThere)("have one default, the oldest left when it goes", async () => {
      const { store } = identityRig(await make()());
      const [one, two, three] = [
        await store.create(named("one"), call),
        await store.create(named("two"), call),
        await store.create({ ...named("three"), isDefault: true }, call),
      ];
      const chosen = async () =>
        (await store.list("ann", {}, call)).filter(({ isDefault }) => isDefault);
      expect(names(await chosen())).toEqual(["three"]);
      await store.update(two, { isDefault: true }, call);
      expect(names(await chosen())).toEqual(["two"]);
      await store.remove(two.id, call);
      expect(names(await chosen())).toEqual(["one"]);
      await store.remove(one.id, call);
      expect(names(await chosen())).toEqual(["three"]);
      await store.remove(three.id, call);
      await store.create(named("four"), call);
      expect(names(await chosen())).toEqual(["four"]);
    });

    it.skipIf(!isThere)(
      "have a default again after all were removed that wanted none",
      async () => {
        const { store } = identityRig(await make()());
        const one = await store.create(named("one"), call);
        expect((await store.update(one, { isDefault: false }, call)).isDefault).toBe(false);
        await store.remove(one.id, call);
        expect((await store.create(named("two"), call)).isDefault).toBe(true);
      },
    );

    it.skipIf(!isThere)("are one of a name, whoever of many processes makes it", async () => {
      const open = make();
      const rigs = await Promise.all([0, 1, 2, 3].map(async () => identityRig(await open())));
      const made = await Promise.allSettled(
        rigs.flatMap(({ store }) => ["a", "b"].map((name) => store.create(named(name), call))),
      );
      const refused = made.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).toHaveLength(6);
      for (const each of refused) expect(each).toMatchObject({ code: "CONFLICT" });
      const listed = (await rigs[0]?.store.list("ann", {}, call)) ?? [];
      expect(names(listed).toSorted()).toEqual(["a", "b"]);
      expect(listed.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    });

    it.skipIf(!isThere)("tell names apart by case, and refuse a taken one", async () => {
      const { store } = identityRig(await make()());
      const one = await store.create(named("Main"), call);
      await store.create(named("main"), call);
      await expect(store.update(one, { name: "main" }, call)).rejects.toMatchObject({
        code: "CONFLICT",
      });
      expect(names(await store.list("ann", {}, call))).toEqual(["Main", "main"]);
      expect((await store.update(one, { name: "Main" }, call)).name).toBe("Main");
      await expect(store.update({ id: "gone" }, { name: "x" }, call)).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    });

    it.skipIf(!isThere)("hold one credential of a type, replaced in place", async () => {
      const clock = new FakeClock();
      const { store } = identityRig(await make()(), { clock });
      const given = {
        ...ann,
        identity: { name: "main" },
        type: "api_key",
        expiresAt: null,
      } as const;
      const metadata = { plan: "free" };
      const first = await store.storeCredential({ ...given, credential: key("1"), metadata }, call);
      await store.mark(first.credential, "run-refused", call);
      await clock.advance(5000);
      const again = await store.storeCredential({ ...given, credential: key("2") }, call);
      expect(again.credential).toEqual({
        ...first.credential,
        state: "active",
        updatedAt: first.credential.updatedAt + 5000,
        version: 3,
      });
      expect(again.identity.id).toBe(first.identity.id);
      expect(await store.open(again.credential.id, call)).toEqual(key("2"));
      const other = await store.storeCredential(
        { ...given, type: "token", credential: key("3") },
        call,
      );
      expect(other.identity.credentials.map(({ type }) => type)).toEqual(["api_key", "token"]);
    });

    it.skipIf(!isThere)("are made once by many processes that store in one name", async () => {
      const open = make();
      const rigs = await Promise.all([0, 1, 2].map(async () => identityRig(await open())));
      const given = {
        ...ann,
        identity: { name: "main" },
        type: "api_key",
        expiresAt: null,
      } as const;
      const held = await Promise.all(
        rigs.map(({ store }, at) =>
          store.storeCredential({ ...given, credential: key(`${at}`) }, call),
        ),
      );
      expect(new Set(held.map(({ credential }) => credential.id)).size).toBe(1);
      const [first] = rigs;
      const [identity] = (await first?.store.list("ann", {}, call)) ?? [];
      expect(identity?.credentials).toHaveLength(1);
      // The last one, whole.
      const opened = await first?.store.open(identity?.credentials[0]?.id ?? "", call);
      expect(["0", "1", "2"]).toContain(opened?.values["key"]);
    });

    it.skipIf(!isThere)(
      "expire by themselves, and are connected as long as one is active",
      async () => {
        const clock = new FakeClock();
        const { store } = identityRig(await make()(), { clock });
        const expiresAt = clock.now() + 1000;
        const { credential } = await store.storeCredential(
          { ...ann, identity: { name: "main" }, type: "api_key", credential: key("1"), expiresAt },
          call,
        );
        expect(await store.connected("ann", call)).toEqual(new Set(["shop"]));
        expect(await store.connected("bob", call)).toEqual(new Set());
        await clock.advance(1000);
        expect(await store.connected("ann", call)).toEqual(new Set());
        expect(await store.credential(credential.id, call)).toMatchObject({
          credential: { state: "expired" },
        });
      },
    );

    it.skipIf(!isThere)("go with an account, and take no other's", async () => {
      const { store } = identityRig(await make()());
      const given = { identity: { name: "main" }, type: "api_key", expiresAt: null } as const;
      for (const account of ["ann", "bob"]) {
        const credential = key(account);
        await store.storeCredential({ ...given, account, catalog: "shop", credential }, call);
      }
      await store.removeOf("ann", call);
      expect(await store.list("ann", {}, call)).toEqual([]);
      const [left] = await store.list("bob", {}, call);
      expect(await store.open(left?.credentials[0]?.id ?? "", call)).toEqual(key("bob"));
    });
  },
);

describe("identities without a sealer", () => {
  it("are made, and refuse to store what signs in", async () => {
    const [, , make] = recordStores[0] as (typeof recordStores)[number];
    const { store } = identityRig(await make()(), { hasSealer: false });
    const identity = await store.create(named("main"), call);
    const given = {
      ...ann,
      identity: { id: identity.id },
      type: "api_key",
      expiresAt: null,
    } as const;
    await expect(
      store.storeCredential({ ...given, credential: key("1") }, call),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await store.list("ann", {}, call)).toEqual([identity]);
    expect(await store.remove(identity.id, call)).toBe(true);
    expect(await store.remove(identity.id, call)).toBe(false);
  });

  it("are not stored with more than 8 MiB", async () => {
    const [, , make] = recordStores[0] as (typeof recordStores)[number];
    const { store } = identityRig(await make()());
    const credential = key("x".repeat(8_388_608));
    await expect(
      store.storeCredential(
        { ...ann, identity: { name: "main" }, type: "api_key", credential, expiresAt: null },
        call,
      ),
    ).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await store.list("ann", {}, call)).toEqual([]);
  });
});
