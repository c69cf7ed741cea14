import {
  checkCollaborators,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import type { BrowserDriver } from "../driver.ts";
import type { BrowserLauncher, RunningBrowser } from "../launcher.ts";
import {
  chromiumSettings,
  type ChromiumOptions,
  type ChromiumSettings,
} from "./chromium-options.ts";
import { PipeTransport } from "./pipe-transport.ts";
import { puppeteerDriver } from "./puppeteer-driver.ts";
import { RunningChromium } from "./running-chromium.ts";
import { startChromium } from "./start-chromium.ts";

export type { ChromiumOptions } from "./chromium-options.ts";

/** The collaborators of a launcher; each is borrowed. */
export interface ChromiumLauncherCollaborators {
  /** Speaks CDP; by default puppeteer-core or puppeteer, whichever is installed. */
  readonly driver?: BrowserDriver | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/**
 * Makes a launcher of Chromium on this machine. Each browser has an empty profile of its own below
 * the system's folder for temporary files, is driven through a pipe, and ends with this process,
 * however that ends. Before a launch, profiles that killed processes have left are removed.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createBrowserPool, createChromiumLauncher } from "dragline/browser";
 *
 * const launcher = createChromiumLauncher();
 * await using pool = createBrowserPool({ launcher }, { maxPages: 4 });
 * console.log(pool.status());
 * ```
 */
export function createChromiumLauncher(
  collaborators: ChromiumLauncherCollaborators = {},
  options?: ChromiumOptions,
): BrowserLauncher {
  const settings = chromiumSettings(options);
  checkCollaborators(collaborators, settings, { driver: true, clock: true, ids: true });
  const { driver = puppeteerDriver, clock = systemClock, ids = systemIds } = collaborators;
  const parts = { driver, clock, ids };
  return Object.freeze({ launch: (signal: AbortSignal) => launch(parts, settings, signal) });
}

interface LauncherParts {
  readonly driver: BrowserDriver;
  readonly clock: Clock;
  readonly ids: Ids;
}

async function launch(
  { driver, clock, ids }: LauncherParts,
  settings: ChromiumSettings,
  signal: AbortSignal,
): Promise<RunningBrowser> {
  const { closeTimeoutMs, console } = settings;
  const started = await startChromium(
    {
      settings,
      clock,
      ids,
      open: (ends) => new PipeTransport(ends, { console }),
      connect: (transport, signal) => driver.connect(transport, signal),
    },
    signal,
  );
  return new RunningChromium({ ...started, clock, closeTimeoutMs });
}
