/**
 * Chromium for pages that need one: a pool, visits, waits, screenshots, saved sessions, and browsers for
 * remote connections.
 *
 * Loads no package; `puppeteer-core` or `puppeteer` (`npm install` one) and a Chromium on first use.
 *
 * @example
 * ```ts
 * import { createBrowser } from "dragline/browser";
 *
 * await using browser = createBrowser();
 * const page = await browser.visit("https://example.com/");
 * console.log(page.status, page.html);
 * ```
 * @packageDocumentation
 */
export {
  ActionError,
  checkActions,
  isActionError,
  runActions,
  runNodeAction,
  type Action,
  type ActionReport,
  type NodeAction,
  type NodeTarget,
} from "./actions/index.ts";
export { BrowserError, isBrowserError, type BrowserErrorDetails } from "./browser-error.ts";
export { createChromiumLauncher, type ChromiumOptions } from "./chromium/chromium-launcher.ts";
export { findChromium } from "./chromium/find-chromium.ts";
export { puppeteerDriver } from "./chromium/puppeteer-driver.ts";
export {
  createBrowser,
  type Browser,
  type BrowserCollaborators,
  type BrowserOptions,
} from "./create-browser.ts";
export type {
  BrowserDriver,
  CdpSession,
  DriverBrowser,
  DriverContext,
  DriverContextOptions,
  DriverFrame,
  DriverPage,
  DriverPageEvents,
} from "./driver.ts";
export type { EndpointStatus, RemoteEndpoint } from "./endpoints/endpoint.ts";
export {
  createRemoteLauncher,
  type RemoteLauncher,
  type RemoteLauncherOptions,
} from "./endpoints/remote-launcher.ts";
export type { BrowserLauncher, BrowserMemory, RunningBrowser } from "./launcher.ts";
export { blockResources } from "./page/block-resources.ts";
export type { PicturedElement } from "./page/element-finder.ts";
export { removeOverlays } from "./page/remove-overlays.ts";
export { takeScreenshot, type Screenshot, type ScreenshotOptions } from "./page/take-screenshot.ts";
export { waitFor } from "./page/wait-for.ts";
export { readinesses, type Readiness } from "./page/wait-until-stable.ts";
export type { LeaseCall, PageLease } from "./page-lease.ts";
export type { PageCall } from "./page-call.ts";
export { createBrowserPool, type BrowserPool, type PoolStatus } from "./pool/browser-pool.ts";
export type { BrowserPoolOptions } from "./pool/pool-options.ts";
export { createRemoteBrowsers } from "./remote/create-remote-browsers.ts";
export type { CdpChannel, RemoteBrowser, RemoteBrowsers } from "./remote/remote-browser.ts";
export type { RemoteDownload } from "./remote/remote-browser.ts";
export type { RemoteBrowsersOptions } from "./remote/remote-options.ts";
export { checkState, readSessionFile } from "./state/check-state.ts";
export { loadState } from "./state/load-state.ts";
export { saveState } from "./state/save-state.ts";
export type { StateCookie, StateOrigin, StorageState } from "./storage-state.ts";
export type { VisitCall } from "./visit-call.ts";
export type { RefreshReport, VisitedPage, VisitRedirect } from "./visited-page.ts";
