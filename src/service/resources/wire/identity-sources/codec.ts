import { catalogUuid, type Site } from "../../../../wire/index.ts";
import type {
  VaultContainer,
  VaultDescriptor,
  VaultEntry,
  VaultField,
  VaultMethod,
} from "../../../../vault/index.ts";
import type { SourceRow } from "../../../identities/collections.ts";
import type { Identity } from "../../../identities/identity.ts";
import { isoTime } from "../../../jobs/job-view.ts";

/** A source as clients see it (interface, 2.7): never what signs in. */
export function sourceDocument(row: SourceRow): object {
  return {
    id: row.id,
    user_id: row.account,
    provider: row.provider,
    display_name: row.displayName,
    config: row.config,
    scope_metadata: row.scope,
    status: row.status,
    last_verified_at: isoTime(row.lastVerifiedAt),
    credentials_expires_at: null,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}

/** A provider as clients see it (interface, 2.9). */
export function providerDocument(descriptor: VaultDescriptor): object {
  const { type, displayName, authType, browsable, summary, methods } = descriptor;
  const [first] = methods;
  return {
    type,
    display_name: displayName,
    auth_type: authType,
    browsable,
    ...(summary === undefined ? {} : { summary }),
    container_label: descriptor.containerLabel,
    entry_label: descriptor.entryLabel,
    methods: methods.map(methodDocument),
    connect: methodDocument(first),
  };
}

/** A vault as clients see it (interface, 2.8). */
export function containerDocument({ id, name, itemCount }: VaultContainer): object {
  return { id, name, ...(itemCount === undefined ? {} : { item_count: itemCount }) };
}

/** An entry as clients see it (decisions, 2.8): the values of tags are secrets, too. */
export function entryDocument(entry: VaultEntry): object {
  const { id, title, category, updatedAt, urls, tagNames } = entry;
  return {
    id,
    title,
    ...(category === undefined ? {} : { category }),
    ...(updatedAt === undefined ? {} : { updated_at: isoTime(updatedAt) }),
    ...(urls === undefined ? {} : { urls: urls.map(({ href, label }) => ({ href, label })) }),
    ...(tagNames === undefined
      ? {}
      : { tags: Object.fromEntries(tagNames.map((name) => [name, ""])) }),
  };
}

/**
 * An identity of a source as clients see it (interface, 4.9).
 * @param site undefined where the catalog does not have it any more
 */
export function dependentDocument(identity: Identity, site: Site | undefined): object {
  return {
    id: identity.id,
    name: identity.name,
    is_default: identity.isDefault,
    catalog_id: catalogUuid(identity.catalog),
    catalog_slug: identity.catalog,
    catalog_name: site?.name ?? identity.catalog,
    has_active_credential: identity.credentials.some(({ state }) => state === "active"),
    created_at: isoTime(identity.createdAt),
  };
}

function methodDocument({ docsUrl, ...method }: VaultMethod): object {
  return {
    ...method,
    ...(docsUrl === undefined ? {} : { docs_url: docsUrl }),
    fields: method.fields.map(fieldDocument),
  };
}

function fieldDocument(field: VaultField): object {
  const { name, label, type, secret, required, placeholder, help, pattern } = field;
  return {
    name,
    label,
    type,
    secret,
    required,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(help === undefined ? {} : { help }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}
