import type { RemoteBrowsers } from "../browser/index.ts";
import type { Clock, Ids } from "../core/index.ts";
import type { Admission } from "./admission.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { SessionStore } from "./sessions/session-store.ts";
import type { StorageLook } from "./storage-look.ts";

/** The collaborators of a proxy; each is borrowed. */
export interface CdpProxyCollaborators {
  /** Where browsers come from; Chromiums of its own when absent. */
  readonly browsers?: RemoteBrowsers | undefined;
  /** Saved sessions; without them none is found and none can be saved. */
  readonly sessions?: SessionStore | undefined;
  /** Makes the videos; without it nothing is recorded. */
  readonly recorder?: Recorder | undefined;
  /** Who may connect; when absent everybody, without a price, `maxPerOwner` at once. */
  readonly admission?: Admission | undefined;
  /** Proxies by country; without them connections are direct. */
  readonly proxies?: ConnectionProxies | undefined;
  /**
   * Bounds what browsers write to the disk, together with what else it is given to; then the options
   * `maxConnectionBytes`, `maxOwnerBytes`, `maxHostBytes` and `minFreeBytes` count for nothing.
   */
  readonly storage?: StorageLook | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** Chooses the proxy of a connection, as a fetcher's provider does. */
export interface ConnectionProxies {
  /** The same session gets the same proxy; undefined when the country has none. */
  proxyFor(query: {
    readonly country: string | undefined;
    readonly session: string | undefined;
    readonly url: URL;
  }): URL | undefined | Promise<URL | undefined>;
}

/** What each connection is made with. */
export interface ConnectionParts extends Omit<CdpProxyCollaborators, "browsers" | "admission"> {
  readonly browsers: RemoteBrowsers;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly ids: Ids;
}
