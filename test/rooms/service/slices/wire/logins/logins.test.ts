import { systemClock } from "dragline";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { loginLeaseRows } from "../../../../../../src/service/slices/wire/logins/collections.ts";
import { signedIn } from "../../../../../transports/fake-wire.ts";
import { recordStores } from "../../../../webhooks/record-stores.ts";
import { call, heldBy, identityRig, order, ref, refusal, sourceOf } from "./identity-rig.ts";

describe.each(recordStores.map(([title, isThere, make]) => ({ title, isThere, make })))(
  "logins to one identity on $title",
  ({ isThere, make }) => {
    it.skipIf(!isThere)("run one at a time in all processes, and make one credential", async () => {
      const open = make();
      const clock = systemClock;
      const rigs = await Promise.all(
        [0, 1, 2].map(async () => identityRig(await open(), { clock })),
      );
      let [running, most] = [0, 0];
      for (const { runner } of rigs) {
        runner.logins.set("shop", async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise(setImmediate);
          running -= 1;
          return signedIn();
        });
      }
      const held = await Promise.all(rigs.flatMap((rig) => [heldBy(rig), heldBy(rig)]));
      expect(most).toBe(1);
      expect(new Set(held.map(({ credential }) => credential.id)).size).toBe(1);
      expect(await rigs[0]?.store.list("ann", {}, call)).toHaveLength(1);
    });
  },
);

describe("a login", () => {
  it("takes over from a process that was killed, once its lease has ended", async () => {
    const records = new MemoryRecords();
    const clock = new FakeClock();
    const [dead, alive] = [identityRig(records, { clock }), identityRig(records, { clock })];
    // As a killed process it never comes to its end.
    dead.runner.logins.set("shop", () => new Promise(() => {}));
    void heldBy(dead);
    while ((await records.count(loginLeaseRows, {}, call).catch(() => 0)) === 0) {
      await new Promise(setImmediate);
    }
    const waiting = heldBy(alive);
    await clock.timerOf(200);
    await clock.advance(179_000);
    expect(alive.runner.runs).toEqual([]);
    expect(await alive.store.list("ann", {}, call)).toEqual([]);
    await clock.advance(1200);
    expect((await waiting).identity.name).toBe("main");
  });

  it("waits no longer than its caller", async () => {
    const records = new MemoryRecords();
    const clock = new FakeClock();
    const [busy, other] = [identityRig(records, { clock }), identityRig(records, { clock })];
    let finish = (): void => {};
    busy.runner.logins.set(
      "shop",
      () => new Promise((resolve) => (finish = () => resolve(signedIn()))),
    );
    const first = heldBy(busy);
    while ((await records.count(loginLeaseRows, {}, call).catch(() => 0)) === 0) {
      await new Promise(setImmediate);
    }
    const stop = new AbortController();
    const reason = new Error("gone");
    const second = other.logins.logIn(order("main"), { signal: stop.signal });
    await clock.timerOf(200);
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    finish();
    await first;
    expect(await records.count(loginLeaseRows, {}, call)).toBe(0);
  });

  it.each(["BAD_PASSWORD", "MFA_REQUIRED"] as const)(
    "that %s refuses stores nothing",
    async (code) => {
      const rig = identityRig(new MemoryRecords());
      rig.runner.logins.set("shop", () => refusal(code));
      expect(await rig.logins.logIn(order("main"), call)).toMatchObject({
        status: "refused",
        error: { code },
      });
      expect(await rig.store.list("ann", {}, call)).toEqual([]);
    },
  );

  it("that fails leaves the login that was there, and gives its lease back", async () => {
    const records = new MemoryRecords();
    const rig = identityRig(records);
    const { credential } = await heldBy(rig);
    rig.runner.logins.set("shop", () => Promise.reject(new Error("the runner broke")));
    const failure = { code: "UPSTREAM_ERROR" };
    await expect(rig.logins.logIn(order("main"), call)).rejects.toMatchObject(failure);
    rig.runner.logins.set("shop", () => refusal("BAD_PASSWORD"));
    await rig.logins.logIn(order("main"), call);
    expect((await rig.store.credential(credential.id, call))?.credential).toEqual(credential);
    expect(await records.count(loginLeaseRows, {}, call)).toBe(0);
  });

  it("from a vault keeps only where its fields are", async () => {
    const rig = identityRig(new MemoryRecords());
    const source = await sourceOf(rig);
    const seen: unknown[] = [];
    rig.runner.logins.set("shop", ({ params }) => {
      seen.push(params);
      return signedIn();
    });
    const { account, site } = order("");
    const outcome = await rig.logins.logIn(
      { account, site, name: "main", fields: { source, ref } },
      call,
    );
    expect(seen).toEqual([{ email: "email of the vault", password: "password of the vault" }]);
    expect(outcome).toMatchObject({
      held: { credential: { type: "credentials", source: { id: source.id, ref } } },
    });
  });

  it("does not switch between a password and a source, or between sources", async () => {
    const rig = identityRig(new MemoryRecords());
    const [one, two] = [await sourceOf(rig), await sourceOf(rig)];
    const { account, site } = order("");
    const from = (name: string, source: typeof one) =>
      rig.logins.logIn({ account, site, name, fields: { source, ref } }, call);
    await heldBy(rig, "by password");
    await from("by source", one);
    for (const refused of [
      () => from("by password", one),
      () => from("by source", two),
      () => rig.logins.logIn(order("by source"), call),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: "CONFLICT" });
    }
    expect((await from("by source", one)).status).toBe("verified");
  });

  it.each([
    ["BAD_PASSWORD", "expired"],
    ["ACCOUNT_LOCKED", "expired"],
    ["MFA_REQUIRED", "active"],
  ] as const)("that is verified and refused with %s is %s", async (code, state) => {
    const rig = identityRig(new MemoryRecords());
    const held = await heldBy(rig);
    rig.runner.logins.set("shop", () => refusal(code));
    const { site, fields } = order("main");
    expect((await rig.logins.verify(held, { site, fields }, call)).status).toBe("refused");
    const now = await rig.store.credential(held.credential.id, call);
    expect(now?.credential.state).toBe(state);
    rig.runner.logins.delete("shop");
    expect(await rig.logins.verify(held, { site, fields }, call)).toMatchObject({
      status: "verified",
      held: { credential: { id: held.credential.id, state: "active" } },
    });
  });

  it("that is to make an identity does so once, whoever asks at the same time", async () => {
    const records = new MemoryRecords();
    const rigs = [0, 1].map(() => identityRig(records, { clock: systemClock }));
    const made = await Promise.allSettled(
      rigs.map(({ logins }) => logins.logIn({ ...order("main"), isNew: true }, call)),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(made.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT" },
    });
  });

  it("that is verified while its identity is removed makes none", async () => {
    const rig = identityRig(new MemoryRecords());
    const held = await heldBy(rig);
    rig.runner.logins.set("shop", async () => {
      await rig.store.remove(held.identity.id, call);
      return signedIn();
    });
    const { site, fields } = order("main");
    await expect(rig.logins.verify(held, { site, fields }, call)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await rig.store.list("ann", {}, call)).toEqual([]);
  });

  it("that is verified while its credential is removed makes none", async () => {
    const rig = identityRig(new MemoryRecords());
    const held = await heldBy(rig);
    rig.runner.logins.set("shop", async () => {
      await rig.store.removeCredential(held.credential.id, call);
      return signedIn();
    });
    const { site, fields } = order("main");
    await expect(rig.logins.verify(held, { site, fields }, call)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const [identity] = await rig.store.list("ann", {}, call);
    expect(identity?.credentials).toEqual([]);
  });
});
