import type { Credential, Site } from "../../../../wire/index.ts";
import { invalidParams } from "../invalid-params.ts";

/** Characters of a value of a key or token. */
const LONGEST = 16_384;

/** A key or token as a request has it. */
interface SecretValues {
  readonly type: "api_key" | "token" | "credentials";
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Refuses a key or token that no action of the site could sign in with.
 * @throws ServiceError `INVALID_REQUEST` with `missing_fields`
 */
export function checkSecretValues(site: Site, { type, data }: SecretValues): void {
  if (!site.auth_types.includes(type)) {
    throw invalidParams(`${site.name} does not support credentials of the type '${type}'.`);
  }
  if (Object.keys(data).length === 0) throw invalidParams("data: must not be empty.", readBy(site));
  const wrong = Object.entries(data).find(
    ([, value]) => typeof value !== "string" || value === "" || value.length > LONGEST,
  );
  if (wrong !== undefined) {
    throw invalidParams(`data: '${wrong[0]}' must be a string of 1 to ${LONGEST} characters.`);
  }
  const missing = readBy(site).filter((name) => !Object.hasOwn(data, name));
  if (missing.length === 0) return;
  throw invalidParams(`data: a login to ${site.name} needs ${missing.join(", ")}.`, missing);
}

/** What runs sign in with. */
export function secretCredential(data: Readonly<Record<string, unknown>>): Credential {
  return { values: data as Readonly<Record<string, string>> };
}

/** The members that the site's headers and queries are made of. */
function readBy({ auth }: Site): string[] {
  const templates = [...Object.values(auth?.headers ?? {}), ...Object.values(auth?.query ?? {})];
  const names = templates.flatMap((template) =>
    [...template.matchAll(/\{\{\s*credential\.(\w+)/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)];
}
