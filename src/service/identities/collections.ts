import { collection, type Row } from "../../storage/index.ts";

/** Named containers of logins: one site, one account. */
export const identityRows = collection({
  name: "service_identities",
  fields: {
    id: "string",
    account: "string",
    // Slug of the site.
    catalog: "string",
    name: "string",
    isDefault: "boolean",
    createdAt: "number",
    updatedAt: "number",
    // Whoever signs in to it: until when, and a token that fences the lease; 0 and null when nobody does.
    heldUntil: "number",
    holder: "string?",
  },
  key: ["id"],
  unique: [["account", "catalog", "name"]],
  indexes: [["account", "createdAt"]],
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
    updatedAt: "number",
    // Counts up with each rotation and each change of status.
    version: "number",
  },
  key: ["id"],
  indexes: [["account", "createdAt"]],
});

export type IdentityRow = Row<typeof identityRows>;
export type CredentialRow = Row<typeof credentialRows>;
export type SourceRow = Row<typeof sourceRows>;
