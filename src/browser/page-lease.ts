import type { DriverPage } from "./driver.ts";
import type { BlockedType } from "./page/block-resources.ts";
import type { StorageState } from "./storage-state.ts";

/** What a page is wanted for. */
export interface LeaseCall {
  /** Ends the wait for a page, and the lease: the page is closed and its slot is free again. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whose page it is: tenants never share a context, and so no cookie, cache, storage, permission
   * or service worker.
   * @default ""
   */
  readonly tenant?: string | undefined;
  /**
   * Leases of one job, tenant, proxy, country and site take turns on the same pages, as one visitor
   * would, which is faster: a page that was given back a moment ago may still show its last document.
   * Leases at the same time have contexts of their own, job or not. Without a job each lease gets a
   * new context. A lease with `state` shares with none but its own job.
   */
  readonly job?: string | undefined;
  /** URL that will be visited: a job's pages are kept by its site. */
  readonly url?: string | undefined;
  /** An `http:`, `https:` or `socks5:` proxy, with credentials where needed. */
  readonly proxy?: URL | undefined;
  /** Two letters (ISO 3166-1): time zone and language of the page. */
  readonly country?: string | undefined;
  /**
   * Kinds of resources that the page does not load.
   * @default []
   */
  readonly block?: readonly BlockedType[] | undefined;
  /** A saved session that the context starts with. */
  readonly state?: StorageState | undefined;
}

/** A page for one caller. Disposing it frees the slot. */
export interface PageLease extends AsyncDisposable {
  readonly page: DriverPage;
  /**
   * Aborts when the page can no longer be used: with the caller's reason, or with a BrowserError
   * `BROWSER_LOST`, `PAGE_CRASHED`, `MEMORY_EXCEEDED` or `POOL_CLOSED`. Work with the page must end
   * with this reason when it has aborted, since the driver's own error says less.
   */
  readonly signal: AbortSignal;
  /** Why the page's last connection to a host failed, when the guard proxy knows. */
  failureOf(host: string): Error | undefined;
}
