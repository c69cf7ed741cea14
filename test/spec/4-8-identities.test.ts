import { describe, expect, it } from "vitest";
import { transports, useWorld, type User } from "../transports/index.ts";
import { fields, identityWorld, problem, sites, unknown } from "./identity-world.ts";

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(transports)("4.8 identities, over $name", (transport) => {
  const world = useWorld(transport, identityWorld());

  const make = async (user: User, name: string, more: object = {}) =>
    (await user.post("/wire/identities", { catalog_id: sites.shop, name, ...more })).json.identity;

  it("makes one without a credential, the first as the default", async () => {
    const user = await world.user();
    const body = { catalog_id: sites.shop.toUpperCase(), name: "  main " };
    const answer = await user.post("/wire/identities", body);
    const identity = {
      id: uuid,
      user_id: user.account,
      catalog_id: sites.shop,
      name: "main",
      is_default: true,
      created_at: time,
      updated_at: time,
      credentials: [],
    };
    expect([answer.status, answer.json]).toEqual([201, { status: "ok", identity }]);
    const { id } = answer.json.identity;
    for (const path of ["/wire", "/legacy-wire"]) {
      expect((await user.get(`${path}/identities/${id}`)).json).toEqual({ status: "ok", identity });
      const { json } = await user.get(`${path}/identities`);
      expect(json).toEqual({ status: "ok", identities: [identity] });
    }
  });

  it("makes one with a key, whose value no answer has", async () => {
    const user = await world.user();
    const data = { key: "key-that-nobody-sees" };
    const credential = { type: "api_key", data, metadata: { plan: "free" } };
    const body = { catalog_id: sites.shop, name: "main", credential };
    const answer = await user.post("/wire/identities", body);
    expect([answer.status, answer.json.identity.credentials]).toEqual([
      201,
      [
        {
          id: uuid,
          identity_id: answer.json.identity.id,
          credential_type: "api_key",
          status: "active",
          metadata: { plan: "free" },
          created_at: time,
          updated_at: time,
        },
      ],
    ]);
    expect(answer.text).not.toContain(data.key);
    expect((await user.get("/wire/identities")).text).not.toContain(data.key);
  });

  it("makes one with a login, or nothing when the site refuses", async () => {
    const user = await world.user();
    const credential = { type: "credentials", data: fields };
    const body = { catalog_id: sites.shop, name: "main", credential };
    const error = { code: "BAD_PASSWORD", message: "The site refused the password." } as const;
    world.runner.logins.set("shop", () => ({ status: "refused", error, executionMs: 1 }));
    const refused = await user.post("/wire/identities", body);
    world.runner.logins.delete("shop");
    expect([refused.status, refused.json]).toEqual([200, { status: "error", error }]);
    expect((await user.get("/wire/identities")).json.identities).toEqual([]);
    const made = await user.post("/wire/identities", body);
    expect([made.status, made.json.identity.credentials]).toMatchObject([
      201,
      [{ credential_type: "credentials", status: "active", expires_at: time, metadata: {} }],
    ]);
  });

  it.each([
    ["no name", { catalog_id: sites.shop }, 400, "INVALID_PARAMS"],
    ["a blank name", { catalog_id: sites.shop, name: "  " }, 400, "INVALID_PARAMS"],
    ["a long name", { catalog_id: sites.shop, name: "x".repeat(101) }, 400, "INVALID_PARAMS"],
    ["an id that is none", { catalog_id: "shop", name: "a" }, 400, "INVALID_PARAMS"],
    ["an unknown site", { catalog_id: unknown, name: "a" }, 404, "NOT_FOUND"],
    ["a name that is taken", { catalog_id: sites.shop, name: "taken" }, 409, "CONFLICT"],
    ...(
      [
        ["a browser's state", { type: "browser_state", data: {} }, 400],
        ["a type that the site has not", { type: "token", data: { token: "x" } }, 400],
        ["a key without data", { type: "api_key" }, 400],
        ["a key from a source", { type: "api_key", data: { key: "x" }, source_id: unknown }, 400],
        ["a login without fields", { type: "credentials", data: {} }, 400],
        ["metadata that is a list", { type: "api_key", data: { key: "x" }, metadata: [] }, 400],
      ] as const
    ).map(([title, credential, status]) => {
      return [title, { catalog_id: sites.shop, name: "a", credential }, status, "INVALID_PARAMS"];
    }),
    [
      "a login in a name that is taken",
      { catalog_id: sites.shop, name: "taken", credential: { type: "credentials", data: fields } },
      409,
      "CONFLICT",
    ],
    [
      "a key in a name that is taken",
      {
        catalog_id: sites.shop,
        name: "taken",
        credential: { type: "api_key", data: { key: "x" } },
      },
      409,
      "CONFLICT",
    ],
  ] as [string, object, number, string][])("refuses %s", async (_, body, ...[status, code]) => {
    const user = await world.user();
    await make(user, "taken");
    const answer = await user.post("/wire/identities", body);
    expect([answer.status, answer.json]).toMatchObject([status, problem(code)]);
    const { identities } = (await user.get("/wire/identities")).json;
    expect(identities).toMatchObject([{ name: "taken", credentials: [] }]);
  });

  it("lists those of one site, oldest first", async () => {
    const user = await world.user();
    for (const name of ["b", "a", "c"]) await make(user, name);
    await make(user, "d", { catalog_id: sites.board });
    const names = async (query: string) =>
      (await user.get(`/wire/identities${query}`)).json.identities.map(({ name }) => name);
    expect(await names("")).toEqual(["b", "a", "c", "d"]);
    expect(await names(`?catalog_id=${sites.shop}`)).toEqual(["b", "a", "c"]);
    expect(await names(`?catalog_id=${unknown}`)).toEqual([]);
    expect((await user.get("/wire/identities?catalog_id=shop")).status).toBe(400);
  });

  it("renames one, and makes another the only default", async () => {
    const user = await world.user();
    const [one, two] = [await make(user, "one"), await make(user, "two")];
    const path = `/wire/identities/${two.id}`;
    const renamed = await user.patch(path, { name: " deux ", is_default: true });
    expect([renamed.status, renamed.json.identity]).toMatchObject([
      200,
      { id: two.id, name: "deux", is_default: true },
    ]);
    expect((await user.get(`/wire/identities/${one.id}`)).json.identity.is_default).toBe(false);
    expect((await user.patch(path, { name: "" })).json.identity.name).toBe("deux");
    expect((await user.patch(path, {})).status).toBe(200);
    const taken = await user.patch(path, { name: "one" });
    expect([taken.status, taken.json]).toMatchObject([409, problem("CONFLICT")]);
    expect((await user.patch(path, { name: "x".repeat(101) })).status).toBe(400);
    expect((await user.patch(path, { is_default: "yes" })).status).toBe(400);
  });

  it("removes one; the oldest that is left becomes the default", async () => {
    const user = await world.user();
    const [one, two] = [
      await make(user, "one"),
      await make(user, "two"),
      await make(user, "three"),
    ];
    const gone = await user.delete(`/wire/identities/${one.id}`);
    expect([gone.status, gone.json]).toEqual([200, { status: "ok" }]);
    expect((await user.get(`/wire/identities/${two.id}`)).json.identity.is_default).toBe(true);
    for (const answer of [
      await user.get(`/wire/identities/${one.id}`),
      await user.delete(`/wire/identities/${one.id}`),
    ]) {
      expect([answer.status, answer.json]).toMatchObject([404, problem("NOT_FOUND")]);
    }
  });

  it("stores a key again in place, and a login by signing in", async () => {
    const user = await world.user();
    const { id } = await make(user, "main");
    const path = `/wire/identities/${id}/credentials`;
    const add = (credential_type: string, data: object, more: object = {}) =>
      user.post(path, { credential_type, data, ...more });
    const first = await add("api_key", { key: "1" }, { metadata: { a: 1 } });
    const again = await add("api_key", { key: "2" });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json.credential).toMatchObject({ id: first.json.credential.id });
    const login = await add("credentials", fields);
    expect([login.status, login.json.credential]).toMatchObject([
      201,
      { identity_id: id, credential_type: "credentials" },
    ]);
    const { json } = await user.get(path);
    expect(json.status).toBe("ok");
    expect(json.credentials).toHaveLength(2);
    const removed = await user.delete(`/wire/credentials/${login.json.credential.id}`);
    expect([removed.status, removed.json]).toEqual([200, { status: "ok" }]);
    expect((await user.get(path)).json.credentials).toHaveLength(1);
    const gone = await user.delete(`/wire/credentials/${login.json.credential.id}`);
    expect(gone.status).toBe(404);
  });

  it.each([
    ["browser_state", { credential_type: "browser_state", data: {} }],
    ["a type of another site", { credential_type: "token", data: { token: "x" } }],
    ["no data", { credential_type: "api_key" }],
    ["empty data", { credential_type: "api_key", data: {} }],
    ["a login that lacks a field", { credential_type: "credentials", data: { email: "a" } }],
  ])("refuses to add %s", async (_, body) => {
    const user = await world.user();
    const { id } = await make(user, "main");
    const answer = await user.post(`/wire/identities/${id}/credentials`, body);
    expect([answer.status, answer.json]).toMatchObject([400, problem("INVALID_PARAMS")]);
    expect((await user.get(`/wire/identities/${id}`)).json.identity.credentials).toEqual([]);
  });

  it("serves nothing else under the legacy prefix", async () => {
    const user = await world.user();
    const { id } = await make(user, "main");
    for (const [method, path] of [
      ["POST", "/identities"],
      ["PATCH", `/identities/${id}`],
      ["DELETE", `/identities/${id}`],
      ["GET", `/identities/${id}/credentials`],
      ["POST", "/login"],
      ["POST", "/credentials/verify"],
    ] as const) {
      const answer = await user.send({ method, path: `/legacy-wire${path}` });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
