import { systemClock } from "dragline";
import { VaultError } from "dragline/vault";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";
import { CANARY, closed, connect, path, refusal, vault, VAULT_URL } from "./source-world.ts";
import { SessionWorld } from "./session-world.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const unknown = "44444444-4444-4444-8444-444444444444";

describe.each(transports)("4.9 identity sources, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: { ...under.collaborators, clock: systemClock, vaults: [vault, closed] },
    runs: false,
  });
  const body = { provider: "password_vault", token: CANARY };

  const show = async (user: User, id: string) =>
    (await user.get(`${path}/${id}`)).json["identity_source"] as Record<string, unknown>;
  const fail = (code: VaultError["code"], details: VaultError["details"] = {}): void =>
    vault.failNext(new VaultError(code, { message: `said ${CANARY}`, details }));

  it("lists providers by type, without asking them", async () => {
    const before = vault.questions.length;
    const { status, json } = await world.alice.get(`${path}/providers`);
    expect(status).toBe(200);
    const fields = [
      expect.objectContaining({ name: "token", secret: true, required: true, pattern: "^ops_" }),
    ];
    const method = { id: "service_account", label: "Service account", fields };
    expect(json).toMatchObject({
      status: "ok",
      providers: [
        { type: "cloud_key_vault", auth_type: "api_key", browsable: false },
        {
          type: "password_vault",
          display_name: "Fake vault",
          auth_type: "credentials",
          browsable: true,
          container_label: "Vault",
          entry_label: "Login",
          methods: [method],
          connect: method,
        },
      ],
    });
    expect(vault.questions.length).toBe(before);
  });

  it("connects, and shows everything but the secret", async () => {
    const user = await world.user();
    const answer = await user.post(path, {
      ...body,
      token: ` ${CANARY}\n`,
      display_name: " Mine ",
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      status: "ok",
      identity_source: {
        id: expect.stringMatching(UUID),
        user_id: user.account,
        provider: "password_vault",
        display_name: "Mine",
        config: { auth_method: "service_account" },
        scope_metadata: {
          vaults: [
            { id: VAULT_URL, name: "Harbour" },
            { id: "main", name: "Main" },
          ],
        },
        status: "active",
        last_verified_at: expect.stringMatching(TIME),
        credentials_expires_at: null,
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
      },
    });
    expect(answer.text).not.toContain(CANARY);
    expect(await show(user, await connect(user))).toMatchObject({
      display_name: "Fake vault",
      identity_count: 0,
    });
  });

  it.each([
    [{}, "INVALID_PARAMS", { missing_fields: ["provider"] }],
    [{ provider: "paper" }, "PROVIDER_NOT_SUPPORTED", {}],
    [{ provider: "password_vault" }, "INVALID_PARAMS", { missing_fields: ["token"] }],
    [{ ...body, token: null }, "INVALID_PARAMS", { missing_fields: ["token"] }],
    [{ ...body, token: 7 }, "INVALID_PARAMS", { missing_fields: [] }],
    [{ ...body, token: "plain" }, "INVALID_PARAMS", { missing_fields: [] }],
    [{ ...body, auth_method: "magic" }, "INVALID_PARAMS", { missing_fields: [] }],
    [{ ...body, display_name: "x".repeat(101) }, "INVALID_PARAMS", { missing_fields: [] }],
    [{ ...body, colour: "red" }, "UNKNOWN_CONNECT_FIELD", { unknown_fields: ["colour"] }],
    [{ ...body, colour: 7 }, "UNKNOWN_CONNECT_FIELD", { unknown_fields: ["colour"] }],
    [{ ...body, colour: { red: 1 } }, "UNKNOWN_CONNECT_FIELD", { unknown_fields: ["colour"] }],
    [{ ...body, token: "ops_wrong" }, "SOURCE_TOKEN_REJECTED", {}],
  ])("refuses to connect with %j and stores nothing", async (given, code, more) => {
    const user = await world.user();
    const answer = await user.post(path, given);
    expect([answer.status, answer.json]).toEqual([400, refusal(code, more)]);
    expect((await user.get(path)).json).toEqual({ status: "ok", identity_sources: [] });
  });

  it.each([
    ["INVALID_VAULT_URL", 400, "INVALID_VAULT_URL"],
    ["SOURCE_AUTH_FAILED", 400, "SOURCE_TOKEN_REJECTED"],
    ["SOURCE_FORBIDDEN", 400, "SOURCE_FORBIDDEN"],
    ["SOURCE_THROTTLED", 429, "SOURCE_THROTTLED"],
    ["SOURCE_UNREACHABLE", 502, "SOURCE_UNREACHABLE"],
    ["SOURCE_UPSTREAM_ERROR", 502, "SOURCE_UPSTREAM_ERROR"],
    ["SOURCE_NOT_AVAILABLE", 503, "SOURCE_NOT_AVAILABLE"],
  ] as const)("tells a new credential's %s as %i %s, and stores nothing", async (...row) => {
    const [said, status, code] = row;
    const user = await world.user();
    vault.failNext(new VaultError(said, { message: "no", details: { retryAfterMs: 7000 } }));
    const answer = await user.post(path, body);
    expect([answer.status, answer.json]).toEqual([status, refusal(code)]);
    if (status === 429) expect(answer.headers.get("retry-after")).toBe("7");
    expect((await user.get(path)).json["identity_sources"]).toEqual([]);
  });

  it("lists newest first, by provider and status", async () => {
    const user = await world.user();
    const ids = [await connect(user), await connect(user), await connect(user)];
    fail("SOURCE_AUTH_FAILED");
    await user.post(`${path}/${ids[1]}/verify`);
    const list = async (query: string) =>
      ((await user.get(path + query)).json["identity_sources"] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await list("")).toEqual(ids.toReversed());
    expect(await list("?status=revoked")).toEqual([ids[1]]);
    expect(await list("?status=active&provider=password_vault")).toEqual([ids[2], ids[0]]);
    expect(await list("?provider=cloud_key_vault")).toEqual([]);
    expect((await user.get(`${path}?status=gone`)).status).toBe(400);
  });

  it("renames without a status change, and rotates once the new credential is proven", async () => {
    const user = await world.user();
    const id = await connect(user);
    const change = (json: object) => user.patch(`${path}/${id}`, json);
    fail("SOURCE_AUTH_FAILED");
    expect((await user.post(`${path}/${id}/verify`)).status).toBe(400);
    expect((await change({ display_name: "Other" })).json["identity_source"]).toMatchObject({
      id,
      display_name: "Other",
      status: "revoked",
    });
    const refused = await change({ token: "ops_wrong", display_name: "Third" });
    expect([refused.status, refused.json]).toEqual([400, refusal("SOURCE_TOKEN_REJECTED")]);
    expect(await show(user, id)).toMatchObject({ display_name: "Other", status: "revoked" });
    const rotated = await change({ auth_method: "service_account", token: CANARY });
    expect(rotated.json["identity_source"]).toMatchObject({ id, status: "active" });
    expect(rotated.text).not.toContain(CANARY);
    for (const [json, code] of [
      [{}, "INVALID_PARAMS"],
      [{ display_name: null }, "INVALID_PARAMS"],
      [{ auth_method: "service_account" }, "INVALID_PARAMS"],
      [{ display_name: "x", colour: "red" }, "UNKNOWN_CONNECT_FIELD"],
    ] as const) {
      const answer = await change(json);
      expect([answer.status, answer.json]).toMatchObject([400, refusal(code)]);
    }
  });

  it("revokes on SOURCE_AUTH_FAILED alone; while revoked only verify and PATCH work", async () => {
    const user = await world.user();
    const id = await connect(user);
    const verify = () => user.post(`${path}/${id}/verify`);
    for (const code of ["SOURCE_FORBIDDEN", "SOURCE_ITEM_NOT_FOUND"] as const) {
      fail(code);
      const answer = await verify();
      expect([answer.status, answer.json]).toEqual([400, refusal(code)]);
      expect(answer.text).not.toContain(CANARY);
      expect(await show(user, id)).toMatchObject({ status: "active" });
    }
    const reads = [`${path}/${id}/containers`, `${path}/${id}/containers/main/entries`];
    for (const read of reads) {
      fail("SOURCE_AUTH_FAILED");
      expect((await user.get(read)).json).toEqual(refusal("SOURCE_AUTH_FAILED"));
      expect(await show(user, id)).toMatchObject({ status: "revoked" });
      for (const each of reads) {
        const answer = await user.get(each);
        expect([answer.status, answer.json]).toEqual([400, refusal("SOURCE_INACTIVE")]);
      }
      const verified = await verify();
      expect([verified.status, verified.json]).toMatchObject([
        200,
        { status: "ok", identity_source: { id, status: "active" } },
      ]);
    }
  });

  it("is 403 with another's source, 404 with none, and nothing changes", async () => {
    const id = await connect(world.alice);
    const before = await show(world.alice, id);
    const asked = vault.questions.length;
    for (const [method, end, json] of [
      ["GET", ""],
      ["PATCH", "", { display_name: "Taken" }],
      ["DELETE", "?delete_identities=true"],
      ["POST", "/verify"],
      ["GET", "/identities"],
      ["GET", "/containers"],
      ["GET", "/containers/main/entries"],
    ] as const) {
      const ask = async (source: string) => {
        const answer = await world.bob.send({ method, path: `${path}/${source}${end}`, json });
        return [answer.status, answer.json];
      };
      expect(await ask(id), `${method} ${end}`).toEqual([403, refusal("FORBIDDEN")]);
      for (const none of [unknown, "x", "..%2F"]) {
        expect(await ask(none), `${method} ${end}`).toEqual([404, refusal("NOT_FOUND")]);
      }
    }
    expect((await world.bob.get(path)).json["identity_sources"]).toEqual([]);
    expect(await show(world.alice, id)).toEqual(before);
    expect(vault.questions.length).toBe(asked);
  });

  it("is 400 before 404: body and query are judged first", async () => {
    expect((await world.bob.patch(`${path}/${unknown}`, {})).status).toBe(400);
    const answer = await world.bob.delete(`${path}/${unknown}?delete_identities=maybe`);
    expect(answer.status).toBe(400);
  });

  it("disconnects", async () => {
    const user = await world.user();
    const id = await connect(user);
    expect((await user.get(`${path}/${id}/identities`)).json).toEqual({
      status: "ok",
      identities: [],
    });
    const removed = await user.delete(`${path}/${id}`);
    expect([removed.status, removed.json]).toEqual([200, { status: "ok" }]);
    expect((await user.delete(`${path}/${id}`)).status).toBe(404);
  });
});

describe.each(transports)("4.9 identity sources without a sealer, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { vaults: [vault] }, runs: false });

  it("are read as none, and connected to by nobody: 503", async () => {
    expect((await world.alice.get(path)).json).toEqual({ status: "ok", identity_sources: [] });
    const answer = await world.alice.post(path, { provider: "password_vault", token: CANARY });
    expect([answer.status, answer.json]).toEqual([503, refusal("SERVICE_UNAVAILABLE")]);
  });
});
