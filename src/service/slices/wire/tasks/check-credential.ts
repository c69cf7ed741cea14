import type { Call } from "../../../../storage/index.ts";
import type { Action } from "../../../../wire/index.ts";
import { ServiceError } from "../../../base/service-error.ts";
import type { WireCredential, WireIdentity } from "../../../base/wire-credentials.ts";
import type { Wire } from "../../../base/wire.ts";
import type { TaskBody } from "../schema.ts";

/** Who asks for what. */
interface CredentialCall extends Call {
  readonly account: string;
  readonly body: Pick<TaskBody, "credential_id" | "identity_id">;
  /** Where a login of the site is made. */
  readonly connectUrl: string;
}

/**
 * What a task of the action signs in with (decisions, 4.8); undefined for an anonymous run.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `INVALID_REQUEST`, `AUTH_REQUIRED`, `AUTH_EXPIRED`
 */
export async function checkCredential(
  wire: Pick<Wire, "credentials">,
  action: Action,
  call: CredentialCall,
): Promise<WireCredential | undefined> {
  if (action.info.auth_mode === "none") return undefined;
  const identity = await findIdentity(wire, action, call);
  const given = await findCredential(wire, action, call);
  if (given !== undefined && identity !== undefined && given.identityId !== identity.id) {
    const message = "credential_id: does not belong to the identity of identity_id.";
    throw new ServiceError("INVALID_REQUEST", { message });
  }
  const chosen = given ?? (identity && choose(action, identity));
  if (chosen !== undefined) return active(chosen);
  if (action.info.auth_mode === "optional") return undefined;
  throw new ServiceError("AUTH_REQUIRED", {
    message: `The action needs a credential for ${action.site.name}.`,
    details: { extra: { connect_url: call.connectUrl } },
  });
}

async function findIdentity(
  { credentials }: Pick<Wire, "credentials">,
  action: Action,
  call: CredentialCall,
): Promise<WireIdentity | undefined> {
  const { identity_id: id } = call.body;
  if (id === undefined) return undefined;
  const identity = await credentials?.identity(id, call);
  if (identity === undefined) {
    throw new ServiceError("NOT_FOUND", { message: "There is no identity with this identity_id." });
  }
  checkOwner("identity", identity, { action, account: call.account });
  return identity;
}

async function findCredential(
  { credentials }: Pick<Wire, "credentials">,
  action: Action,
  call: CredentialCall,
): Promise<WireCredential | undefined> {
  const { credential_id: id } = call.body;
  if (id === undefined) return undefined;
  const credential = await credentials?.credential(id, call);
  // Whether there is one of another account is nobody's business.
  if (credential === undefined) throw forbidden("The credential is unknown or not yours.");
  checkOwner("credential", credential, { action, account: call.account });
  return credential;
}

function checkOwner(
  what: "identity" | "credential",
  { account, catalog }: Pick<WireIdentity, "account" | "catalog">,
  asked: { readonly action: Action; readonly account: string },
): void {
  if (account !== asked.account) throw forbidden(`The ${what} is unknown or not yours.`);
  const { slug } = asked.action.site;
  if (catalog !== slug)
    throw forbidden(`The ${what} is for ${catalog}, but the action is of ${slug}.`);
}

/** The identity's active credential, in the order of the site's types; an expired one where none is. */
function choose({ site }: Action, { credentials }: WireIdentity): WireCredential | undefined {
  const place = ({ type }: WireCredential): number => site.auth_types.indexOf(type) >>> 0;
  const ordered = credentials.toSorted((one, other) => place(one) - place(other));
  return ordered.find(({ state }) => state === "active") ?? ordered[0];
}

/** @throws ServiceError `AUTH_EXPIRED` */
function active(credential: WireCredential): WireCredential {
  if (credential.state === "active") return credential;
  throw new ServiceError("AUTH_EXPIRED", {
    message: "The credential has expired; sign in again.",
  });
}

function forbidden(message: string): ServiceError {
  return new ServiceError("FORBIDDEN", { message });
}
