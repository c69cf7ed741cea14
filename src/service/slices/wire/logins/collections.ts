import { collection, type Row } from "../../../../storage/index.ts";

/** Named containers of logins: one site, one account. */
export const identityRows = collection({
  name: "service_identities",
  fields: {
    id: "string",
    account: "string",
    // Slug of the site.
    catalog: "string",
    name: "string",
    createdAt: "number",
    // Tells rows of one millisecond apart.
    place: "number",
    updatedAt: "number",
  },
  key: ["id"],
  unique: [["account", "catalog", "name"]],
  indexes: [["account", "createdAt"]],
});

/** The identities that were chosen as a site's default; without a row, or with one that is gone, it is the oldest. */
export const defaultRows = collection({
  name: "service_default_identities",
  fields: {
    account: "string",
    catalog: "string",
    // Null where the user wants none.
    identityId: "string?",
  },
  key: ["account", "catalog"],
});

/** Logins under way: one at a time for each identity, whether it exists already or not. */
export const loginLeaseRows = collection({
  name: "service_login_leases",
  fields: {
    // JSON of account, site and name.
    identity: "string",
    // Fences the lease.
    holder: "string",
    heldUntil: "number",
  },
  key: ["identity"],
});

/** Logins; an identity has at most one of each type. */
export const credentialRows = collection({
  name: "service_credentials",
  fields: {
    id: "string",
    identityId: "string",
    account: "string",
    catalog: "string",
    // browser_state, credentials, api_key or token.
    type: "string",
    // active or expired; what has passed its `expiresAt` is expired, whatever stands here.
    state: "string",
    expiresAt: "number?",
    lastUsedAt: "number?",
    metadata: "json",
    // What a run signs in with (a `Credential` as JSON), by the identity's data key.
    sealed: "bytes",
    // Of source-backed ones.
    sourceId: "string?",
    sourceRef: "json?",
    createdAt: "number",
    updatedAt: "number",
    // Counts up with each change.
    version: "number",
  },
  key: ["id"],
  unique: [["identityId", "type"]],
  indexes: [["account", "catalog"], ["sourceId"]],
});

/** Connections to vaults. */
export const sourceRows = collection({
  name: "service_identity_sources",
  fields: {
    id: "string",
    account: "string",
    // The provider's type.
    provider: "string",
    displayName: "string",
    // `auth_method` and settings that are no secret.
    config: "json",
    // `{ vaults: [{ id, name }] }`
    scope: "json",
    // active or revoked.
    status: "string",
    // The `VaultAccess` as JSON, by the source's data key.
    sealed: "bytes",
    lastVerifiedAt: "number",
    createdAt: "number",
    // Tells rows of one millisecond apart.
    place: "number",
    updatedAt: "number",
    // Counts up with each rotation.
    version: "number",
  },
  key: ["id"],
  indexes: [["account", "createdAt"]],
});

export type IdentityRow = Row<typeof identityRows>;
export type CredentialRow = Row<typeof credentialRows>;
export type SourceRow = Row<typeof sourceRows>;
