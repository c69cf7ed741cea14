import type { Clock, Ids } from "../../core/index.ts";
import {
  inserting,
  removing,
  type Call,
  type Json,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import type {
  VaultAccess,
  VaultContainer,
  VaultEntry,
  VaultLocator,
  VaultProvider,
  VaultScope,
} from "../../vault/index.ts";
import { isServiceError, ServiceError } from "../service-error.ts";
import { sourceRows, type SourceRow } from "./collections.ts";
import { releasing } from "./mark-credential.ts";
import type { NewSource, SourceChange } from "./source.ts";
import type { IdentityStore } from "./identity-store.ts";
import { SealedValues } from "./sealed-values.ts";
import { sourceFailure } from "./source-error.ts";
import type { VaultProviders } from "./vault-providers.ts";

/** What sources are kept with. */
export interface SourceStoreParts {
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

  constructor({ identities, sealer, providers, clock, ids }: SourceStoreParts) {
    this.#identities = identities;
    this.#vault = new SealedValues(sealer, "identity-sources");
    this.#providers = providers;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** The source of an id, whoever's it is. */
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
      ["id", "desc"],
    ] as const;
    return records.find(sourceRows, { where, order }, call);
  }

  /**
   * Connects a vault, once the provider has shown that the access is good.
   * @throws ServiceError `SERVICE_UNAVAILABLE` without a sealer; as `sourceFailure` of a new credential
   */
  async connect({ account, provider, displayName, access }: NewSource, call: Call) {
    this.#vault.check();
    const { scope, config } = await this.#prove(provider, access, call);
    const records = await this.#records(call);
    const id = this.#ids.uuid();
    const now = this.#clock.now();
    const row = {
      id,
      account,
      provider: provider.descriptor.type,
      displayName,
      config,
      scope,
      status: "active",
      sealed: await this.#vault.seal(placeOf(id), access, call),
      lastVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await records.atomic([inserting(sourceRows, [row])], call);
    return row;
  }

  /**
   * Renames a source, or gives it another credential, which the provider takes before it replaces the old.
   * @throws ServiceError as {@link connect}; `NOT_FOUND` when the source is gone by then, `CONFLICT` when
   *   others gave it another credential meanwhile
   */
  async change(source: SourceRow, change: SourceChange, call: Call): Promise<SourceRow> {
    const { displayName, access } = change;
    const named = {
      updatedAt: this.#clock.now(),
      ...(displayName === undefined ? {} : { displayName }),
    };
    const records = await this.#records(call);
    const { id, version } = source;
    if (access === undefined) {
      const [row] = await records.update(sourceRows, { where: { id }, set: named }, call);
      return row ?? gone();
    }
    this.#vault.check();
    const provider = this.#providers.get(source.provider);
    const proven = await this.#prove(provider, access, call);
    const sealed = await this.#vault.seal(placeOf(id), access, call);
    const at = this.#clock.now();
    const set = {
      ...named,
      ...proven,
      sealed,
      status: "active",
      lastVerifiedAt: at,
      updatedAt: at,
    };
    const where = { id, version };
    const [row] = await records.update(sourceRows, { where, set, add: { version: 1 } }, call);
    if (row !== undefined) return row;
    if ((await this.find(id, call)) === undefined) {
      // Its key was made again for nobody.
      await records.atomic(await this.#vault.destroying(id, call), call);
      return gone();
    }
    throw new ServiceError("CONFLICT", { message: "The source was given another credential." });
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
    const where = { id: source.id, version: source.version };
    try {
      const records = await this.#records(call);
      const [row] = await records.update(sourceRows, { where, set }, call);
      return row ?? { ...source, ...set };
    } catch {
      // It is good all the same (interface, 4.9).
      call.signal.throwIfAborted();
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
      // An identity that others have removed meanwhile is no reason to keep the source.
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

  /** Proves a new access. */
  async #prove(provider: VaultProvider, access: VaultAccess, call: Call) {
    try {
      const settings = provider.configOf(access);
      const scope = await this.#providers.ask(call, (bounded) => provider.verify(access, bounded));
      return { config: { auth_method: access.method, ...settings }, scope: scopeJson(scope) };
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
    const access = await this.#vault.open(placeOf(source.id), source.sealed, call);
    try {
      return await this.#providers.ask(call, (bounded) => ask(provider, access, bounded));
    } catch (cause) {
      const failure = sourceFailure(cause);
      if (isServiceError(failure, "SOURCE_AUTH_FAILED")) await this.#revoke(source, call);
      throw failure;
    }
  }

  /** Unless it has another credential by now. */
  async #revoke({ id, version }: SourceRow, call: Call): Promise<void> {
    const records = await this.#records(call);
    const set = { status: "revoked", updatedAt: this.#clock.now() };
    await records.update(sourceRows, { where: { id, version }, set }, call);
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

/** @throws ServiceError `SOURCE_INACTIVE` */
function checkActive({ status }: SourceRow): void {
  if (status === "active") return;
  throw new ServiceError("SOURCE_INACTIVE", {
    message: "The source was revoked; verify it, or give it another credential.",
  });
}

/** @throws ServiceError `PROVIDER_NOT_BROWSABLE` */
function checkBrowsable({ descriptor }: VaultProvider): void {
  if (descriptor.browsable) return;
  throw new ServiceError("PROVIDER_NOT_BROWSABLE", {
    message: `${descriptor.displayName} cannot list what it holds; bind logins by reference.`,
  });
}

function gone(): never {
  throw new ServiceError("NOT_FOUND", { message: "There is no identity source of that id." });
}
