import {
  checkCollaborators,
  checkNumber,
  deadline,
  Disposer,
  systemClock,
  traced,
  withDefaults,
  type Clock,
} from "../core/index.ts";
import { createConnector, createGuardProxy, type Connector } from "../net/index.ts";
import { BrowserError } from "./browser-error.ts";
import { createChromiumLauncher, type ChromiumOptions } from "./chromium/chromium-launcher.ts";
import { applyIdentity } from "./chromium/identity.ts";
import type { BrowserLauncher } from "./launcher.ts";
import type { LeaseCall, PageLease } from "./page-lease.ts";
import { PageBlocking } from "./page/page-blocking.ts";
import { createBrowserPool, type BrowserPool, type PoolStatus } from "./pool/browser-pool.ts";
import type { BrowserPoolOptions } from "./pool/pool-options.ts";
import { loadState } from "./state/load-state.ts";
import { completeVisit, type VisitCall } from "./visit-call.ts";
import { Visit } from "./visit.ts";
import type { VisitedPage } from "./visited-page.ts";

/** The collaborators of a browser; each is borrowed. */
export interface BrowserCollaborators {
  /** What starts browsers; Chromium, as the option `chromium` says, when absent. */
  readonly launcher?: BrowserLauncher | undefined;
  /** What connects to the web for the pages; a guarded connector of the option `allow` when absent. */
  readonly connector?: Connector | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Settings of a browser. */
export interface BrowserOptions {
  /**
   * Hosts that pages may reach although they are not public: names, `*.domain`, addresses and CIDRs.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Milliseconds until the first document must have been read; 1 or more.
   * @default 30000
   */
  readonly navigationTimeoutMs?: number;
  /**
   * Milliseconds that a page may take to become still; then it is taken as it stands. 0 or more.
   * @default 10000
   */
  readonly settleTimeoutMs?: number;
  /**
   * Milliseconds for a whole visit, the wait for a free page included; 1 or more.
   * @default 120000
   */
  readonly visitTimeoutMs?: number;
  /**
   * Most bytes of the final HTML; 1 or more.
   * @default 10485760
   */
  readonly maxHtmlBytes?: number;
  /** How Chromium is started. @default {} */
  readonly chromium?: ChromiumOptions;
  /** How many pages and browsers there are. @default {} */
  readonly pool?: BrowserPoolOptions;
}

/** Shows pages in Chromium, with their scripts. Nothing is started before the first page. */
export interface Browser extends AsyncDisposable {
  /**
   * Visits a URL on a page of its own: goes there, waits until the page is still, acts on it, takes
   * pictures and the final HTML. Every connection of the page passes the address guard.
   * @throws BrowserError; ActionError; CoreError `INVALID_OPTION`; the signal's reason
   */
  visit(url: string | URL, call?: VisitCall): Promise<VisitedPage>;
  /**
   * A page to work with oneself, a `Page` of the driver. Dispose the lease.
   * @throws BrowserError; the signal's reason
   */
  lease(call?: LeaseCall): Promise<PageLease>;
  /** What runs and who waits. */
  status(): PoolStatus;
}

const defaults: Required<BrowserOptions> = Object.freeze({
  allow: Object.freeze([]),
  navigationTimeoutMs: 30_000,
  settleTimeoutMs: 10_000,
  visitTimeoutMs: 120_000,
  maxHtmlBytes: 10_485_760,
  chromium: Object.freeze({}),
  pool: Object.freeze({}),
});

/**
 * Makes a browser; `createBrowser()` is ready for the public web.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 */
export function createBrowser(
  collaborators: BrowserCollaborators = {},
  options?: BrowserOptions,
): Browser {
  checkCollaborators(collaborators, defaults, { launcher: true, connector: true, clock: true });
  const settings = checkedSettings(options);
  const { clock = systemClock } = collaborators;
  const { pool, owned } = assemble(collaborators, settings, clock);

  async function visit(url: string | URL, call?: VisitCall): Promise<VisitedPage> {
    const complete = completeVisit(url, call);
    const started = clock.monotonic();
    using limit = deadline(clock, settings.visitTimeoutMs, call?.signal);
    try {
      const { lease } = complete;
      const page = await pool.run({ ...lease, signal: limit.signal }, (given) =>
        new Visit(given, complete, { limits: settings, clock }).run(given.signal),
      );
      return { ...page, durationMs: Math.round(clock.monotonic() - started) };
    } catch (failure) {
      if (!limit.expired) throw failure;
      const { href } = complete.url;
      const ms = settings.visitTimeoutMs;
      const message = `The visit of ${href} took longer than ${ms} ms.`;
      throw new BrowserError("TIMEOUT", { message, cause: failure, details: { url: href, ms } });
    }
  }

  return {
    visit: (url, call) =>
      traced("dragline:browser:visit", { url: String(url) }, () => visit(url, call)),
    lease: (call = {}) => pool.lease(call),
    status: () => pool.status(),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

function checkedSettings(options: BrowserOptions | undefined): Required<BrowserOptions> {
  const settings = withDefaults(defaults, options);
  checkNumber("navigationTimeoutMs", settings.navigationTimeoutMs, { min: 1 });
  checkNumber("settleTimeoutMs", settings.settleTimeoutMs, { min: 0 });
  checkNumber("visitTimeoutMs", settings.visitTimeoutMs, { min: 1 });
  checkNumber("maxHtmlBytes", settings.maxHtmlBytes, { min: 1 });
  return settings;
}

function assemble(
  collaborators: BrowserCollaborators,
  settings: Required<BrowserOptions>,
  clock: Clock,
): { readonly pool: BrowserPool; readonly owned: Disposer } {
  const owned = new Disposer();
  const { allow, chromium, pool: poolOptions } = settings;
  const launcher = collaborators.launcher ?? createChromiumLauncher({ clock }, chromium);
  const connector = collaborators.connector ?? createConnector({ clock }, { allow });
  const guardProxy = owned.add(createGuardProxy({ connector, clock }));
  const blocking = new PageBlocking();
  const pool = owned.add(
    createBrowserPool(
      {
        launcher,
        guardProxy,
        clock,
        loadState: (context, state, signal) => loadState(context, state, { signal, clock }),
        prepare: (page, { country }) => applyIdentity(page, country),
        adapt: (page, { block = [] }) => blocking.set(page, block),
      },
      poolOptions,
    ),
  );
  return { pool, owned };
}
