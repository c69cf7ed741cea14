import type { Clock, Ids } from "../../../../core/index.ts";
import {
  inserting,
  isStorageError,
  removing,
  type Call,
  type Operation,
  type Records,
  EnsuredRecords,
} from "../../../../storage/index.ts";
import type { Sealer } from "../../../../storage/sealing/index.ts";
import type { Credential } from "../../../../wire/index.ts";
import { Places } from "../../../accounts/account-parts.ts";
import type { WireCredentialType } from "../../../base/wire-credentials.ts";
import {
  credentialRows,
  defaultRows,
  identityRows,
  loginLeaseRows,
  sourceRows,
  type IdentityRow,
} from "./collections.ts";
import { stateAt, type CredentialEvent } from "./credential-states.ts";
import { markCredential } from "./mark-credential.ts";
import { SealedValues } from "./sealed-values.ts";
import type { Held, Identity, NewCredential } from "./identity.ts";
import { oldestFirst, showIdentities } from "./identity-views.ts";
import { goneIdentity, nameTaken, storeCredential } from "./store-credential.ts";

/** What identities are kept with. */
interface IdentityStoreParts {
  readonly records: Records;
  /** Without one credentials are not stored (`SERVICE_UNAVAILABLE`). */
  readonly sealer: Sealer | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Identities and their credentials as rows; what signs in is sealed. */
export class IdentityStore {
  readonly records: EnsuredRecords;
  readonly vault: SealedValues<Credential>;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #places: Places;

  constructor({ records, sealer, clock, ids }: IdentityStoreParts) {
    const collections = [identityRows, credentialRows, defaultRows, loginLeaseRows, sourceRows];
    this.records = new EnsuredRecords(records, collections);
    this.vault = new SealedValues(sealer, "identities");
    this.#clock = clock;
    this.#ids = ids;
    this.#places = new Places(clock);
  }

  /** The identity of an id, of any account. */
  async find(id: string, call: Call): Promise<Identity | undefined> {
    const records = await this.records.ready(call);
    const rows = await records.find(identityRows, { where: { id } }, call);
    return (await this.#shown(rows, call))[0];
  }

  /** The account's identity of a site and a name. */
  async named(
    { account, catalog, name }: Pick<Identity, "account" | "catalog" | "name">,
    call: Call,
  ): Promise<Identity | undefined> {
    const records = await this.records.ready(call);
    const rows = await records.find(identityRows, { where: { account, catalog, name } }, call);
    return (await this.#shown(rows, call))[0];
  }

  /** An account's identities, oldest first. */
  async list(
    account: string,
    { catalog }: { readonly catalog?: string | undefined },
    call: Call,
  ): Promise<Identity[]> {
    const records = await this.records.ready(call);
    const where = catalog === undefined ? { account } : { account, catalog };
    return this.#shown(await records.find(identityRows, { where, order: oldestFirst }, call), call);
  }

  /**
   * Makes an identity without a credential.
   * @throws ServiceError `CONFLICT` when the name is taken
   */
  async create(
    {
      account,
      catalog,
      name,
      isDefault,
    }: Pick<Identity, "account" | "catalog" | "name"> & {
      readonly isDefault?: boolean | undefined;
    },
    call: Call,
  ): Promise<Identity> {
    const row = this.#newRow({ account, catalog, name });
    const records = await this.records.ready(call);
    const outcome = await records.atomic([inserting(identityRows, [row])], call);
    if (!outcome.applied) throw nameTaken(name);
    if (isDefault !== undefined) await this.#choose(row, isDefault, call);
    return this.#present(row.id, call);
  }

  /**
   * Renames an identity, or makes it the site's default, or ceases to.
   * @throws ServiceError `NOT_FOUND`, `CONFLICT`
   */
  async update(
    { id }: Pick<Identity, "id">,
    {
      name,
      isDefault,
    }: { readonly name?: string | undefined; readonly isDefault?: boolean | undefined },
    call: Call,
  ): Promise<Identity> {
    const records = await this.records.ready(call);
    const set = { updatedAt: this.#clock.now(), ...(name === undefined ? {} : { name }) };
    let rows: IdentityRow[];
    try {
      rows = await records.update(identityRows, { where: { id }, set }, call);
    } catch (error) {
      if (isStorageError(error, "CONFLICT")) throw nameTaken(name ?? "");
      throw error;
    }
    const [row] = rows;
    if (row === undefined) throw goneIdentity();
    if (isDefault !== undefined) await this.#choose(row, isDefault, call);
    return this.#present(id, call);
  }

  /** Removes an identity with its credentials; false when it is not there. */
  async remove(id: string, call: Call): Promise<boolean> {
    const records = await this.records.ready(call);
    const outcome = await records.atomic(await this.removing(id, call), call);
    return outcome.applied;
  }

  /** Operations that remove an identity with its credentials and their key. */
  async removing(id: string, call: Call): Promise<readonly Operation[]> {
    const { account = "", catalog = "" } = (await this.find(id, call)) ?? {};
    return [
      removing(identityRows, { where: { id } }, 1),
      removing(credentialRows, { where: { identityId: id } }),
      removing(defaultRows, { where: { identityId: id } }),
      // Where no default was wanted, the oldest that is left becomes it again.
      removing(defaultRows, { where: { account, catalog, identityId: null } }),
      ...(await this.vault.destroying(id, call)),
    ];
  }

  /**
   * Stores a credential: in its identity, which is made where there is none of the name; one of the same
   * type is replaced and keeps its id.
   * @throws ServiceError `NOT_FOUND` for the id of an identity that is gone, `SERVICE_UNAVAILABLE`,
   *   `INVALID_REQUEST` for a credential that is too large; StorageError
   */
  async storeCredential(given: NewCredential, call: Call): Promise<Held> {
    const records = await this.records.ready(call);
    const parts = { records, vault: this.vault, now: this.#clock.now(), ids: this.#ids };
    const newRow = this.#newRow.bind(this);
    const stored = await storeCredential({ ...parts, newRow }, given, call);
    if (given.isDefault !== undefined) await this.#choose(stored, given.isDefault, call);
    return this.#held(stored.credentialId, call);
  }

  /** Removes a credential; false when it is not there. */
  async removeCredential(id: string, call: Call): Promise<boolean> {
    const records = await this.records.ready(call);
    return (await records.remove(credentialRows, { where: { id } }, call)) > 0;
  }

  /** The credential of an id with its identity, of any account. */
  async credential(id: string, call: Call): Promise<Held | undefined> {
    const records = await this.records.ready(call);
    const [row] = await records.find(credentialRows, { where: { id } }, call);
    const identity = row && (await this.find(row.identityId, call));
    const credential = identity?.credentials.find((each) => each.id === id);
    return identity && credential && { identity, credential };
  }

  /** An account's credentials of a type, of one site. */
  async credentialsOfType(
    account: string,
    { catalog, type }: { readonly catalog?: string; readonly type: WireCredentialType },
    call: Call,
  ): Promise<Held[]> {
    const identities = await this.list(account, { catalog }, call);
    return identities.flatMap((identity) =>
      identity.credentials
        .filter((credential) => credential.type === type)
        .map((credential) => ({ identity, credential })),
    );
  }

  /** Opens what signs in; undefined for a credential that is gone. */
  async open(id: string, call: Call): Promise<Credential | undefined> {
    const records = await this.records.ready(call);
    const [row] = await records.find(credentialRows, { where: { id } }, call);
    const place = row && { owner: row.identityId, field: row.id };
    return place && (await this.vault.open(place, row.sealed, call));
  }

  /** Says that a run begins with a credential. */
  async used(id: string, call: Call): Promise<void> {
    const records = await this.records.ready(call);
    const set = { lastUsedAt: this.#clock.now() };
    await records.update(credentialRows, { where: { id }, set }, call);
  }

  /** Says what happened to a credential; `updatedAt` guards against one that was stored since. */
  async mark(
    { id, version }: { readonly id: string; readonly version?: number | undefined },
    event: CredentialEvent,
    call: Call,
  ): Promise<void> {
    const records = await this.records.ready(call);
    await markCredential(records, { id, version, event, now: this.#clock.now() }, call);
  }

  /** Identities with a credential of a source, oldest first. */
  async ofSource(sourceId: string, call: Call): Promise<Identity[]> {
    const records = await this.records.ready(call);
    const held = await records.find(credentialRows, { where: { sourceId } }, call);
    const ids = [...new Set(held.map(({ identityId }) => identityId))];
    const where = { id: { in: ids } };
    return this.#shown(await records.find(identityRows, { where, order: oldestFirst }, call), call);
  }

  /** Sites that an account has an active credential of. */
  async connected(account: string, call: Call): Promise<ReadonlySet<string>> {
    const records = await this.records.ready(call);
    const rows = await records.find(credentialRows, { where: { account } }, call);
    const now = this.#clock.now();
    const active = rows.filter((row) => stateAt(row, now) === "active");
    return new Set(active.map(({ catalog }) => catalog));
  }

  /** Removes all of an account's, with their keys. */
  async removeOf(account: string, call: Call): Promise<void> {
    const records = await this.records.ready(call);
    for (const { id } of await records.find(identityRows, { where: { account } }, call)) {
      await this.remove(id, call);
    }
    await records.remove(defaultRows, { where: { account } }, call);
  }

  async #choose(
    { id, account, catalog }: Pick<Identity, "id" | "account" | "catalog">,
    isDefault: boolean,
    call: Call,
  ): Promise<void> {
    const records = await this.records.ready(call);
    const identity = await this.#present(id, call);
    if (identity.isDefault === isDefault) return;
    const identityId = isDefault ? id : null;
    const where = { account, catalog };
    if ((await records.update(defaultRows, { where, set: { identityId } }, call)).length > 0)
      return;
    try {
      await records.insert(defaultRows, [{ ...where, identityId }], call);
    } catch (error) {
      if (!isStorageError(error, "CONFLICT")) throw error;
      await records.update(defaultRows, { where, set: { identityId } }, call);
    }
  }

  #newRow(of: Pick<Identity, "account" | "catalog" | "name">): IdentityRow {
    const now = this.#clock.now();
    const place = this.#places.next();
    return { ...of, id: this.#ids.uuid(), createdAt: now, place, updatedAt: now };
  }

  async #held(credentialId: string, call: Call): Promise<Held> {
    const held = await this.credential(credentialId, call);
    if (held === undefined) throw goneIdentity();
    return held;
  }

  async #present(id: string, call: Call): Promise<Identity> {
    const identity = await this.find(id, call);
    if (identity === undefined) throw goneIdentity();
    return identity;
  }

  async #shown(rows: readonly IdentityRow[], call: Call): Promise<Identity[]> {
    const records = await this.records.ready(call);
    return showIdentities(records, { rows, now: this.#clock.now() }, call);
  }
}
