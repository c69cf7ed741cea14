import type { Site } from "../../../../wire/index.ts";
import { catalogUuid } from "../../../../wire/internal.ts";
import type { Call, Json } from "../../../../storage/index.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import type { Identities } from "../own-wire.ts";
import type { Held, Identity } from "../logins/identity.ts";
import type { LoginOutcome } from "../logins/logins.ts";
import { invalidParams } from "../invalid-params.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { Wire } from "../../../base/wire.ts";
import { owned, unknown } from "../../../base/owned.ts";
import { credentialDocument, identityDocument } from "./codec.ts";
import { loginFields } from "./login-fields.ts";
import type {
  IdentitiesQuery,
  IdentityChangeBody,
  NewCredentialBody,
  NewIdentityBody,
} from "./schema.ts";
import { checkSecretValues, secretCredential } from "./secret-values.ts";

/** The dependencies of the use cases of identities. */
export interface IdentityParts {
  readonly identities: Identities;
  readonly wire: Pick<Wire, "catalogOf">;
}

/** GET /wire/identities. */
export async function listIdentities(
  { identities, wire }: IdentityParts,
  { query, caller, signal }: KeyedCall<IdentitiesQuery, unknown>,
): Promise<Answer> {
  const { catalog_id: id } = query;
  const { account } = caller;
  // Those of a site that the catalog does not have any more are shown as long as no site is asked for.
  const site = id === undefined ? undefined : await siteOfId(wire, id, { account, signal });
  const isNone = id !== undefined && site === undefined;
  const found = isNone
    ? []
    : await identities.store.list(account, { catalog: site?.slug }, { signal });
  return { status: 200, json: { status: "ok", identities: found.map(identityDocument) } };
}

/** GET /wire/identities/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showIdentity(
  { identities }: IdentityParts,
  call: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  return { status: 200, json: one(await ownIdentity(identities, call.params["id"] ?? "", call)) };
}

/**
 * POST /wire/identities.
 * @throws ServiceError `NOT_FOUND`, `CONFLICT`, `INVALID_REQUEST`; as a login
 */
export async function createIdentity(
  parts: IdentityParts,
  call: KeyedCall<unknown, NewIdentityBody>,
): Promise<Answer> {
  const { body, caller, signal } = call;
  const { account } = caller;
  const { store, logins } = parts.identities;
  const { name, is_default: isDefault, credential } = body;
  const site = await siteOfId(parts.wire, body.catalog_id, { account, signal });
  if (site === undefined) throw notFound("There is no site with this 'catalog_id'.");
  const place = { account, catalog: site.slug, name };
  if (credential?.type === "credentials") {
    const { data, source_id, source_ref } = credential;
    const asked = { params: data, source_id, source_ref };
    const fields = await loginFields(parts.identities, asked, { account, signal });
    logins.check(site, fields);
    const metadata = credential.metadata as Held["credential"]["metadata"] | undefined;
    const order = { account, site, name, fields, metadata, isDefault, isNew: true };
    const outcome = await logins.logIn(order, { signal });
    return outcome.status === "verified" ? created(outcome.held.identity) : refused(outcome);
  }
  if (credential === undefined) {
    return created(await store.create({ ...place, isDefault }, { signal }));
  }
  const { type, data = {}, metadata, source_id, source_ref } = credential;
  if (source_id !== undefined || source_ref !== undefined) {
    throw invalidParams(
      `credential: a credential of the type '${type}' cannot come from a source.`,
    );
  }
  checkSecretValues(site, { type, data });
  const held = await store.storeCredential(
    {
      ...place,
      identity: { name, isNew: true },
      type,
      credential: secretCredential(data),
      expiresAt: null,
      metadata: metadata as Readonly<Record<string, Json>> | undefined,
      isDefault,
    },
    { signal },
  );
  return created(held.identity);
}

/** PATCH /wire/identities/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT`, `INVALID_REQUEST` */
export async function changeIdentity(
  { identities }: IdentityParts,
  call: KeyedCall<unknown, IdentityChangeBody>,
): Promise<Answer> {
  const { body, signal } = call;
  const identity = await ownIdentity(identities, call.params["id"] ?? "", call);
  const name = body.name?.trim();
  if (name !== undefined && name.length > 100) {
    throw new ServiceError("INVALID_REQUEST", { message: "name: must have 1 to 100 characters" });
  }
  const change = { name: name === "" ? undefined : name, isDefault: body.is_default };
  return { status: 200, json: one(await identities.store.update(identity, change, { signal })) };
}

/** DELETE /wire/identities/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function removeIdentity(
  { identities }: IdentityParts,
  call: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const identity = await ownIdentity(identities, call.params["id"] ?? "", call);
  const isRemoved = await identities.store.remove(identity.id, call);
  if (!isRemoved) throw notFound("There is no identity with this id.");
  return done;
}

/** GET /wire/identities/{id}/credentials. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function listCredentials(
  { identities }: IdentityParts,
  call: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const { credentials } = await ownIdentity(identities, call.params["id"] ?? "", call);
  return { status: 200, json: { status: "ok", credentials: credentials.map(credentialDocument) } };
}

/**
 * POST /wire/identities/{id}/credentials.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `INVALID_REQUEST`; as a login
 */
export async function addCredential(
  parts: IdentityParts,
  call: KeyedCall<unknown, NewCredentialBody>,
): Promise<Answer> {
  const { body, caller, signal } = call;
  const { account } = caller;
  const { store, logins } = parts.identities;
  const identity = await ownIdentity(parts.identities, call.params["id"] ?? "", call);
  const site = (await parts.wire.catalogOf(account, { signal })).site(identity.catalog);
  if (site === undefined) throw notFound("The catalog no longer has the identity's site.");
  const { credential_type: type, data } = body;
  const metadata = body.metadata as Readonly<Record<string, Json>> | undefined;
  if (type === "credentials") {
    const params = data as Readonly<Record<string, Json>>;
    const order = { account, site, name: identity.name, fields: { params }, metadata };
    const outcome = await logins.logIn(order, { signal });
    return outcome.status === "verified" ? stored(outcome.held) : refused(outcome);
  }
  checkSecretValues(site, { type, data });
  const held = await store.storeCredential(
    {
      account,
      catalog: site.slug,
      identity: { id: identity.id },
      type,
      credential: secretCredential(data),
      expiresAt: null,
      metadata,
    },
    { signal },
  );
  return stored(held);
}

/** DELETE /wire/credentials/{id}. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function removeCredential(
  { identities }: IdentityParts,
  { params, caller, signal }: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const held = await identities.store.credential(params["id"] ?? "", { signal });
  if (held === undefined) throw unknown("credential");
  owned("credential", held.identity, caller.account);
  await identities.store.removeCredential(held.credential.id, { signal });
  return done;
}

/** The caller's identity of an id. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function ownIdentity(
  { store }: Identities,
  id: string,
  { caller, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "signal">,
): Promise<Identity> {
  return owned("identity", await store.find(id, { signal }), caller.account);
}

/** A site's refusal of a login: the request itself is answered. */
export function refused({ error }: Extract<LoginOutcome, { readonly status: "refused" }>): Answer {
  return { status: 200, json: { status: "error", error } };
}

async function siteOfId(
  wire: Pick<Wire, "catalogOf">,
  id: string,
  { account, signal }: Call & { readonly account: string },
): Promise<Site | undefined> {
  const sites = (await wire.catalogOf(account, { signal })).sites();
  return sites.find(({ slug }) => catalogUuid(slug) === id.toLowerCase());
}

const done: Answer = { status: 200, json: { status: "ok" } };

function one(identity: Identity): object {
  return { status: "ok", identity: identityDocument(identity) };
}

function created(identity: Identity): Answer {
  return { status: 201, json: one(identity) };
}

function stored({ credential }: Held): Answer {
  return { status: 201, json: { status: "ok", credential: credentialDocument(credential) } };
}

function notFound(message: string): ServiceError {
  return new ServiceError("NOT_FOUND", { message });
}
