import { catalogUuid } from "../../../../wire/internal.ts";
import type { Identity, StoredCredential } from "../logins/identity.ts";
import { isoTime } from "../../../jobs/job-view.ts";

/** An identity as clients see it (interface, 2.5). */
export function identityDocument(identity: Identity): object {
  const { id, account, catalog, name, isDefault, createdAt, updatedAt, credentials } = identity;
  return {
    id,
    user_id: account,
    catalog_id: catalogUuid(catalog),
    name,
    is_default: isDefault,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    credentials: credentials.map(credentialDocument),
  };
}

/** A credential as clients see it: never what signs in. */
export function credentialDocument(credential: StoredCredential): object {
  const { id, identityId, type, state, metadata, source, createdAt, updatedAt } = credential;
  const { expiresAt, lastUsedAt } = credential;
  return {
    id,
    identity_id: identityId,
    credential_type: type,
    status: state,
    ...(expiresAt === null ? {} : { expires_at: isoTime(expiresAt) }),
    ...(lastUsedAt === null ? {} : { last_used_at: isoTime(lastUsedAt) }),
    metadata,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    ...(source === null ? {} : { source_id: source.id, source_ref: source.ref }),
  };
}
