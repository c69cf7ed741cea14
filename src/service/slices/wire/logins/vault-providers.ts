import { deadline, unlessAborted, type Clock } from "../../../../core/index.ts";
import type { Call } from "../../../../storage/index.ts";
import { VaultError, type VaultProvider } from "../../../../vault/index.ts";
import type { Site } from "../../../../wire/index.ts";
import { ServiceError } from "../../../base/service-error.ts";

/** Milliseconds that a provider is waited for, whatever it does. */
const PATIENCE = 10_000;

/** The kinds of vaults that users can connect. */
export class VaultProviders {
  readonly #byType: ReadonlyMap<string, VaultProvider>;
  readonly #clock: Clock;

  constructor(providers: readonly VaultProvider[], clock: Clock) {
    const sorted = providers.toSorted((a, b) =>
      a.descriptor.type < b.descriptor.type ? -1 : Number(a.descriptor.type > b.descriptor.type),
    );
    this.#byType = new Map(sorted.map((provider) => [provider.descriptor.type, provider]));
    this.#clock = clock;
  }

  /** By type. */
  list(): readonly VaultProvider[] {
    return [...this.#byType.values()];
  }

  find(type: string): VaultProvider | undefined {
    return this.#byType.get(type);
  }

  /** @throws ServiceError `SOURCE_NOT_AVAILABLE` for one that the host does not have any more */
  get(type: string): VaultProvider {
    const found = this.find(type);
    if (found !== undefined) return found;
    throw new ServiceError("SOURCE_NOT_AVAILABLE", {
      message: "This service no longer has the provider.",
    });
  }

  /** Types of those whose entries sign in to a site. */
  supportedBy(site: Pick<Site, "auth_types">): string[] {
    const types = new Set<string>(site.auth_types);
    return this.list()
      .map(({ descriptor }) => descriptor)
      .filter(({ authType }) => types.has(authType))
      .map(({ type }) => type);
  }

  /**
   * Waits for an answer of a provider, but not for ever.
   * @throws VaultError `SOURCE_UNREACHABLE`; what `ask` throws; the signal's reason
   */
  async ask<Value>(call: Call, ask: (bounded: Call) => Promise<Value>): Promise<Value> {
    using time = deadline(this.#clock, PATIENCE, call.signal);
    try {
      return await unlessAborted(ask({ signal: time.signal }), time.signal);
    } catch (failure) {
      call.signal.throwIfAborted();
      if (!time.expired) throw failure;
      const message = "The provider did not answer in time.";
      throw new VaultError("SOURCE_UNREACHABLE", { message, details: {} });
    }
  }
}
