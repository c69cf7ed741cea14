import type { Ids } from "../../../../core/index.ts";
import {
  inserting,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../../../storage/index.ts";
import type { Credential } from "../../../../wire/index.ts";
import { ServiceError } from "../../../base/service-error.ts";
import {
  credentialRows,
  identityRows,
  sourceRows,
  type CredentialRow,
  type IdentityRow,
} from "./collections.ts";
import { credentialStates } from "./credential-states.ts";
import type { SealedValues } from "./sealed-values.ts";
import type { Identity, NewCredential } from "./identity.ts";

/** The dependencies of storing. */
interface StoreParts {
  readonly records: Records;
  readonly vault: SealedValues<Credential>;
  readonly ids: Ids;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newRow: (of: Pick<Identity, "account" | "catalog" | "name">) => IdentityRow;
}

/** Where a credential was stored. */
interface Stored extends Pick<Identity, "id" | "account" | "catalog"> {
  readonly credentialId: string;
}

/** Times that a step is tried because others change the same rows. */
const TRIES = 5;

/**
 * Stores a credential in one step with its identity, which is made where there is none of the name. One of
 * the same type is replaced and keeps its id.
 * @throws ServiceError `NOT_FOUND`, `CONFLICT`, `SERVICE_UNAVAILABLE`, `INVALID_REQUEST`; StorageError
 */
export async function storeCredential(
  parts: StoreParts,
  given: NewCredential,
  call: Call,
): Promise<Stored> {
  parts.vault.check();
  for (let tried = 0; tried < TRIES; tried += 1) {
    const stored = await tryToStore(parts, given, call);
    if (stored !== undefined) return stored;
  }
  throw new ServiceError("CONFLICT", {
    message: "Another call is changing the identity; try again.",
  });
}

async function tryToStore(
  parts: StoreParts,
  given: NewCredential,
  call: Call,
): Promise<Stored | undefined> {
  const { records, ids } = parts;
  const known = await findIdentity(records, given, call);
  const { account, catalog, source } = given;
  const row = known ?? parts.newRow({ account, catalog, name: nameOf(given) });
  const ofType = { identityId: row.id, type: given.type };
  const [former] = await records.find(credentialRows, { where: ofType }, call);
  if (given.replaces !== undefined && given.replaces !== former?.id) {
    throw new ServiceError("NOT_FOUND", { message: "The credential no longer exists." });
  }
  const id = former?.id ?? ids.uuid();
  const set = await fieldsOf(parts, given, { id, identityId: row.id, call });
  const made = { ...ofType, id, account: row.account, catalog: row.catalog };
  const steps = [
    known === undefined
      ? inserting(identityRows, [row])
      : updating(identityRows, { where: { id: row.id } }, 1),
    former === undefined
      ? inserting(credentialRows, [
          { metadata: {}, ...set, ...made, createdAt: parts.now, version: 1 },
        ])
      : replacing(former, set),
    // A source that was disconnected meanwhile has no credentials any more.
    ...(source ? [updating(sourceRows, { where: { id: source.id } }, 1)] : []),
  ];
  const outcome = await records.atomic(steps, call);
  if (outcome.applied) {
    return { id: row.id, account: row.account, catalog: row.catalog, credentialId: id };
  }
  await forgetOrphan(parts, row.id, call);
  return undefined;
}

async function findIdentity(
  records: Records,
  { account, catalog, identity }: NewCredential,
  call: Call,
): Promise<IdentityRow | undefined> {
  const where = "id" in identity ? { id: identity.id } : { account, catalog, name: identity.name };
  const [row] = await records.find(identityRows, { where }, call);
  if (row === undefined && "id" in identity) throw goneIdentity();
  if (row !== undefined && "name" in identity && identity.isNew === true) {
    throw nameTaken(identity.name);
  }
  return row;
}

/** An account's identities of a site have names of their own. */
export function nameTaken(name: string): ServiceError {
  return new ServiceError("CONFLICT", {
    message: `The site already has an identity named ${JSON.stringify(name)}.`,
  });
}

function nameOf({ identity }: NewCredential): string {
  return "name" in identity ? identity.name : "";
}

async function fieldsOf(
  { vault, now }: StoreParts,
  { credential, expiresAt, metadata, source = null }: NewCredential,
  { id, identityId, call }: Pick<CredentialRow, "id" | "identityId"> & { readonly call: Call },
) {
  return {
    state: credentialStates.active.stored,
    expiresAt,
    ...(metadata === undefined ? {} : { metadata }),
    sealed: await vault.seal({ owner: identityId, field: id }, credential, call),
    sourceId: source?.id ?? null,
    sourceRef: source?.ref ?? null,
    updatedAt: now,
  };
}

function replacing({ id, version }: CredentialRow, set: Partial<CredentialRow>): Operation {
  return updating(credentialRows, { where: { id, version }, set, add: { version: 1 } }, 1);
}

/** The data key of an identity that was removed, or made by others, meanwhile. */
async function forgetOrphan({ records, vault }: StoreParts, id: string, call: Call): Promise<void> {
  if ((await records.count(identityRows, { where: { id } }, call)) > 0) return;
  await records.atomic(await vault.destroying(id, call), call);
}

/** There is no identity of the id, or not any more. */
export function goneIdentity(): ServiceError {
  return new ServiceError("NOT_FOUND", { message: "There is no identity with this id." });
}
