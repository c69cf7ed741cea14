import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { SECRET } from "../../../../../transports/fake-wire.ts";
import {
  ann,
  call,
  heldBy,
  identityRig,
  key,
  order,
  ref,
  refusal,
  sourceOf,
} from "./identity-rig.ts";

describe("a credential in use", () => {
  it("is opened with the time of its use", async () => {
    const clock = new FakeClock();
    const rig = identityRig(new MemoryRecords(), { clock });
    const { credential } = await heldBy(rig);
    expect(credential.lastUsedAt).toBeNull();
    await clock.advance(7000);
    const opened = await rig.credentials.open(credential.id, call);
    expect(opened).toMatchObject({ state: { cookies: [{ name: "sid", value: SECRET }] } });
    expect((await rig.store.credential(credential.id, call))?.credential).toEqual({
      ...credential,
      lastUsedAt: clock.now(),
    });
    expect(await rig.credentials.open("gone", call)).toBeUndefined();
  });

  it("that a site refused expires, unless it was stored anew since", async () => {
    const rig = identityRig(new MemoryRecords());
    const { credential } = await heldBy(rig);
    const state = async () => (await rig.store.credential(credential.id, call))?.credential.state;
    const opened = await rig.credentials.open(credential.id, call);
    await heldBy(rig);
    await rig.credentials.expire(credential.id, call, opened);
    expect(await state()).toBe("active");
    const again = await rig.credentials.open(credential.id, call);
    await rig.credentials.expire(credential.id, call, again);
    expect(await state()).toBe("expired");
  });

  it("is signed in again only where a vault has its fields", async () => {
    const rig = identityRig(new MemoryRecords());
    const source = await sourceOf(rig);
    const { account, site } = order("");
    const fields = { source, ref };
    const bound = await rig.logins.logIn({ account, site, name: "bound", fields }, call);
    const { credential } = bound.status === "verified" ? bound.held : await heldBy(rig);
    const byPassword = await heldBy(rig, "by password");
    expect(await rig.credentials.refresh(byPassword.credential.id, call)).toBe(false);
    expect(await rig.credentials.refresh("gone", call)).toBe(false);
    await rig.store.mark(credential, "run-refused", call);
    expect(await rig.credentials.refresh(credential.id, call)).toBe(true);
    expect((await rig.store.credential(credential.id, call))?.credential.state).toBe("active");
    rig.runner.logins.set("shop", () => refusal("BAD_PASSWORD"));
    expect(await rig.credentials.refresh(credential.id, call)).toBe(false);
    expect((await rig.store.credential(credential.id, call))?.credential.state).toBe("expired");
  });

  it("keeps its identity and expires when its source goes", async () => {
    const clock = new FakeClock();
    const rig = identityRig(new MemoryRecords(), { clock });
    const source = await sourceOf(rig);
    const { account, site } = order("");
    for (const name of ["one", "two"]) {
      await rig.logins.logIn({ account, site, name, fields: { source, ref } }, call);
    }
    await clock.advance(1);
    await rig.store.storeCredential(
      { ...ann, identity: { name: "one" }, type: "api_key", credential: key("k"), expiresAt: null },
      call,
    );
    await rig.sources.remove(source.id, { deletesIdentities: false }, call);
    const [one, two] = await rig.store.list("ann", {}, call);
    expect([one?.credentials, two?.credentials]).toMatchObject([
      [
        { type: "credentials", state: "expired", source: null },
        { type: "api_key", state: "active" },
      ],
      [{ type: "credentials", state: "expired", source: null }],
    ]);
  });
});
