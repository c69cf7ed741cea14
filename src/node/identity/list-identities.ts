import { timeText } from "../input/duration.ts";
import { printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { onlyOne, sourcesOf, type CredentialDocument, type IdentityDocument } from "./documents.ts";
import { siteOfSlug, sitesOf } from "./sites.ts";
import type { WireApi } from "./wire-api.ts";

const heading: readonly string[] = ["NAME", "SITE", "LOGIN", "STATE", "UNTIL", "FROM", "ID"];

/** Characters of a name. */
const LONGEST_NAME = 60;

/** Prints the identities, oldest first: a line for each, or of its logins for each. */
export async function listIdentities(
  service: WireApi,
  { site, json }: { readonly site?: string | undefined; readonly json?: boolean | undefined },
  terminal: Terminal,
): Promise<void> {
  const all = await identitiesOf(service, site);
  if (json === true) {
    await print(terminal, all.map((identity) => `${JSON.stringify(identity)}\n`).join(""));
    return;
  }
  if (all.length === 0) return;
  const sources = new Map(
    (await sourcesOf(service)).map(({ id, display_name: name }) => [id, name]),
  );
  const sites = new Map((await sitesOf(service)).map(({ id, slug }) => [id, slug]));
  const rows = all.flatMap((identity) => rowsOf(identity, { sites, sources }));
  await print(terminal, table([heading, ...rows]));
}

/**
 * The identity of an id, or of a name that only one has.
 * @throws Error when there is none; UsageError when there are several
 */
export async function identityNamed(
  service: WireApi,
  text: string,
  site: string | undefined,
): Promise<IdentityDocument> {
  const found = (await identitiesOf(service, site)).filter(
    ({ id, name }) => id === text || name === text,
  );
  return onlyOne(found, { what: "identity", text, list: "dragline identity list" });
}

/** @throws UsageError for a site that the catalog does not have */
async function identitiesOf(
  service: WireApi,
  site: string | undefined,
): Promise<readonly IdentityDocument[]> {
  const query = site === undefined ? "" : `?catalog_id=${(await siteOfSlug(service, site)).id}`;
  const answer = await service.ask<{ readonly identities: readonly IdentityDocument[] }>(
    `GET /identities${query}`,
  );
  return answer.identities;
}

interface Known {
  /** Names in the catalog by id. */
  readonly sites: ReadonlyMap<string, string>;
  /** Names of vaults by id. */
  readonly sources: ReadonlyMap<string, string>;
}

function rowsOf(identity: IdentityDocument, { sites, sources }: Known): string[][] {
  const { id, name, is_default: isDefault, catalog_id, credentials } = identity;
  // One that the catalog does not have any more has no name.
  const site = printableLine(sites.get(catalog_id) ?? "?", LONGEST_NAME);
  const shown = `${printableLine(name, LONGEST_NAME)}${isDefault ? " (default)" : ""}`;
  if (credentials.length === 0) return [[shown, site, "none", "", "", "", id]];
  return credentials.map((credential) => [
    shown,
    site,
    credential.credential_type,
    credential.status,
    credential.expires_at === undefined ? "" : timeText(Date.parse(credential.expires_at)),
    originOf(credential, sources),
    id,
  ]);
}

function originOf(
  { credential_type: type, source_id: source }: CredentialDocument,
  sources: ReadonlyMap<string, string>,
): string {
  if (source !== undefined) return printableLine(sources.get(source) ?? "a vault", LONGEST_NAME);
  return type === "credentials" ? "password" : "";
}
