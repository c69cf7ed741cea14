// Written by `npm run client` from the service's description.

/** What `createMonitor`, `replaceMonitor`, `getMonitor` give. */
export interface Monitor {
  readonly id: string;
  readonly url: string;
  readonly intervalMinutes: number;
  readonly scope: "page" | "site" | "wire";
  readonly watchMode: "full_page" | "specific_data";
  readonly watchFormat: "markdown" | "html" | "cleaned_html";
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
  readonly aiMode: boolean;
  readonly aiGoal: string | null;
  readonly useBrowser: boolean;
  readonly country: string;
  readonly sessionId: string | null;
  /** At the last check, the saved session no longer existed or was logged out. */
  readonly sessionExpired: boolean;
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly includePatterns: readonly string[];
  readonly excludePatterns: readonly string[];
  /** Pages that are excluded from the monitor. */
  readonly excludedUrls: readonly string[];
  readonly wireActionId: string | null;
  readonly wireCatalogSlug: string | null;
  readonly wireCredentialId: string | null;
  readonly wireParams: Readonly<Record<string, unknown>>;
  readonly wireWatchPaths: readonly string[];
  readonly isActive: boolean;
  readonly expiresAt: string | null;
  readonly expired: boolean;
  readonly alertWebhookUrl: string | null;
  /** Only in the answer of the call that sets the first alertWebhookUrl. */
  readonly alertWebhookSecret?: string | undefined;
  readonly alertEmails: string | null;
  /** null while the monitor is not active. */
  readonly nextRunAt: string | null;
  readonly lastCheckedAt: string | null;
  readonly lastAlertedAt: string | null;
  readonly lastError: string | null;
  /** Credits of one check; for a site, the most that one check can cost. */
  readonly creditCostPerRun: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What `createMonitor`, `replaceMonitor` take. */
export interface MonitorRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /** From 15 to 43200. */
  readonly intervalMinutes: number;
  /** When absent: "page". */
  readonly scope?: "page" | "site" | "wire" | null | undefined;
  /** When absent: "full_page". */
  readonly watchMode?: "full_page" | "specific_data" | null | undefined;
  /** When absent: "markdown". */
  readonly watchFormat?: "markdown" | "html" | "cleaned_html" | null | undefined;
  /** JSON Schema of the values to watch, at most 50 KB; only with `specific_data`. Properties that all have `x-selector` are read from the elements that these CSS selectors match, those with `x-attribute` from that attribute. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /** When absent: false. */
  readonly aiMode?: boolean | null | undefined;
  /** At most 2000 characters. */
  readonly aiGoal?: string | null | undefined;
  /**
   * Always true with a saved session.
   * When absent: false.
   */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** Saved browser session by id. */
  readonly sessionId?: string | null | undefined;
  /**
   * From 1 to 50.
   * When absent: 50.
   */
  readonly maxPages?: number | null | undefined;
  /**
   * From 1 to 5.
   * When absent: 2.
   */
  readonly maxDepth?: number | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly includePatterns?: readonly string[] | null | undefined;
  /**
   * At most 100.
   * When absent: [].
   */
  readonly excludePatterns?: readonly string[] | null | undefined;
  /** At most 256 characters. */
  readonly wireActionId?: string | null | undefined;
  readonly wireCredentialId?: string | null | undefined;
  /** When absent: {}. */
  readonly wireParams?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Dotted keys with [n] and [*]; empty for the whole result.
   * At most 50.
   * When absent: [].
   */
  readonly wireWatchPaths?: readonly string[] | null | undefined;
  /** When absent: true. */
  readonly isActive?: boolean | null | undefined;
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt?: string | undefined;
  /**
   * Receives monitor.change; http or https, not a private address.
   * At most 2048 characters.
   */
  readonly alertWebhookUrl?: string | null | undefined;
  /**
   * At most 10 addresses, separated by commas.
   * At most 4096 characters.
   */
  readonly alertEmails?: string | null | undefined;
}

/** What `deleteMonitor`, `excludeMonitorPage`, `restoreMonitorPage` give. */
export interface Success {
  readonly success: true;
}

/** What `listMonitors` gives. */
export type MonitorList = readonly Monitor[];

/** What `previewMonitor` gives. */
export interface MonitorPreview {
  /** After redirects. */
  readonly url: string;
  /** The page from its top, a PNG as a data URL; null for one above 8 MiB. */
  readonly screenshot: string | null;
  /** Pixels of the screenshot. */
  readonly width: number;
  readonly height: number;
  /** Whether the page goes on below the screenshot. */
  readonly isCut: boolean;
  /** In the order of the page; at most 250. */
  readonly elements: readonly MonitorPreviewElement[];
}

/** A part of `MonitorPreview`. */
export interface MonitorPreviewElement {
  /** For `x-selector`; it matches this element alone. */
  readonly selector: string;
  /** What a check would read, white space folded. */
  readonly text: string;
  /** What a check would read as a number; null for a text that has none. */
  readonly number: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether a check reads it only with `useBrowser`: without a browser the page does not have it. */
  readonly needsBrowser: boolean;
}

/** What `previewMonitor` takes. */
export interface MonitorPreviewRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  readonly sessionId?: string | null | undefined;
}

/** What `resumeMonitor` takes. */
export interface MonitorResumption {
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt?: string | null | undefined;
}

/** What `setMonitorExpiry` takes. */
export interface MonitorExpiry {
  /** RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future. */
  readonly expiresAt: string | null;
}

/** What `runMonitor` gives. */
export interface MonitorRunStarted {
  readonly success: true;
  /** Id of the run; absent for `wire`. */
  readonly jobId?: string | undefined;
  readonly message: string;
}

/** What `listMonitorRuns` gives. */
export interface MonitorRunList {
  readonly runs: readonly MonitorRun[];
}

/** A part of `MonitorRunList`. */
export interface MonitorRun {
  readonly id: string;
  readonly trigger: "schedule" | "manual";
  readonly status: "processing" | "completed" | "failed" | "skipped";
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly pagesCrawled: number;
  readonly pagesAdded: number;
  readonly pagesChanged: number;
  readonly pagesRemoved: number;
  readonly changeId: string | null;
  readonly creditsUsed: number;
  readonly error: string | null;
}

/** What `listMonitorChanges` gives. */
export interface MonitorChangeList {
  readonly changes: readonly MonitorChange[];
}

/** A part of `MonitorChangeList`. */
export interface MonitorChange {
  readonly id: string;
  readonly monitorId: string;
  readonly snapshotId: string;
  readonly changedAt: string;
  readonly summary: string | null;
  readonly diffJson: FieldsDiff | ContentDiff | SiteDiff;
  readonly createdAt: string;
}

/** A part of `MonitorChange`. */
export interface FieldsDiff {
  readonly type: "fields";
  readonly changedFields: readonly string[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** A part of `MonitorChange`. */
export interface ContentDiff {
  readonly type: "content";
  readonly beforeSnapshotId: string;
  readonly afterSnapshotId: string;
  readonly stats: {
    readonly adds: number;
    readonly dels: number;
  };
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** A part of `MonitorChange`. */
export interface SiteDiff {
  readonly type: "site";
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly {
    readonly url: string;
    readonly beforeHash: string;
    readonly afterHash: string;
    readonly stats: {
      readonly adds: number;
      readonly dels: number;
    };
  }[];
  readonly stats: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
  };
  /** With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead. */
  readonly aiMeaningful?:
    | readonly {
        readonly description: string;
        readonly before: string;
        readonly after: string;
      }[]
    | undefined;
}

/** What `listMonitorSnapshots` gives. */
export interface MonitorSnapshotList {
  readonly snapshots: readonly MonitorSnapshot[];
}

/** A part of `MonitorSnapshotList`. */
export interface MonitorSnapshot {
  readonly id: string;
  readonly monitorId: string;
  readonly capturedAt: string;
  /** Equal hashes mean that nothing changed. */
  readonly contentHash: string;
  readonly extractedData: Readonly<Record<string, unknown>> | null;
  readonly createdAt: string;
}

/** What `getMonitorSnapshotContent`, `getMonitorContent` give. */
export interface MonitorContent {
  readonly available: boolean;
  /** In the watchFormat; empty unless available. */
  readonly content: string;
  readonly capturedAt: string | null;
  readonly contentHash: string;
}

/** What `listMonitorPages` gives. */
export interface MonitorPageList {
  readonly pages: readonly MonitorPage[];
}

/** A part of `MonitorPageList`. */
export interface MonitorPage {
  readonly url: string;
  readonly status: "added" | "unchanged" | "changed" | "removed";
  readonly contentHash: string | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}

/** What `restoreMonitorPage` takes. */
export interface RestoredPage {
  /** At most 2048 characters. */
  readonly url?: string | null | undefined;
}

/** What `testMonitorAlert` gives. */
export interface MonitorTestAlert {
  readonly success: boolean;
  /** The receiver's HTTP status. */
  readonly status: number | null;
  readonly message: string;
}

/** What `listMonitorDeliveries` gives. */
export interface MonitorDeliveryList {
  readonly deliveries: readonly MonitorDelivery[];
}

/** A part of `MonitorDeliveryList`. */
export interface MonitorDelivery {
  readonly id: string;
  readonly endpointId: string | null;
  readonly event: string;
  readonly jobId: string | null;
  readonly url: string;
  readonly status: "pending" | "success" | "failed" | "exhausted";
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly monitorId: string;
  readonly changeId: string | null;
  readonly channel: "webhook" | "email";
}
