import { CoreError, unlessAborted } from "../../core/index.ts";
import type { GuardProxy, ProxyDoor } from "../../net/index.ts";
import type { DriverContext, DriverPage } from "../driver.ts";
import type { LeaseCall } from "../page-lease.ts";
import type { StorageState } from "../storage-state.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import { PooledContext } from "./pooled-context.ts";

/** What prepares contexts and pages; all of it stays the caller's. */
export interface ContextCollaborators {
  /** Leads what pages ask for to the web. Without it a browser goes its own way. */
  readonly guardProxy?: GuardProxy | undefined;
  /** Puts a saved session into a new context; must leave no page behind. */
  readonly loadState?:
    | ((context: DriverContext, state: StorageState, signal: AbortSignal) => Promise<void>)
    | undefined;
  /** Called once for each new page: time zone, language and what else a page keeps. */
  readonly prepare?: ((page: DriverPage, call: LeaseCall) => Promise<void>) | undefined;
  /** Called before each lease of a page, new or kept: what lasts no longer than a lease's call. */
  readonly adapt?: ((page: DriverPage, call: LeaseCall) => Promise<void>) | undefined;
}

/** A context that is to be opened. */
export interface ContextOrder {
  readonly browser: PooledBrowser;
  readonly call: LeaseCall;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a context with a page. When that fails or is cancelled, nothing of it stays.
 * @throws what the driver or a collaborator throws; the signal's reason
 */
export async function openContext(
  collaborators: ContextCollaborators,
  order: ContextOrder,
): Promise<PooledContext> {
  const { guardProxy, loadState } = collaborators;
  const { browser, call, key, signal } = order;
  const { isElsewhere = false } = browser.running;
  if (isElsewhere && call.proxy !== undefined) {
    throw new CoreError("INVALID_OPTION", {
      message: "The option 'proxy' needs a browser on this machine; this one is elsewhere.",
      details: { option: "proxy" },
    });
  }
  const door = isElsewhere ? undefined : await guardProxy?.open({ proxy: call.proxy }, signal);
  const context = new PooledContext({ browser, driver: await connect(browser, door), door, key });
  try {
    signal.throwIfAborted();
    if (call.state !== undefined && loadState !== undefined) {
      await unlessAborted(loadState(context.driver, call.state, signal), browser.gone);
    }
    await openPage(collaborators, context, order);
    return context;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * Opens the page of a context that has none.
 * @throws what the driver or a collaborator throws; the signal's reason
 */
export async function openPage(
  { prepare }: ContextCollaborators,
  context: PooledContext,
  { call, signal }: Pick<ContextOrder, "call" | "signal">,
): Promise<void> {
  const { gone } = context.browser;
  signal.throwIfAborted();
  const page = await unlessAborted(context.driver.newPage(), gone);
  signal.throwIfAborted();
  if (prepare !== undefined) await unlessAborted(prepare(page, call), gone);
  signal.throwIfAborted();
  context.page = page;
  context.uses = 0;
}

async function connect(
  browser: PooledBrowser,
  door: ProxyDoor | undefined,
): Promise<DriverContext> {
  try {
    const created = browser.running.driver.createBrowserContext({
      // Chromium would reach loopback without its proxy.
      ...(door && { proxyServer: door.url, proxyBypassList: ["<-loopback>"] }),
      downloadBehavior: { policy: "deny" },
    });
    return await unlessAborted(created, browser.gone);
  } catch (error) {
    await door?.[Symbol.asyncDispose]();
    throw error;
  }
}
