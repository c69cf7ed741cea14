import { describe, expect, it } from "vitest";
import { failed, SECRET, transports, useWorld, type User } from "../transports/index.ts";

const uuid = (digit: string): string =>
  [8, 4, 4, 4, 12]
    .map((count) => digit.repeat(count))
    .join("-")
    .replace(/^(.{14}).(.{4})./, "$14$28");

const refusal = (code: string, more: object = {}) => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});

describe.each(transports)("4.8 credentials of POST /wire/task, over $name", (transport) => {
  const world = useWorld(transport);
  const [own, foreign, elsewhere, old, unknown] = ["1", "2", "3", "4", "5"].map(uuid) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [ada, empty, stale, theirs, board] = ["6", "7", "8", "9", "a"].map(uuid) as [
    string,
    string,
    string,
    string,
    string,
  ];

  async function stage(): Promise<User> {
    const user = await world.user();
    const { account } = user;
    const { credentials } = world;
    credentials.rows.length = 0;
    credentials.identities.length = 0;
    credentials.add({ id: own, account, identityId: ada });
    credentials.add({ id: old, account, identityId: stale, state: "expired" });
    credentials.add({ id: foreign, account: world.bob.account, identityId: theirs });
    credentials.add({ id: elsewhere, account, catalog: "board", identityId: board });
    credentials.identities.push({ id: empty, account, catalog: "shop" });
    return user;
  }

  const connect_url = (): string => `${world.origin}/v1/wire/connect/shop/start`;

  it.each([
    ["nothing, where it is required", "shop.account", {}, 401, "AUTH_REQUIRED"],
    ["an unknown credential", "shop.account", { credential_id: unknown }, 403, "FORBIDDEN"],
    ["a foreign credential", "shop.account", { credential_id: foreign }, 403, "FORBIDDEN"],
    ["one of another site", "shop.account", { credential_id: elsewhere }, 403, "FORBIDDEN"],
    ["one that has expired", "shop.account", { credential_id: old }, 401, "AUTH_EXPIRED"],
    ["an unknown identity", "shop.account", { identity_id: unknown }, 404, "NOT_FOUND"],
    ["a foreign identity", "shop.account", { identity_id: theirs }, 403, "FORBIDDEN"],
    ["one of another site", "shop.account", { identity_id: board }, 403, "FORBIDDEN"],
    ["one without a credential", "shop.account", { identity_id: empty }, 401, "AUTH_REQUIRED"],
    ["one whose all expired", "shop.account", { identity_id: stale }, 401, "AUTH_EXPIRED"],
    ["the same, where it is optional", "shop.prices", { identity_id: stale }, 401, "AUTH_EXPIRED"],
    ["a foreign one, where optional", "shop.prices", { credential_id: foreign }, 403, "FORBIDDEN"],
    [
      "an identity and another's credential",
      "shop.account",
      { identity_id: empty, credential_id: own },
      400,
      "INVALID_PARAMS",
    ],
  ])("refuses %s", async (_, ...row) => {
    const [action_id, more, status, code] = row as [string, object, number, string];
    const user = await stage();
    const answer = await user.post("/wire/task", { action_id, ...more });
    expect([answer.status, answer.json]).toMatchObject([status, refusal(code)]);
    if (code === "AUTH_REQUIRED") {
      expect(answer.json.error).toHaveProperty("connect_url", connect_url());
    }
    expect(await user.balance()).toBe(300);
  });

  it.each([
    ["the credential that is named", { credential_id: own }],
    ["the identity's active one", { identity_id: ada }],
    ["the credential of both", { identity_id: ada, credential_id: own }],
  ])("signs in with %s", async (_, more) => {
    const user = await stage();
    for (const action of ["shop.account", "shop.prices"]) {
      const job = await user.run(action, {}, more);
      expect(job.status).toBe("completed");
      expect(world.runner.runs.at(-1)?.call.credential).toEqual({ values: { key: SECRET } });
    }
  });

  it("takes an identity's credential in the order of the site's auth_types", async () => {
    const user = await stage();
    const { account } = user;
    const password = world.credentials.add({
      id: uuid("b"),
      account,
      identityId: ada,
      type: "credentials",
    });
    world.credentials.rows.unshift(password);
    await user.run("shop.account", {}, { identity_id: ada });
    expect(world.credentials.opened.at(-1)).toBe(own);
    await world.credentials.expire(own);
    await user.run("shop.account", {}, { identity_id: ada });
    expect(world.credentials.opened.at(-1)).toBe(password.id);
  });

  it("runs anonymously where it is optional and nothing is there, and never by a default", async () => {
    const user = await stage();
    for (const more of [{}, { identity_id: empty }]) {
      await user.run("shop.prices", {}, more);
      expect(world.runner.runs.at(-1)?.call.credential).toBeUndefined();
    }
  });

  it("does not look at credentials where the action takes none", async () => {
    const user = await stage();
    const more = { credential_id: foreign, identity_id: unknown };
    expect((await user.run("shop.items", {}, more)).status).toBe("completed");
    expect(world.runner.runs.at(-1)?.call.credential).toBeUndefined();
  });

  it("expires a credential that the site treats as logged out", async () => {
    const user = await stage();
    world.runner.acts.set("shop.account", () => failed("AUTH_EXPIRED", "The site logged you out."));
    const job = await user.run("shop.account", {}, { credential_id: own });
    world.runner.acts.delete("shop.account");
    expect(job).toMatchObject({ status: "failed", error: { code: "AUTH_EXPIRED" } });
    expect((await world.credentials.credential(own))?.state).toBe("expired");
    const again = await user.post("/wire/task", { action_id: "shop.account", credential_id: own });
    expect([again.status, again.json.error]).toMatchObject([401, { code: "AUTH_EXPIRED" }]);
  });

  it("fails as AUTH_EXPIRED a job whose credential went meanwhile", async () => {
    const user = await stage();
    world.credentials.open = () => Promise.resolve(undefined);
    const job = await user.run("shop.account", {}, { credential_id: own });
    Reflect.deleteProperty(world.credentials, "open");
    expect(job).toMatchObject({ status: "failed", error: { code: "AUTH_EXPIRED" } });
  });

  it("refuses in the order of 0.2: existence, ownership, state, credits", async () => {
    await stage();
    const poor = await world.user(0);
    const ask = async (more: object) => {
      const body = { action_id: "shop.order", ...more };
      return ((await poor.post("/wire/task", body)).json.error as unknown as { code: string }).code;
    };
    expect(await ask({ action_id: "shop.fly", params: { x: 1 } })).toBe("NOT_FOUND");
    expect(await ask({ params: { x: 1 }, identity_id: unknown })).toBe("INVALID_PARAMS");
    expect(await ask({ identity_id: unknown, credential_id: foreign })).toBe("NOT_FOUND");
    expect(await ask({ credential_id: foreign })).toBe("FORBIDDEN");
    expect(await ask({})).toBe("AUTH_REQUIRED");
    world.credentials.add({ id: uuid("d"), account: poor.account });
    expect(await ask({ credential_id: uuid("d") })).toBe("INSUFFICIENT_CREDITS");
  });
});

describe.each(transports)("4.8 a service without logins or runner, over $name", (transport) => {
  const collaborators = { credentials: undefined, actionRunner: null };
  const connectUrl = "https://app.example/connect/{slug}?from={base_url}";
  const world = useWorld(transport, { collaborators, options: { connectUrl } });

  it("knows no credential and no identity, and is connected nowhere", async () => {
    const ask = (more: object) =>
      world.alice.post("/wire/task", { action_id: "shop.account", ...more });
    expect((await ask({ credential_id: uuid("1") })).status).toBe(403);
    expect((await ask({ identity_id: uuid("1") })).status).toBe(404);
    const none = await ask({});
    const connect_url = `https://app.example/connect/shop?from=${world.origin}/v1`;
    expect([none.status, none.json]).toEqual([401, refusal("AUTH_REQUIRED", { connect_url })]);
    const { results } = (await world.alice.get("/wire/resolve?catalog=shop")).json;
    expect(results.map(({ connected }) => connected)).toEqual([false, false, false, false]);
  });

  it("answers 503 ACTION_UNAVAILABLE, and takes nothing", async () => {
    for (const path of ["/wire/task", "/wire-run"]) {
      const { status, json } = await world.alice.post(path, { action_id: "shop.items" });
      expect([status, json]).toEqual([503, refusal("ACTION_UNAVAILABLE")]);
    }
    expect(await world.alice.balance()).toBe(300);
  });
});
