import type { Action } from "../format/action.ts";
import { actionSchema, type Recipe, type Site } from "../format/action-schema.ts";
import type { LoginResult } from "../run/login.ts";
import type { RunFile } from "../run/runner.ts";
import type { Json } from "../../storage/index.ts";

/** The id by which cases name a site's login; no action has it. */
export const loginId = (site: Pick<Site, "slug">): string => `${site.slug}.login`;

/** A site's login in the form of an action, as cases are told apart by; undefined when it has none. */
export function loginAction(site: Site): Action | undefined {
  const { login, auth, login_input: parameters } = site;
  if (login === undefined) return undefined;
  const { steps, check = [], values = {}, ...signs } = login;
  const recipe = {
    format: 1,
    action_id: "site.sign_in",
    name: "Sign in",
    description: `Signs in to ${site.name}.`.padEnd(20),
    type: "write",
    auth_mode: "none",
    parameters,
    steps: [...steps, ...check, ...(auth?.steps ?? [])],
    output: { values, signs },
    output_schema: {},
    created: site.created,
    updated: site.updated,
  };
  const body: Recipe = { ...actionSchema.parse(recipe), action_id: loginId(site) };
  return { info: body, site, body };
}

/** How a run of a case, or a login, ended. */
export type CaseRun =
  | { readonly status: "completed"; readonly data: Json; readonly files: readonly RunFile[] }
  | {
      readonly status: "failed";
      readonly error: { readonly code: string; readonly message: string };
    };

/** Values, names of cookies and the end of the session; no secret. */
export function loginRun(result: LoginResult): CaseRun {
  if (result.status === "refused") return { status: "failed", error: result.error };
  const { credential, expiresAt } = result;
  const { cookies } = credential.state as {
    readonly cookies: readonly { readonly name: string }[];
  };
  return {
    status: "completed",
    files: [],
    data: {
      values: { ...credential.values },
      cookies: cookies.map(({ name }) => name),
      expires_at: new Date(expiresAt).toISOString(),
    },
  };
}
