import { timeText } from "../input/duration.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { sourceNamed, type CredentialDocument } from "./documents.ts";
import { identityNamed } from "./list-identities.ts";
import { readFields, type AskedField, type FieldValues } from "./read-fields.ts";
import { hasLogin, loginFieldsOf, sitesOf, type LoginField, type SiteDocument } from "./sites.ts";
import { sourceRefOf, type RefValues } from "./source-ref.ts";
import type { WireApi } from "./wire-api.ts";

/** What the flags of a login say. */
interface LoginValues extends FieldValues, RefValues {
  readonly name?: string | undefined;
  readonly site?: string | undefined;
  /** A connected vault, by id or name. */
  readonly source?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Where a login is asked for. */
interface Scope {
  readonly service: WireApi;
  readonly terminal: Terminal;
}

/** An answer to a request that the site was asked for: it let somebody in, or said why not. */
type SiteAnswer<In> =
  | ({ readonly status: "verified" } & In)
  | {
      readonly status: "error";
      readonly error: { readonly code: string; readonly message: string };
    };

interface SignedIn {
  readonly identity_id: string;
  readonly identity_name: string;
  readonly expires_at: string;
}

/**
 * Signs in to a site, with fields that are asked for or with those of a vault, and keeps the login; its
 * identity's id goes to stdout.
 * @returns the exit code: 1 when the site let nobody in
 * @throws UsageError; Error for a refusal of the service; Interrupted
 */
export async function logInSite(
  slug: string,
  values: LoginValues,
  { service, terminal }: Scope,
): Promise<number> {
  const site = await siteNamed(slug, service);
  const asked = await loginFieldsOf(service, site);
  const fields = await fieldsOf(asked, values, { service, terminal });
  say(terminal, paint(terminal, "dim", `signing in to ${printable(site.name)}`));
  const answer = await service.ask<SiteAnswer<SignedIn>>("POST /login", {
    catalog_slug: slug,
    identity_name: values.name,
    ...fields,
  });
  if (answer.status === "error") return refused(answer.error, terminal);
  const { identity_id: id, identity_name: name, expires_at: end } = answer;
  say(
    terminal,
    printable(`Signed in to ${site.name} as '${name}' until ${timeText(Date.parse(end))}.`),
  );
  await print(terminal, `${values.json === true ? JSON.stringify(answer) : id}\n`);
  return exitCodes.ok;
}

/**
 * Signs in to an identity's site again: with fields that are asked for, or from its vault.
 * @returns the exit code: 1 when the site let nobody in
 * @throws UsageError; Error for a refusal of the service; Interrupted
 */
export async function verifyIdentity(
  text: string,
  values: LoginValues,
  { service, terminal }: Scope,
): Promise<number> {
  const identity = await identityNamed(service, text, values.site);
  const credential = identity.credentials.find(({ credential_type: it }) => it === "credentials");
  const site = (await sitesOf(service)).find(({ id }) => id === identity.catalog_id);
  const isAsked = credential !== undefined && credential.source_id === undefined;
  const params =
    isAsked && site !== undefined
      ? await readFields(askedFields(await loginFieldsOf(service, site)), values, terminal)
      : undefined;
  const answer = await service.ask<SiteAnswer<{ readonly credential: CredentialDocument }>>(
    "POST /credentials/verify",
    { identity_id: identity.id, params },
  );
  if (answer.status === "error") return refused(answer.error, terminal);
  const { expires_at: end } = answer.credential;
  const until = end === undefined ? "" : `, until ${timeText(Date.parse(end))}`;
  say(terminal, printable(`Signed in as '${identity.name}' again${until}.`));
  if (values.json === true) await print(terminal, `${JSON.stringify(answer)}\n`);
  return exitCodes.ok;
}

async function fieldsOf(
  login: readonly LoginField[],
  values: LoginValues,
  { service, terminal }: Scope,
): Promise<object> {
  const { source } = values;
  if (source === undefined) {
    if (values.entry !== undefined || values.field !== undefined) {
      throw new UsageError("--entry and --field need --source");
    }
    return { params: await readFields(askedFields(login), values, terminal) };
  }
  if (values.param !== undefined || values.stdin !== undefined) {
    throw new UsageError(
      "--source reads the fields from a vault; it cannot be combined with --param or --stdin",
    );
  }
  if (values.name === undefined) throw new UsageError("--source needs --name");
  const ref = sourceRefOf(login, values);
  return { source_id: (await sourceNamed(service, source)).id, source_ref: ref };
}

/** @throws UsageError that names the sites that can be signed in to */
async function siteNamed(slug: string, service: WireApi): Promise<SiteDocument> {
  const all = await sitesOf(service);
  const site = all.find((it) => it.slug === slug);
  if (site !== undefined && hasLogin(site)) return site;
  const slugs = all.filter(hasLogin).map((it) => it.slug);
  const what =
    site === undefined ? `unknown site '${slug}'` : `Dragline has no login for ${site.name}`;
  throw new UsageError(`${what}; sites with a login: ${slugs.toSorted().join(", ")}`);
}

function askedFields(login: readonly LoginField[]): AskedField[] {
  return login.map(({ name, description, required, secret = false }) => {
    return { name, label: `${name} (${description.replace(/\.$/, "")})`, required, secret };
  });
}

function refused(error: { readonly code: string; readonly message: string }, terminal: Terminal) {
  say(
    terminal,
    `${paint(terminal, "red", `${printable(error.code)}:`)} ${printable(error.message)}`,
  );
  return exitCodes.failed;
}
