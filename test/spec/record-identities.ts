import type { World } from "../transports/index.ts";
import { fields, sites } from "./identity-world.ts";
import type { Caller } from "./recorded.ts";

/** Calls every operation of identities, credentials and logins, in every state that an answer shows. */
export async function recordIdentities(world: World, call: Caller): Promise<void> {
  const { alice, bob, runner } = world;
  const json = { catalog_slug: "shop", params: fields };
  const { identity_id: id, credential_id } = (await call(alice, "POST /wire/login", { json })).json;
  const verify = { json: { identity_id: id, params: fields } };
  const login = { json: { credential_type: "credentials", data: fields } };
  await call(alice, "POST /wire/credentials/verify", verify);
  for (const as of [alice, bob]) {
    await call(as, "GET /wire/identities");
    await call(as, "GET /legacy-wire/identities");
    await call(as, "GET /wire/identities/{id}", { id });
    await call(as, "GET /legacy-wire/identities/{id}", { id });
    await call(as, "GET /wire/identities/{id}/credentials", { id });
    await call(as, "PATCH /wire/identities/{id}", { id, json: { is_default: true } });
    const key = { credential_type: "api_key", data: { key: "x" } };
    await call(as, "POST /wire/identities/{id}/credentials", { id, json: key });
  }
  await call(bob, "POST /wire/credentials/verify", verify);
  await call(bob, "DELETE /wire/credentials/{id}", { id: credential_id });
  const error = { code: "MFA_REQUIRED", message: "The site asks for a code." } as const;
  runner.logins.set("shop", () => ({ status: "refused", error, executionMs: 1 }));
  await call(alice, "POST /wire/login", { json });
  await call(alice, "POST /wire/credentials/verify", verify);
  await call(alice, "POST /wire/identities/{id}/credentials", { id, ...login });
  const credential = { type: "credentials", data: fields };
  const other = { json: { catalog_id: sites.shop, name: "other", credential } };
  await call(alice, "POST /wire/identities", other);
  runner.logins.delete("shop");
  await call(alice, "POST /wire/identities", other);
  await call(alice, "POST /wire/identities", other);
  await call(alice, "POST /wire/identities", { json: {} });
  await call(alice, "POST /wire/login", { json: { catalog_slug: "shop", params: {} } });
  await call(alice, "POST /wire/login", { json: { catalog_slug: "nowhere", params: fields } });
  await call(alice, "GET /wire/identities", { query: "?catalog_id=shop" });
  await call(alice, "DELETE /wire/credentials/{id}", { id: credential_id });
  await call(alice, "DELETE /wire/credentials/{id}", { id: credential_id });
  await call(alice, "DELETE /wire/identities/{id}", { id });
  await call(alice, "DELETE /wire/identities/{id}", { id });
}
