import type { Call } from "../../../storage/index.ts";
import type { Credential, RunResult } from "../../../wire/index.ts";
import type { Wire } from "../../base/wire.ts";

/** What a run signs in with; both are absent for an anonymous run. */
interface SignedIn {
  readonly id: string | undefined;
  readonly credential: Credential | undefined;
}

/**
 * Runs an action with a credential. When the site treats the run as logged out, and the login's fields can be read
 * again from its source, it signs in and runs once more; else the credential expires.
 */
export async function runSignedIn(
  { credentials }: Pick<Wire, "credentials">,
  { id, credential }: SignedIn,
  { run, signal }: Call & { readonly run: (login: Credential | undefined) => Promise<RunResult> },
): Promise<RunResult> {
  const call = { signal };
  const first = await run(credential);
  if (!isLoggedOut(first) || id === undefined || credentials === undefined) return first;
  const again = (await credentials.refresh(id, call))
    ? await credentials.open(id, call)
    : undefined;
  const result = again === undefined ? first : await run(again);
  if (isLoggedOut(result)) await credentials.expire(id, call, again ?? credential);
  return result;
}

function isLoggedOut(result: RunResult): boolean {
  return result.status === "failed" && result.error.code === "AUTH_EXPIRED";
}
