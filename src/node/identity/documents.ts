import { UsageError } from "../terminal/terminal.ts";
import type { WireApi } from "./wire-api.ts";

/** A credential as the service tells it, as far as it is shown here. */
export interface CredentialDocument {
  readonly credential_type: string;
  readonly status: string;
  readonly expires_at?: string;
  readonly source_id?: string;
}

/** An identity likewise. */
export interface IdentityDocument {
  readonly id: string;
  readonly catalog_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly credentials: readonly CredentialDocument[];
}

/** A connected vault likewise. */
export interface SourceDocument {
  readonly id: string;
  readonly provider: string;
  readonly display_name: string;
  readonly status: string;
  readonly last_verified_at: string;
  readonly scope_metadata: { readonly vaults: readonly { readonly name: string }[] };
}

/** Connected vaults, newest first. */
export async function sourcesOf({ ask }: WireApi): Promise<readonly SourceDocument[]> {
  const answer = await ask<{ readonly identity_sources: readonly SourceDocument[] }>(
    "GET /identity-sources",
  );
  return answer.identity_sources;
}

/**
 * The connected vault of an id, or of a name that only one has.
 * @throws Error when there is none; UsageError when there are several
 */
export async function sourceNamed(service: WireApi, text: string): Promise<SourceDocument> {
  const found = (await sourcesOf(service)).filter(
    ({ id, display_name: name }) => id === text || name === text,
  );
  return onlyOne(found, { what: "vault", text, list: "dragline source ls" });
}

/**
 * The only one of those that were found.
 * @throws Error when there is none; UsageError when there are several
 */
export function onlyOne<Found>(
  found: readonly Found[],
  { what, text, list }: { readonly what: string; readonly text: string; readonly list: string },
): Found {
  const [first] = found;
  if (first === undefined) throw new Error(`there is no ${what} '${text}'; try: ${list}`);
  if (found.length === 1) return first;
  throw new UsageError(`${found.length} have the name '${text}'; use an id from: ${list}`);
}
