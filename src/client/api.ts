// Written by `npm run client` from the service's description.
import type { UrlScraperCalls } from "./api/url-scraper-calls.ts";
import type { MapCalls } from "./api/map.ts";
import type { CrawlCalls } from "./api/crawl.ts";
import type { WebScraperCalls } from "./api/web-scraper.ts";
import type { SearchCalls } from "./api/search.ts";
import type { AnyJobCalls } from "./api/any-job.ts";
import type { JobsCalls } from "./api/jobs.ts";
import type { WireCalls } from "./api/wire-calls.ts";
import type { IdentitiesCalls } from "./api/identities.ts";
import type { IdentitySourcesCalls } from "./api/identity-sources.ts";
import type { ConnectionsCalls } from "./api/connections.ts";
import type { LegacyWireCalls } from "./api/legacy-wire.ts";
import type { AiBrowserTasksCalls } from "./api/ai-browser-tasks.ts";
import type { AiVisibilityCalls } from "./api/ai-visibility.ts";
import type { MonitorsCalls } from "./api/monitors-calls.ts";
import type { BrowserCalls } from "./api/browser.ts";
import type { SessionsCalls } from "./api/sessions.ts";
import type { RecordingsCalls } from "./api/recordings.ts";
import type { RecipesCalls } from "./api/recipes.ts";
import type { WebhooksCalls } from "./api/webhooks.ts";
import type { AccountCalls } from "./api/account.ts";
import type { ServiceCalls } from "./api/service.ts";

export type {
  JobSubmitted,
  ScrapeRequest,
  ScrapeJob,
  ValueEvidence,
  BatchScrapeRequest,
  BatchScrapeJob,
} from "./api/url-scraper.ts";
export type { MapRequest, MapJob } from "./api/map.ts";
export type { CrawlRequest, CrawlJob, CrawlPage, CrawlPages } from "./api/crawl.ts";
export type { WebScraperRequest, WebScraperJob } from "./api/web-scraper.ts";
export type {
  SearchResults,
  SearchRequest,
  AgenticSearchSubmitted,
  AgenticSearchRequest,
  AgenticSearchJob,
} from "./api/search.ts";
export type { GenericRequest, AnyJob } from "./api/any-job.ts";
export type { JobList, ListedJob, JobCounts } from "./api/jobs.ts";
export type {
  WireRunResult,
  WireFile,
  WireRunError,
  WireTrial,
  WireRunRequest,
  WireCatalog,
  WireCatalogEntry,
  WireCatalogSite,
  WireAction,
  WireParameter,
  WireResults,
  WireRecord,
  WireTaskSubmitted,
  WireTaskRequest,
  WireJob,
  WireJobList,
  WireListedJob,
  BuildRequest,
  BuildRequestBody,
} from "./api/wire.ts";
export type {
  WireIdentities,
  WireIdentity,
  WireCredential,
  SourceRef,
  WireIdentityAnswer,
  WireRefused,
  NewIdentity,
  IdentityChange,
  WireDone,
  WireCredentials,
  WireCredentialAnswer,
  NewCredential,
  WireSignedIn,
  WireLogin,
  WireVerified,
  WireVerify,
} from "./api/identities.ts";
export type {
  IdentitySourceProviders,
  IdentitySourceMethod,
  IdentitySourceField,
  IdentitySourceAnswer,
  IdentitySource,
  IdentitySourceConnect,
  IdentitySources,
  IdentitySourceCounted,
  IdentitySourceChange,
  WireRemoved,
  IdentitySourceIdentities,
  IdentitySourceContainers,
  IdentitySourceEntries,
} from "./api/identity-sources.ts";
export type {
  WireConnectStarted,
  WireConnectFinished,
  WireConnectFinish,
  WireConnections,
} from "./api/connections.ts";
export type {
  AiTaskResult,
  AiTaskStep,
  AiTaskSubmitted,
  AiTaskRequest,
  AiTask,
} from "./api/ai-browser-tasks.ts";
export type {
  AiVisibilitySearch,
  AiVisibilitySourceResult,
  AiVisibilitySearchRequest,
  AiVisibilityRetryRequest,
  AiVisibilitySearches,
  AiVisibilitySources,
} from "./api/ai-visibility.ts";
export type {
  Monitor,
  MonitorRequest,
  Success,
  MonitorList,
  MonitorPreview,
  MonitorPreviewElement,
  MonitorPreviewRequest,
  MonitorResumption,
  MonitorExpiry,
  MonitorRunStarted,
  MonitorRunList,
  MonitorRun,
  MonitorChangeList,
  MonitorChange,
  FieldsDiff,
  ContentDiff,
  SiteDiff,
  MonitorSnapshotList,
  MonitorSnapshot,
  MonitorContent,
  MonitorPageList,
  MonitorPage,
  RestoredPage,
  MonitorTestAlert,
  MonitorDeliveryList,
  MonitorDelivery,
} from "./api/monitors.ts";
export type { BrowserConnections, BrowserDownloads, BrowserUpload } from "./api/browser.ts";
export type {
  SessionList,
  Session,
  SessionChanges,
  SessionRemoved,
  ManualStarted,
  ManualStart,
  ManualSave,
} from "./api/sessions.ts";
export type { RecordingList, Recording } from "./api/recordings.ts";
export type {
  ExtractionRecipeList,
  ExtractionRecipe,
  WholeExtractionRecipe,
  ExtractionRecipeRemoved,
} from "./api/recipes.ts";
export type {
  WebhookSigningSecret,
  WebhookEventList,
  WebhookDeliveryList,
  WebhookDelivery,
  WebhookDeliveryDetail,
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookTest,
} from "./api/webhooks.ts";
export type { Credits } from "./api/account.ts";
export type { Health } from "./api/service.ts";

/** Every route of the API as a call. */
export interface Calls
  extends
    UrlScraperCalls,
    MapCalls,
    CrawlCalls,
    WebScraperCalls,
    SearchCalls,
    AnyJobCalls,
    JobsCalls,
    WireCalls,
    IdentitiesCalls,
    IdentitySourcesCalls,
    ConnectionsCalls,
    LegacyWireCalls,
    AiBrowserTasksCalls,
    AiVisibilityCalls,
    MonitorsCalls,
    BrowserCalls,
    SessionsCalls,
    RecordingsCalls,
    RecipesCalls,
    WebhooksCalls,
    AccountCalls,
    ServiceCalls {}
