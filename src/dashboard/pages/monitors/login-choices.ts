import { isClientError } from "../../../client/index.ts";
import type { Visit } from "../../page.ts";

/** A value and its name. */
type Choice = readonly [value: string, name: string];

/** What a monitor can be signed in with. */
export interface LoginChoices {
  /** Saved browser sessions, for pages. */
  readonly sessions: readonly Choice[];
  /** Credentials of identities, for Wire actions. */
  readonly credentials: readonly Choice[];
}

/** The most that a list to choose from has. */
const MOST = 200;

/** The saved sessions and credentials of the account; one that was chosen stays a choice when it is gone. */
export async function loginChoices(
  visit: Pick<Visit, "api" | "signal">,
  fields: URLSearchParams,
): Promise<LoginChoices> {
  const [sessions, credentials] = await Promise.all([
    orNone(sessionsOf(visit)),
    orNone(credentialsOf(visit)),
  ]);
  const session = fields.get("sessionId") ?? "";
  const credential = fields.get("wireCredentialId") ?? "";
  return {
    sessions: complete(sessions, session, "a session that is gone"),
    credentials: complete(credentials, credential, "a credential that is gone"),
  };
}

function complete(choices: readonly Choice[], chosen: string, gone: string): readonly Choice[] {
  const shown = choices.slice(0, MOST);
  if (chosen !== "" && !shown.some(([value]) => value === chosen)) {
    shown.push(choices.find(([value]) => value === chosen) ?? [chosen, gone]);
  }
  return [["", "nobody"], ...shown];
}

async function sessionsOf({ api, signal }: Pick<Visit, "api" | "signal">): Promise<Choice[]> {
  const sessions = await api.listSessions({}, { signal });
  return sessions.map(({ id, name, websiteDomain, isActive }) => {
    const domain = websiteDomain === null || websiteDomain === name ? "" : ` at ${websiteDomain}`;
    return [id, `${name}${domain}${isActive ? "" : " (expired)"}`];
  });
}

async function credentialsOf({ api, signal }: Pick<Visit, "api" | "signal">): Promise<Choice[]> {
  const [{ identities }, { catalog }] = await Promise.all([
    api.listIdentities({}, { signal }),
    api.listWireCatalog({}, { signal }),
  ]);
  const sites = new Map(catalog.map(({ id, name }) => [id, name]));
  return identities.flatMap(({ name, catalog_id: site, credentials }) =>
    credentials.map(({ id, credential_type: type, status }): Choice => {
      const kind = type.replaceAll("_", " ");
      const state = status === "active" ? "" : ", expired";
      return [id, `${name} at ${sites.get(site) ?? "a site that is gone"} (${kind}${state})`];
    }),
  );
}

/** A service without a key to seal them keeps neither; the form needs none. */
async function orNone(list: Promise<Choice[]>): Promise<Choice[]> {
  try {
    return await list;
  } catch (error) {
    if (isClientError(error)) return [];
    throw error;
  }
}
