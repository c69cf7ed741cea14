import { Disposer, systemClock, systemIds, type Clock, type Ids } from "../core/index.ts";
import { createAddressGuard, type Dialer, type Resolver } from "../net/index.ts";
import { createTransport } from "./transport/create-transport.ts";
import type { Engine } from "./run/fetch-run.ts";
import type { FetcherSettings } from "./fetcher-options.ts";
import { PageCache } from "./cache/page-cache.ts";
import { MemoryPageStore, type PageStore } from "./cache/page-store.ts";
import type { ProxyProvider } from "./run/proxies.ts";
import { defaultHeaders } from "./run/request-headers.ts";
import type { Transport } from "./transport/transport.ts";

/** What a fetcher works with; each is borrowed and left open. */
export interface FetcherCollaborators {
  /** Chooses proxies by country and session; direct connections when absent. */
  readonly proxies?: ProxyProvider | undefined;
  /** Where pages are kept for `maxAgeMs`, such as a Keyv; memory when absent. */
  readonly cache?: PageStore | undefined;
  /** Sends requests; undici over guarded sockets when absent. */
  readonly transport?: Transport | undefined;
  /** Resolves names; the system's when absent. Of no effect with a `transport` of the host's. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. Of no effect with a `transport` of the host's. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** An engine, and what it owns. */
interface OwnedEngine {
  readonly engine: Engine;
  readonly owned: Disposer;
}

/**
 * Joins collaborators, and makes those that were not given.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createEngine(
  collaborators: FetcherCollaborators,
  settings: FetcherSettings,
): OwnedEngine {
  const { clock = systemClock, ids = systemIds, resolver, dialer } = collaborators;
  const owned = new Disposer();
  const { allow } = settings;
  const transport =
    collaborators.transport ?? owned.add(createTransport({ resolver, dialer, clock }, settings));
  const store = collaborators.cache ?? new MemoryPageStore(clock, settings.cacheBytes);
  const engine: Engine = {
    transport,
    guard: createAddressGuard({ allow }),
    clock,
    ids,
    proxies: collaborators.proxies,
    cache: new PageCache(store, clock),
    settings,
    headers: defaultHeaders(settings),
  };
  return { engine, owned };
}
