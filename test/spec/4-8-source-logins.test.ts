import { FakeVault } from "dragline/testing";
import { VaultError } from "dragline/vault";
import { describe, expect, it } from "vitest";
import { done, failed } from "../transports/fake-wire.ts";
import { transports, useWorld, type User } from "../transports/index.ts";
import { fields, identityWorld, problem } from "./identity-world.ts";

const entry = { container: "v1", key: "shop" };
/** A vault that fails when it is told to. */
const flaky = new FakeVault({
  token: "ops_flaky",
  containers: { v1: { name: "Main", entries: { shop: { fields: { ...fields } } } } },
});

const source_ref = { entry, fields: { email: {}, password: {} } };

describe.each(transports)("4.8 logins from a vault, over $name", (transport) => {
  const { collaborators } = identityWorld();
  const vaults = [...(collaborators?.vaults ?? []), flaky];
  const world = useWorld(transport, { collaborators: { ...collaborators, vaults } });

  const connect = async (user: User, access: object = { provider: "testvault" }) => {
    const { status, text, json } = await user.post("/wire/identity-sources", access);
    expect([status, text]).toEqual([201, expect.any(String)]);
    return (json["identity_source"] as typeof json).id;
  };
  const bind = (user: User, source_id: string, more: object = {}) =>
    user.post("/wire/login", {
      catalog_slug: "shop",
      identity_name: "bound",
      source_id,
      source_ref,
      ...more,
    });

  it("stores the locator, and verifies without params", async () => {
    const user = await world.user();
    const source_id = await connect(user);
    const made = await bind(user, source_id);
    expect([made.status, made.json]).toMatchObject([201, { identity_name: "bound" }]);
    const { identity_id, credential_id } = made.json;
    const path = `/wire/identities/${identity_id}/credentials`;
    expect((await user.get(path)).json.credentials).toMatchObject([
      { credential_type: "credentials", source_id, source_ref },
    ]);
    const verify = (more: object) =>
      user.post("/wire/credentials/verify", { identity_id, ...more });
    expect((await verify({})).json).toMatchObject({
      status: "verified",
      credential: { id: credential_id, source_id },
    });
    const both = await verify({ params: fields });
    expect([both.status, both.json]).toMatchObject([400, problem("INVALID_PARAMS")]);
  });

  it.each([
    ["an empty object", {}],
    ["null", null],
  ])("counts %s of params beside a source as none, at login and at verify", async (_, params) => {
    const user = await world.user();
    const made = await bind(user, await connect(user), { params });
    expect([made.status, made.json]).toMatchObject([201, { status: "verified" }]);
    const { identity_id } = made.json;
    const verified = await user.post("/wire/credentials/verify", { identity_id, params });
    expect([verified.status, verified.json]).toMatchObject([201, { status: "verified" }]);
    const both = await bind(user, await connect(user), { params: { email: "a@example.com" } });
    expect([both.status, both.json]).toMatchObject([400, problem("INVALID_PARAMS")]);
  });

  it("refuses what names no identity, lacks a field, or is bound elsewhere", async () => {
    const user = await world.user();
    const source_id = await connect(user);
    const unnamed = await bind(user, source_id, { identity_name: undefined });
    expect([unnamed.status, unnamed.json]).toMatchObject([
      400,
      problem("INVALID_PARAMS", { missing_fields: ["identity_name"] }),
    ]);
    const half = { entry, fields: { email: {} } };
    const lacking = await bind(user, source_id, { source_ref: half });
    expect([lacking.status, lacking.json]).toMatchObject([
      400,
      problem("SOURCE_FIELD_MISSING", { missing_fields: ["password"] }),
    ]);
    await bind(user, source_id);
    const other = await bind(user, await connect(user));
    const body = { catalog_slug: "shop", identity_name: "bound", params: fields };
    const switched = await user.post("/wire/login", body);
    for (const answer of [other, switched]) {
      expect([answer.status, answer.json]).toMatchObject([409, problem("CONFLICT")]);
    }
    const foreign = await bind(world.bob, source_id);
    expect([foreign.status, foreign.json]).toMatchObject([403, problem("FORBIDDEN")]);
  });

  it("signs a run in again once, and expires the login when that is no use", async () => {
    const user = await world.user();
    const { json } = await bind(user, await connect(user));
    const { identity_id } = json;
    const path = `/wire/identities/${identity_id}/credentials`;
    const state = async () => (await user.get(path)).json.credentials[0]?.status;
    const wall = failed("AUTH_EXPIRED", "A login wall.");
    let runs = 0;
    world.runner.acts.set("shop.account", () => ((runs += 1) === 1 ? wall : done("in")));
    const first = await user.run("shop.account", {}, { identity_id });
    expect([first, runs, await state()]).toMatchObject([{ status: "completed" }, 2, "active"]);
    world.runner.acts.set("shop.account", () => {
      runs += 1;
      return wall;
    });
    const second = await user.run("shop.account", {}, { identity_id });
    world.runner.acts.delete("shop.account");
    expect([second, runs, await state()]).toMatchObject([
      { status: "failed", error: { code: "AUTH_EXPIRED" } },
      4,
      "expired",
    ]);
  });

  it.each([
    ["SOURCE_AUTH_FAILED", 400, "revoked"],
    ["SOURCE_FORBIDDEN", 400, "active"],
    ["SOURCE_ITEM_NOT_FOUND", 400, "active"],
    ["SOURCE_FIELD_MISSING", 400, "active"],
    ["SOURCE_THROTTLED", 429, "active"],
    ["SOURCE_UNREACHABLE", 502, "active"],
    ["SOURCE_UPSTREAM_ERROR", 502, "active"],
    ["SOURCE_NOT_AVAILABLE", 503, "active"],
  ] as const)("tells %s as %i, at login and verify, and stores nothing", async (...row) => {
    const [code, status, state] = row;
    const user = await world.user();
    const access = { provider: "password_vault", token: "ops_flaky" };
    const ids = [await connect(user, access), await connect(user, access)] as const;
    const { json } = await bind(user, ids[1]);
    const fail = () => flaky.failNext(new VaultError(code, { message: "No.", details: {} }));
    const source = async (id: string) =>
      (await user.get(`/wire/identity-sources/${id}`)).json["identity_source"];
    fail();
    const login = await bind(user, ids[0], { identity_name: "never" });
    fail();
    const verify = await user.post("/wire/credentials/verify", { identity_id: json.identity_id });
    for (const answer of [login, verify]) {
      expect([answer.status, answer.json]).toMatchObject([status, problem(code)]);
    }
    for (const id of ids) expect(await source(id)).toMatchObject({ status: state });
    const { identities } = (await user.get("/wire/identities")).json;
    expect(identities).toMatchObject([{ id: json.identity_id, name: "bound" }]);
  });
});
