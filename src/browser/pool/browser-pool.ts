import {
  checkArgument,
  checkCollaborators,
  CoreError,
  systemClock,
  systemIds,
  unlessAborted,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { BrowserLauncher } from "../launcher.ts";
import type { LeaseCall, PageLease } from "../page-lease.ts";
import type { ContextCollaborators } from "./open-context.ts";
import { PagePool } from "./page-pool.ts";
import { completePoolOptions, poolOptionNames, type BrowserPoolOptions } from "./pool-options.ts";
import type { PoolStatus } from "./pool-status.ts";

export type { PoolStatus } from "./pool-status.ts";

/** The collaborators of a browser pool; all of it stays the caller's. */
export interface BrowserPoolCollaborators extends ContextCollaborators {
  /** Starts the browsers. The pool ends them. */
  readonly launcher: BrowserLauncher;
  /** The clock of all limits. @default systemClock */
  readonly clock?: Clock | undefined;
  /** The chance in the waits between attempts to start a browser. @default systemIds */
  readonly ids?: Ids | undefined;
}

/** Hands out pages of browsers that it starts, replaces and ends. */
export interface BrowserPool extends AsyncDisposable {
  /**
   * Waits for a page. Tenants take turns, the one with the fewest pages first; the callers of one
   * tenant are served in order. Dispose the lease to give the page back; when the call's signal
   * aborts, or the page or its browser is lost, that happens by itself.
   * @throws the signal's reason
   * @throws BrowserError `NO_BROWSER_FREE`, `BROWSER_LOST`, `POOL_CLOSED`; what the launcher throws
   * @throws CoreError `INVALID_OPTION` when the call has a proxy and the pool no guard proxy, or a
   *   state and nothing that loads it
   */
  lease(call?: LeaseCall): Promise<PageLease>;
  /**
   * Leases a page, works with it and gives it back. When the lease ends meanwhile, this fails with
   * the reason as soon as the page is closed, whatever the work does then.
   * @throws what `lease` and the work throw; the reason of the lease's signal
   */
  run<Result>(call: LeaseCall, work: (lease: PageLease) => Promise<Result>): Promise<Result>;
  /** What the pool does now. */
  status(): PoolStatus;
  /**
   * Starts `minBrowsers`, one at least, and waits until they are there. A browser that nobody uses
   * then ends like any other.
   * @throws what the launcher throws; the signal's reason: what is being started stays the pool's
   * @throws BrowserError `POOL_CLOSED`
   */
  warm(signal?: AbortSignal): Promise<void>;
}

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof BrowserPoolCollaborators, true>> = Object.freeze({
  guardProxy: true,
  loadState: true,
  prepare: true,
  adapt: true,
  launcher: true,
  clock: true,
  ids: true,
});

/**
 * Makes a pool of browsers. Nothing starts before the first lease; dispose the pool in the end: who
 * waits and who holds a page gets `POOL_CLOSED`, and no browser is left.
 * @throws CoreError `INVALID_OPTION`
 * @see {@link createChromiumLauncher} for an example
 */
export function createBrowserPool(
  collaborators: BrowserPoolCollaborators,
  options?: BrowserPoolOptions,
): BrowserPool {
  checkCollaborators(collaborators, poolOptionNames, collaboratorNames);
  checkArgument("launcher of createBrowserPool({ launcher })", collaborators.launcher, "object");
  const { clock = systemClock, ids = systemIds, ...rest } = collaborators;
  const pool = new PagePool({ ...rest, clock, ids }, completePoolOptions(options));
  return {
    async lease(call = {}) {
      checkCall(call, collaborators);
      return pool.lease(call);
    },
    async run(call, work) {
      checkCall(call, collaborators);
      const lease = await pool.lease(call);
      try {
        return await unlessAborted(attempt(work, lease), lease.signal);
      } catch (error) {
        await pool.examine(lease);
        throw lease.signal.aborted ? lease.signal.reason : error;
      } finally {
        await lease[Symbol.asyncDispose]();
      }
    },
    status: () => pool.status(),
    warm: (signal) => pool.warm(signal),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function attempt<Result>(
  work: (lease: PageLease) => Promise<Result>,
  lease: PageLease,
): Promise<Result> {
  return work(lease);
}

function checkCall(call: LeaseCall, { guardProxy, loadState }: ContextCollaborators): void {
  checkArgument("call of lease(call)", call, "object");
  const missing =
    call.proxy !== undefined && guardProxy === undefined
      ? { option: "proxy", collaborator: "guardProxy" }
      : call.state !== undefined && loadState === undefined
        ? { option: "state", collaborator: "loadState" }
        : undefined;
  if (missing === undefined) return;
  throw new CoreError("INVALID_OPTION", {
    message: `The option '${missing.option}' needs a pool with the collaborator '${missing.collaborator}'.`,
    details: missing,
  });
}
