import type { Json } from "../../../../storage/index.ts";
import type { VaultLocator } from "../../../../vault/index.ts";
import { ServiceError } from "../../../base/service-error.ts";

/** Where an entry, or one field, is (interface, 2.6). */
interface Place {
  readonly container?: string | undefined;
  readonly key?: string | undefined;
  readonly property?: string | undefined;
  readonly version?: string | undefined;
}

/** A locator of a login, as a request has it. */
export interface SourceRef {
  readonly entry: {
    readonly container: string;
    readonly key: string;
    readonly version?: string | undefined;
  };
  /** By the login field's name; what is not given is the entry's. */
  readonly fields: Readonly<Record<string, Place>>;
}

/**
 * The places of a login's fields.
 * @param required names of the fields that the site's login needs
 * @throws ServiceError `SOURCE_FIELD_MISSING` with those that the locator does not name
 */
export function locatorsOf(
  { entry, fields }: SourceRef,
  required: readonly string[],
): Readonly<Record<string, VaultLocator>> {
  const missing = required.filter((name) => !Object.hasOwn(fields, name));
  if (missing.length > 0) throw fieldsMissing(missing);
  return Object.fromEntries(
    Object.entries(fields).map(([name, place]) => {
      // Another entry has versions of its own.
      const isOwn = place.container === undefined && place.key === undefined;
      const version = place.version ?? (isOwn ? entry.version : undefined);
      const locator: VaultLocator = {
        container: place.container ?? entry.container,
        key: place.key ?? entry.key,
        ...(place.property === undefined ? {} : { property: place.property }),
        ...(version === undefined ? {} : { version }),
      };
      return [name, locator];
    }),
  );
}

/** A locator as it is stored. */
export function storedRef({ entry, fields }: SourceRef): Json {
  return JSON.parse(JSON.stringify({ entry, fields })) as Json;
}

/** A stored locator, as {@link storedRef} wrote it. */
export function sourceRefOf(stored: Json): SourceRef {
  return stored as unknown as SourceRef;
}

/** A login's fields that neither locator nor entry has. */
export function fieldsMissing(missing: readonly string[]): ServiceError {
  return new ServiceError("SOURCE_FIELD_MISSING", {
    message: `The login needs ${missing.join(", ")}.`,
    details: { extra: { missing_fields: missing } },
  });
}
