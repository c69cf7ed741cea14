import { catalogUuid } from "../../../../wire/internal.ts";
import type { Json } from "../../../../storage/index.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import type { Held } from "../logins/identity.ts";
import type { LoginFields } from "../logins/logins.ts";
import { isoTime } from "../../../jobs/job-view.ts";
import { invalidParams } from "../invalid-params.ts";
import { ServiceError } from "../../../base/service-error.ts";
import { credentialDocument } from "./codec.ts";
import { ownIdentity, refused, type IdentityParts } from "./identities.ts";
import { isNone, loginFields } from "./login-fields.ts";
import type { LoginBody, VerifyBody } from "./schema.ts";

/** Fields whose value names an identity, when the request does not. */
const NAMING = ["email", "username", "phone"] as const;
const LONGEST_NAME = 100;

/**
 * POST /wire/login.
 * @throws ServiceError as decisions, 4.8, say
 */
export async function logIn(
  { identities, wire }: IdentityParts,
  { body, caller, signal }: KeyedCall<unknown, LoginBody>,
): Promise<Answer> {
  const { account } = caller;
  const { catalog_slug: slug, params, source_id, source_ref } = body;
  const site = (await wire.catalogOf(account, { signal })).site(slug);
  if (site === undefined) {
    throw new ServiceError("NOT_FOUND", { message: "There is no site with this 'catalog_slug'." });
  }
  const asked = { params, source_id, source_ref };
  const fields = await loginFields(identities, asked, { account, signal });
  const name = body.identity_name ?? nameFor(fields);
  const outcome = await identities.logins.logIn({ account, site, name, fields }, { signal });
  if (outcome.status === "refused") return refused(outcome);
  return { status: 201, json: signedInDocument("verified", outcome.held) };
}

/**
 * POST /wire/credentials/verify.
 * @throws ServiceError as decisions, 4.8, say
 */
export async function verifyLogin(
  { identities, wire }: IdentityParts,
  call: KeyedCall<unknown, VerifyBody>,
): Promise<Answer> {
  const { body, caller, signal } = call;
  const identity = await ownIdentity(identities, body.identity_id, call);
  const credential = identity.credentials.find(({ type }) => type === "credentials");
  if (credential === undefined) {
    throw invalidParams("identity_id: the identity has no login with a password.");
  }
  const site = (await wire.catalogOf(caller.account, { signal })).site(identity.catalog);
  if (site === undefined) {
    const message = "The catalog no longer has the identity's site.";
    throw new ServiceError("NOT_FOUND", { message });
  }
  const held = { identity, credential };
  const fields = fieldsOf(body, await identities.logins.sourceOf(held, { signal }));
  const outcome = await identities.logins.verify(held, { site, fields }, { signal });
  if (outcome.status === "refused") return refused(outcome);
  const document = credentialDocument(outcome.held.credential);
  return { status: 201, json: { status: "verified", credential: document } };
}

/** A login that was stored, as clients see it. */
function signedInDocument(status: "verified" | "ok", { identity, credential }: Held): object {
  return {
    status,
    identity_id: identity.id,
    identity_name: identity.name,
    credential_id: credential.id,
    catalog_id: catalogUuid(identity.catalog),
    catalog_slug: identity.catalog,
    expires_at: credential.expiresAt === null ? null : isoTime(credential.expiresAt),
  };
}

function fieldsOf({ params }: VerifyBody, source: LoginFields | undefined): LoginFields {
  if (source !== undefined) {
    if (isNone(params)) return source;
    throw invalidParams(
      "params: must be absent, as the login's fields come from an identity source.",
    );
  }
  if (params === undefined)
    throw invalidParams("params: must contain the login's fields.", ["params"]);
  // What a parser made of JSON.
  return { params: params as Readonly<Record<string, Json>> };
}

/** @throws ServiceError `INVALID_REQUEST` for a login from a source */
function nameFor(fields: LoginFields): string {
  if (!("params" in fields)) {
    throw invalidParams("identity_name: is required with a source.", ["identity_name"]);
  }
  const values = NAMING.map((name) => fields.params[name]);
  const named = values.find((value) => typeof value === "string" && value.trim() !== "");
  return typeof named === "string" ? named.trim().slice(0, LONGEST_NAME) : "default";
}
