import type {
  VaultContainer,
  VaultDescriptor,
  VaultEntry,
  VaultMethod,
} from "../../../../vault/index.ts";
import { catalogUuid } from "../../../../wire/internal.ts";
import type { SourceRow } from "../logins/collections.ts";
import type { Identity } from "../logins/identity.ts";
import { isoTime } from "../../../jobs/job-view.ts";

/** A provider as clients see it (interface, 2.9). */
export function providerDocument(descriptor: VaultDescriptor): object {
  const { type, displayName, authType, browsable, summary, methods } = descriptor;
  return {
    type,
    display_name: displayName,
    auth_type: authType,
    browsable,
    ...(summary === undefined ? {} : { summary }),
    container_label: descriptor.containerLabel,
    entry_label: descriptor.entryLabel,
    methods: methods.map(methodDocument),
    connect: methodDocument(methods[0]),
  };
}

function methodDocument({ id, label, instructions, caution, docsUrl, fields }: VaultMethod) {
  return {
    id,
    label,
    ...(instructions === undefined ? {} : { instructions }),
    ...(caution === undefined ? {} : { caution }),
    ...(docsUrl === undefined ? {} : { docs_url: docsUrl }),
    fields: fields.map(({ name, label: shown, type, secret, required, ...more }) => {
      const { placeholder, help, pattern } = more;
      return {
        name,
        label: shown,
        type,
        secret,
        required,
        ...(placeholder === undefined ? {} : { placeholder }),
        ...(help === undefined ? {} : { help }),
        ...(pattern === undefined ? {} : { pattern }),
      };
    }),
  };
}

/** A source as clients see it (interface, 2.7): never what signs in to it. */
export function sourceDocument(source: SourceRow): object {
  return {
    id: source.id,
    user_id: source.account,
    provider: source.provider,
    display_name: source.displayName,
    config: source.config,
    scope_metadata: source.scope,
    status: source.status,
    last_verified_at: isoTime(source.lastVerifiedAt),
    // No provider tells it.
    credentials_expires_at: null,
    created_at: isoTime(source.createdAt),
    updated_at: isoTime(source.updatedAt),
  };
}

/** An identity that depends on a source (interface, 4.9). */
export function boundDocument(
  { id, name, isDefault, catalog, credentials, createdAt }: Identity,
  siteName: string | undefined,
): object {
  return {
    id,
    name,
    is_default: isDefault,
    catalog_id: catalogUuid(catalog),
    catalog_slug: catalog,
    catalog_name: siteName ?? catalog,
    has_active_credential: credentials.some(
      ({ type, state }) => state === "active" && cookieTypes.has(type),
    ),
    created_at: isoTime(createdAt),
  };
}

/** Types whose logins are cookies. */
const cookieTypes: ReadonlySet<string> = new Set(["credentials", "browser_state"]);

/** A container as clients see it (interface, 2.8). */
export function containerDocument({ id, name, itemCount }: VaultContainer): object {
  return { id, name, ...(itemCount === undefined ? {} : { item_count: itemCount }) };
}

/** An entry as clients see it (decisions, 2.8): names of tags, and no values. */
export function entryDocument({
  id,
  title,
  category,
  updatedAt,
  urls,
  tagNames,
}: VaultEntry): object {
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
