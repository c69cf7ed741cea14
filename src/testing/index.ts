/**
 * What tests of your own use: a fake clock, fake identifiers, a local site, fakes of the browser and of
 * vaults, a check for leaks, and suites that an adapter of yours has to pass.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { createSite, FakeClock } from "dragline/testing";
 *
 * const clock = new FakeClock();
 * await using site = await createSite({ "/": "<h1>Tides</h1>" });
 * console.log(site.url("/"), clock.now());
 * ```
 * @packageDocumentation
 */
export { blobsCases } from "./blobs-cases.ts";
export type { BlobsSubject } from "./blobs-subject.ts";
export { cacheCases, type CacheLimits, type CacheSubject } from "./cache-cases.ts";
export type { Case } from "./case.ts";
export { FakeBrowser } from "./fake-browser.ts";
export { FakeClock } from "./fake-clock.ts";
export { FakeContext } from "./fake-context.ts";
export { FakeIds } from "./fake-ids.ts";
export { FakeLauncher } from "./fake-launcher.ts";
export { FakePage } from "./fake-page.ts";
export {
  FakeVault,
  type FakeVaultContainer,
  type FakeVaultEntry,
  type FakeVaultOptions,
  type FakeVaultQuestion,
} from "./fake-vault.ts";
export { frontierCases } from "./frontier-cases.ts";
export type { FrontierSubject, MakeFrontier } from "./frontier-subject.ts";
export { leakedHandles, openHandles, type OpenHandles } from "./leaks.ts";
export { pageIndexCases } from "./page-index-cases.ts";
export type { PageIndexSubject } from "./page-index-subject.ts";
export { queueCases } from "./queue-cases.ts";
export type { MakeQueue, QueueSubject } from "./queue-cases-subject.ts";
export {
  rateLimiterCases,
  type RateLimiterCaseOptions,
  type RateLimiterSubject,
} from "./rate-limiter-cases.ts";
export { recordsCases } from "./records-cases.ts";
export type { RecordsSubject } from "./records-subject.ts";
export { searchCases, type SearchedPage, type SearchSubject } from "./search-cases.ts";
export {
  createRawSite,
  createSite,
  type SeenRequest,
  type Site,
  type SiteOptions,
  type SiteRoute,
} from "./site.ts";
export { vaultCases, type VaultSubject } from "./vault-cases.ts";
