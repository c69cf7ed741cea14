import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { failed, signedIn } from "../transports/fake-wire.ts";
import { fields, identityWorld, problem, sites, unknown } from "./identity-world.ts";

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const entry = { container: "v1", key: "shop" };
const source_ref = { entry, fields: { email: {}, password: {} } };
const codes = [
  "BAD_PASSWORD",
  "MFA_REQUIRED",
  "CAPTCHA_REQUIRED",
  "ACCOUNT_LOCKED",
  "LOGIN_TIMEOUT",
  "LOGIN_PAGE_CHANGED",
  "LOGIN_NO_COOKIES",
  "LOGIN_INFRASTRUCTURE_ERROR",
  "LOGIN_FAILED",
] as const;

describe.each(transports)("4.8 POST /wire/login, over $name", (transport) => {
  const world = useWorld(transport, identityWorld());
  const refuse = (code: (typeof codes)[number]): void => {
    const error = { code, message: "The site said no." };
    world.runner.logins.set("shop", () => ({ status: "refused", error, executionMs: 1 }));
  };
  const accept = (): void => void world.runner.logins.delete("shop");

  it("signs in, and stores the login in an identity of the address", async () => {
    const user = await world.user();
    const answer = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    const [identity] = (await user.get("/wire/identities")).json.identities;
    const [credential] = identity?.credentials ?? [];
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        status: "verified",
        identity_id: identity?.id,
        identity_name: fields.email,
        credential_id: credential?.id,
        catalog_id: sites.shop,
        catalog_slug: "shop",
        expires_at: credential?.["expires_at"],
      },
    ]);
    expect(answer.json["expires_at"]).toEqual(time);
    const again = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    expect(again.json.credential_id).toBe(answer.json.credential_id);
  });

  it.each(codes)("tells that the site refused with %s, and stores nothing", async (code) => {
    const user = await world.user();
    refuse(code);
    const answer = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    accept();
    const error = { code, message: "The site said no." };
    expect([answer.status, answer.json]).toEqual([200, { status: "error", error }]);
    expect((await user.get("/wire/identities")).json.identities).toEqual([]);
  });

  it.each([
    ["missing fields", { params: { email: "a" } }, 400, ["password"]],
    ["neither form", {}, 400, expect.any(Array)],
    ["half a locator", { source_id: unknown, identity_name: "a" }, 400, ["source_ref"]],
    ["both forms", { params: fields, source_id: unknown, source_ref }, 400, expect.any(Array)],
    ["a site without logins", { catalog_slug: "board", params: fields }, 400, expect.any(Array)],
    ["no site", { catalog_slug: undefined, params: fields }, 400, undefined],
  ] as const)("refuses %s", async (_, body, ...[status, missing]) => {
    const user = await world.user();
    const answer = await user.post("/wire/login", { catalog_slug: "shop", ...body });
    const more = missing === undefined ? {} : { missing_fields: missing };
    expect([answer.status, answer.json]).toMatchObject([status, problem("INVALID_PARAMS", more)]);
  });

  it.each([
    ["site", { catalog_slug: "nowhere", params: fields }],
    ["source", { catalog_slug: "shop", identity_name: "a", source_id: unknown, source_ref }],
  ])("does not find an unknown %s", async (_, body) => {
    const answer = await (await world.user()).post("/wire/login", body);
    expect([answer.status, answer.json]).toMatchObject([404, problem("NOT_FOUND")]);
  });

  it("verifies a login again, which keeps its id", async () => {
    const user = await world.user();
    const made = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    const { identity_id, credential_id } = made.json;
    const body = { identity_id, params: fields };
    const verified = await user.post("/wire/credentials/verify", body);
    expect([verified.status, verified.json]).toMatchObject([
      201,
      { status: "verified", credential: { id: credential_id, status: "active" } },
    ]);
    refuse("BAD_PASSWORD");
    const refused = await user.post("/wire/credentials/verify", body);
    expect([refused.status, refused.json]).toMatchObject([200, problem("BAD_PASSWORD")]);
    const path = `/wire/identities/${identity_id}/credentials`;
    expect((await user.get(path)).json.credentials).toMatchObject([{ status: "expired" }]);
    accept();
    await user.post("/wire/credentials/verify", body);
    expect((await user.get(path)).json.credentials).toMatchObject([{ status: "active" }]);
    const without = await user.post("/wire/credentials/verify", { identity_id });
    expect([without.status, without.json]).toMatchObject([400, problem("INVALID_PARAMS")]);
  });

  it("verifies nothing where there is no login with a password", async () => {
    const user = await world.user();
    const body = { catalog_id: sites.shop, name: "main" };
    const { id } = (await user.post("/wire/identities", body)).json.identity;
    const verify = (identity_id: string) =>
      user.post("/wire/credentials/verify", { identity_id, params: fields });
    expect((await verify(id)).json).toMatchObject(problem("INVALID_PARAMS"));
    expect((await verify(unknown)).json).toMatchObject(problem("NOT_FOUND"));
    expect((await verify("main")).status).toBe(400);
  });

  it("runs tasks with the stored state, and expires what the site refuses", async () => {
    const user = await world.user();
    const { json } = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    const { identity_id, credential_id } = json;
    const satisfied = async () =>
      (await user.get("/wire/resolve?q=account&catalog=shop")).json.results[0];
    expect(await satisfied()).toMatchObject({ connected: true, auth_satisfied: true });
    const first = await user.task("shop.account", {}, { identity_id });
    expect(await user.settled(`/wire/jobs/${first}`)).toMatchObject({ status: "completed" });
    expect(world.runner.runs.at(-1)?.call.credential).toEqual(signedInCredential());
    const path = `/wire/identities/${identity_id}/credentials`;
    const used = (await user.get(path)).json.credentials[0];
    expect(used).toMatchObject({ id: credential_id, last_used_at: time });
    world.runner.acts.set("shop.account", () => failed("AUTH_EXPIRED", "A login wall."));
    const second = await user.task("shop.account", {}, { identity_id });
    const ended = await user.settled(`/wire/jobs/${second}`);
    world.runner.acts.delete("shop.account");
    expect(ended).toMatchObject({ status: "failed", error: { code: "AUTH_EXPIRED" } });
    expect((await user.get(path)).json.credentials[0]?.status).toBe("expired");
    expect(await satisfied()).toMatchObject({ connected: false, auth_satisfied: false });
  });
});

function signedInCredential(): unknown {
  const result = signedIn();
  return result.status === "signed_in" ? result.credential : undefined;
}

describe.each(transports)("4.8 logins where nothing keeps secrets, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { credentials: undefined } });

  it("answers 503 to what would store one, and empty lists", async () => {
    const user = await world.user();
    const login = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    expect([login.status, login.json]).toMatchObject([503, problem("SERVICE_UNAVAILABLE")]);
    const credential = { type: "api_key", data: { key: "x" } };
    const body = { catalog_id: sites.shop, name: "main", credential };
    expect((await user.post("/wire/identities", body)).status).toBe(503);
    expect((await user.get("/wire/identities")).json).toEqual({ status: "ok", identities: [] });
  });
});

describe.each(transports)("4.8 logins without a runner, over $name", (transport) => {
  const { collaborators } = identityWorld();
  const world = useWorld(transport, { collaborators: { ...collaborators, actionRunner: null } });

  it("answers 503", async () => {
    const user = await world.user();
    const answer = await user.post("/wire/login", { catalog_slug: "shop", params: fields });
    expect([answer.status, answer.json]).toMatchObject([503, problem("ACTION_UNAVAILABLE")]);
  });
});
