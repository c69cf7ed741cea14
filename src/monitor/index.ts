/**
 * Watched pages, sites and actions: snapshots, the changes that matter, schedules; on one process or many.
 *
 * Loads the parser and `croner`; pages come from the scraper that you give.
 *
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { createAcquirer, createMonitors } from "dragline/monitor";
 * import { createScraper } from "dragline/scraper";
 *
 * await using scraper = createScraper({ fetcher: createFetcher() });
 * await using monitors = createMonitors({ acquirer: createAcquirer({ scraper }) });
 * const { id } = await monitors.add({ url: "https://example.com/", schedule: { every: 3_600_000 } });
 * console.log((await monitors.check(id)).status);
 * ```
 * @packageDocumentation
 */
export { createMonitors } from "./create-monitors.ts";
export type { AcquiredPage, AcquireFailure, Acquirer, AcquireRequest } from "./acquire/acquirer.ts";
export type { ActionRequest, SitePage, SiteRequest, SiteSummary } from "./acquire/acquirer.ts";
export type { PageCall, PageScraper, ScrapedPage, SiteActions } from "./acquire/acquire-ports.ts";
export type {
  SiteCrawler,
  SiteCrawlers,
  Walk,
  WalkCall,
  WalkedPage,
} from "./acquire/acquire-ports.ts";
export type { ChangeDiff, MeaningfulChange, MonitorChange, MonitorRun } from "./checks/change.ts";
export type { MonitorSnapshot, RunStatus, RunTrigger, TrackedPage } from "./checks/change.ts";
export type { ChangeTexts } from "./checks/change-texts.ts";
export { checkFailures, type CheckFailure, type CheckFailureCode } from "./checks/check-failure.ts";
export type {
  BeginningCheck,
  BeginTerms,
  CheckLedger,
  EndingCheck,
} from "./checks/check-ledger.ts";
export type { EndTerms, SnapshotFacts } from "./checks/check-ledger.ts";
export type { ContentMaker } from "./content/content.ts";
export { createContentMaker } from "./content/create-content-maker.ts";
export type { ContentMakerCollaborators } from "./content/create-content-maker.ts";
export type { ContentMakerOptions } from "./content/content-options.ts";
export type { ContentFilters, TextPattern } from "./content/content-filters.ts";
export type { FieldRule } from "./content/field-rule.ts";
export type {
  Monitor,
  MonitorDefinition,
  MonitorScope,
  Schedule,
} from "./definition/definition.ts";
export type { WatchedDefinition, WatchFormat, WatchMode } from "./definition/definition.ts";
export { createAcquirer, type AcquirerCollaborators } from "./acquire/create-acquirer.ts";
export { isMonitorError, MonitorError } from "./monitor-error.ts";
export type { ChangeDetail, HistoryQuery, MonitorCall, MonitorQuery } from "./monitors.ts";
export type { Monitors, SnapshotContent } from "./monitors.ts";
export type { MonitorsCollaborators } from "./monitors-collaborators.ts";
export type { MonitorsOptions } from "./monitors-options.ts";
export type { ReadValues, ValueReader, ValueRequest } from "./content/value-reader.ts";
