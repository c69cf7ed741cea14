import type { Clock, Ids } from "../../../../core/index.ts";
import {
  inserting,
  isStorageError,
  removing,
  type Call,
  type Json,
  type Operation,
  type Records,
} from "../../../../storage/index.ts";
import type { Sealer } from "../../../../storage/sealing/index.ts";
import {
  checkAccess,
  type VaultAccess,
  type VaultContainer,
  type VaultEntry,
  type VaultLocator,
  type VaultProvider,
  type VaultScope,
} from "../../../../vault/index.ts";
import { Places } from "../../../accounts/account-parts.ts";
import { isServiceError, ServiceError } from "../../../base/service-error.ts";
import { uncancelled } from "../../../../storage/internal.ts";
import { sourceRows, type SourceRow } from "./collections.ts";
import { releasing } from "./mark-credential.ts";
import { checkActive, checkBrowsable, type NewSource, type SourceChange } from "./source.ts";
import type { IdentityStore } from "./identity-store.ts";
import { SealedValues } from "./sealed-values.ts";
import { sourceFailure } from "./source-error.ts";
import type { VaultProviders } from "./vault-providers.ts";

/** What sources are kept with. */
interface SourceStoreParts {
  readonly identities: IdentityStore;
  readonly sealer: Sealer | undefined;
  readonly providers: VaultProviders;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Connections to vaults as rows; what signs in to them is sealed, and what they hold is never kept. */
export class SourceStore {
  readonly #identities: IdentityStore;
  readonly #vault: SealedValues<VaultAccess>;
  readonly #providers: VaultProviders;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #places: Places;

  constructor({ identities, sealer, providers, clock, ids }: SourceStoreParts) {
    this.#identities = identities;
    this.#vault = new SealedValues(sealer, "identity-sources");
    this.#providers = providers;
    this.#clock = clock;
    this.#ids = ids;
    this.#places = new Places(clock);
  }

  /** The source of an id, of any account. */
  async find(id: string, call: Call): Promise<SourceRow | undefined> {
    const records = await this.#records(call);
    return (await records.find(sourceRows, { where: { id } }, call))[0];
  }

  /** An account's sources, newest first. */
  async list(
    account: string,
    filter: { readonly provider?: string | undefined; readonly status?: string | undefined },
    call: Call,
  ): Promise<SourceRow[]> {
    const records = await this.#records(call);
    const { provider, status } = filter;
    const where = {
      account,
      ...(provider === undefined ? {} : { provider }),
      ...(status === undefined ? {} : { status }),
    };
    const order = [
      ["createdAt", "desc"],
      ["place", "desc"],
    ] as const;
    return records.find(sourceRows, { where, order }, call);
  }

  /**
   * Connects a vault, once the provider has shown that the access is good.
   * @throws ServiceError `SERVICE_UNAVAILABLE` without a sealer; as `sourceFailure` of a new credential
   */
  async connect({ account, provider, displayName, access }: NewSource, call: Call) {
    const proven = await this.#prove(provider, access, call);
    const records = await this.#records(call);
    const id = this.#ids.uuid();
    const now = this.#clock.now();
    const row = {
      id,
      account,
      provider: provider.descriptor.type,
      displayName,
      config: proven.config,
      scope: proven.scope,
      status: "active",
      sealed: await this.#vault.seal(placeOf(id), proven.access, call),
      lastVerifiedAt: now,
      createdAt: now,
      place: this.#places.next(),
      updatedAt: now,
      version: 1,
    };
    await records.atomic([inserting(sourceRows, [row])], call);
    return row;
  }

  /**
   * Renames a source, or gives it another credential, which the provider takes before it replaces the old.
   * Of two at once the last stands, whole.
   * @throws ServiceError as {@link connect}; `NOT_FOUND` when the source is gone by then
   */
  async change(source: SourceRow, { displayName, access }: SourceChange, call: Call) {
    const proven =
      access && (await this.#prove(this.#providers.get(source.provider), access, call));
    const { id } = source;
    const now = this.#clock.now();
    const set = {
      updatedAt: now,
      ...(displayName === undefined ? {} : { displayName }),
      ...(proven && {
        config: proven.config,
        scope: proven.scope,
        sealed: await this.#vault.seal(placeOf(id), proven.access, call),
        status: "active",
        lastVerifiedAt: now,
      }),
    };
    const records = await this.#records(call);
    const add = proven ? { version: 1 } : {};
    const [row] = await records.update(sourceRows, { where: { id }, set, add }, call);
    if (row !== undefined) return row;
    // Its key may have been made again, for nobody.
    await records.atomic(await this.#vault.destroying(id, call), call);
    return gone();
  }

  /**
   * Tries the stored credential. One that the provider refuses makes the source `revoked`, one that it
   * takes `active`.
   * @throws ServiceError as `sourceFailure`
   */
  async verify(source: SourceRow, call: Call): Promise<SourceRow> {
    const scope = await this.#ask(source, call, (provider, access, bounded) =>
      provider.verify(access, bounded),
    );
    const at = this.#clock.now();
    const set = { scope: scopeJson(scope), status: "active", lastVerifiedAt: at, updatedAt: at };
    const { id, version } = source;
    try {
      const records = await this.#records(call);
      const [row] = await records.update(sourceRows, { where: { id, version }, set }, call);
      // One that was given another credential meanwhile was verified with that.
      return row ?? (await this.find(id, call)) ?? gone();
    } catch (failure) {
      call.signal.throwIfAborted();
      if (isServiceError(failure)) throw failure;
      // It is good all the same (interface, 4.9).
      return { ...source, ...set };
    }
  }

  /** What the vault's access can read. @throws ServiceError `SOURCE_INACTIVE`; as `sourceFailure` */
  async containers(source: SourceRow, call: Call): Promise<readonly VaultContainer[]> {
    checkBrowsable(this.#providers.get(source.provider));
    checkActive(source);
    return await this.#ask(source, call, (provider, access, bounded) =>
      provider.containers(access, bounded),
    );
  }

  /** What a container holds. @throws ServiceError `SOURCE_INACTIVE`; as `sourceFailure` */
  async entries(source: SourceRow, container: string, call: Call): Promise<readonly VaultEntry[]> {
    checkBrowsable(this.#providers.get(source.provider));
    checkActive(source);
    return await this.#ask(source, call, (provider, access, bounded) =>
      provider.entries(access, container, bounded),
    );
  }

  /** The values at the places, for one login. @throws ServiceError `SOURCE_INACTIVE`; as `sourceFailure` */
  async read(
    source: SourceRow,
    locators: Readonly<Record<string, VaultLocator>>,
    call: Call,
  ): Promise<Readonly<Record<string, string>>> {
    checkActive(source);
    return await this.#ask(source, call, (provider, access, bounded) =>
      provider.read(access, locators, bounded),
    );
  }

  /** Removes a source with its credential, and the identities that depend on it or only their bond. */
  async remove(
    id: string,
    { deletesIdentities }: { readonly deletesIdentities: boolean },
    call: Call,
  ): Promise<boolean> {
    const identities = deletesIdentities ? await this.#identities.ofSource(id, call) : [];
    const removals: Operation[] = [];
    for (const identity of identities) {
      removals.push(...(await this.#identities.removing(identity.id, call)));
    }
    const steps = [
      removing(sourceRows, { where: { id } }, 1),
      // The source is removed even if an identity was removed by another call in the meantime.
      ...removals.map((step) => ({ ...step, expect: undefined })),
      releasing(id, this.#clock.now()),
      ...(await this.#vault.destroying(id, call)),
    ];
    const records = await this.#records(call);
    return (await records.atomic(steps, call)).applied;
  }

  /** Removes all of an account's, with their keys; its identities go with theirs. */
  async removeOf(account: string, call: Call): Promise<void> {
    const bonds = { deletesIdentities: false };
    for (const { id } of await this.list(account, {}, call)) await this.remove(id, bonds, call);
  }

  /** Verifies a new access; a malformed one is refused before the provider is called. */
  async #prove(provider: VaultProvider, given: VaultAccess, call: Call) {
    try {
      const access = checkAccess(provider.descriptor, given);
      const settings = provider.configOf(access);
      this.#vault.check();
      const scope = await this.#providers.ask(call, (bounded) => provider.verify(access, bounded));
      const config = { ...settings, auth_method: access.method };
      return { access, config, scope: scopeJson(scope) };
    } catch (failure) {
      throw sourceFailure(failure, true);
    }
  }

  /** Asks with the stored access; one that is refused makes the source `revoked`. */
  async #ask<Value>(
    source: SourceRow,
    call: Call,
    ask: (provider: VaultProvider, access: VaultAccess, bounded: Call) => Promise<Value>,
  ): Promise<Value> {
    const provider = this.#providers.get(source.provider);
    const access = await this.#open(source, call);
    try {
      return await this.#providers.ask(call, (bounded) => ask(provider, access, bounded));
    } catch (cause) {
      const failure = sourceFailure(cause);
      if (isServiceError(failure, "SOURCE_AUTH_FAILED")) await this.#revoke(source);
      throw failure;
    }
  }

  /** @throws ServiceError `NOT_FOUND` for one that was removed meanwhile, with its key */
  async #open({ id, sealed }: SourceRow, call: Call): Promise<VaultAccess> {
    try {
      return await this.#vault.open(placeOf(id), sealed, call);
    } catch (failure) {
      const isShredded = isStorageError(failure, "SEAL_BROKEN");
      if (isShredded && (await this.find(id, call)) === undefined) return gone();
      throw failure;
    }
  }

  /** Unless it has another credential by now. Never rejects: the next use of it tries again. */
  async #revoke({ id, version }: SourceRow): Promise<void> {
    const set = { status: "revoked", updatedAt: this.#clock.now() };
    try {
      // The client may have gone; the provider has spoken.
      const records = await this.#records(uncancelled);
      await records.update(sourceRows, { where: { id, version }, set }, uncancelled);
    } catch {
      // The caller gets the provider's verdict even if it cannot be stored.
    }
  }

  #records(call: Call): Promise<Records> {
    return this.#identities.records.ready(call);
  }
}

function placeOf(id: string): { readonly owner: string; readonly field: string } {
  return { owner: id, field: "access" };
}

function scopeJson({ vaults }: VaultScope): Json {
  return { vaults: vaults.map(({ id, name }) => ({ id, name })) };
}

function gone(): never {
  throw new ServiceError("NOT_FOUND", { message: "There is no identity source with this id." });
}
