/** What all webhooks but `monitor.change` have (interface, part 6). */
interface Envelope<Type extends string, Data extends object> {
  /** `evt_…` */
  readonly id: string;
  readonly type: Type;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly data: Data;
}

/** A job of one account that has ended. */
export interface JobEventData {
  readonly jobId: string;
  readonly jobType: "url_scraper" | "web_scraper" | "map" | "crawl" | "agentic_search" | "search";
  readonly status: "completed" | "failed";
  /** Empty for jobs without one. */
  readonly url: string;
  readonly country?: string | undefined;
  /** Present when the result cache answered. */
  readonly cached?: boolean | undefined;
  readonly creditsUsed?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly createdAt: string;
  readonly completedAt: string;
  /** Where the document is; it needs the API key. */
  readonly result_url: string;
  /** The whole document, where the webhook has at most 256 KB with it; absent of failures. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  /** Why `result` is absent. */
  readonly resultOmitted?: "size" | "unavailable" | undefined;
  /** Of `job.failed`. */
  readonly error?: string | undefined;
}

/** A batch that has ended; its URLs send no webhooks of their own. */
export interface BatchEventData {
  readonly jobId: string;
  readonly jobType: "batch_url_scraper";
  readonly status: "completed" | "failed";
  readonly urlsTotal: number;
  readonly completed: number;
  readonly failed: number;
  readonly creditsUsed: number;
  readonly result_url: string;
}

/** A Wire task that has ended. */
export interface WireEventData {
  readonly jobId: string;
  readonly actionId: string;
  readonly actionName: string;
  readonly catalogSlug: string;
  readonly status: "completed" | "failed";
  readonly creditsUsed: number;
  readonly durationMs: number;
  readonly error?: unknown;
  readonly result_url: string;
  /** As `GET /wire/jobs/{id}` shows it, where the webhook has at most 256 KB with it. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly resultOmitted?: "size" | "unavailable" | undefined;
}

/** An AI Visibility search that has ended. */
export interface AiSearchEventData {
  readonly searchId: string;
  readonly query: string;
  readonly status: "completed" | "failed";
  readonly country: string;
  readonly sources: readonly {
    readonly source: string;
    readonly status: string;
    readonly latencyMs: number;
    readonly creditsUsed: number;
    /** The beginning of the answer, at most 500 characters. */
    readonly summary: string;
    readonly [name: string]: unknown;
  }[];
  readonly creditsUsed: number;
  readonly synthesis?: string | undefined;
  readonly completedAt: string;
  readonly result_url: string;
}

/** A page that a monitor saw changed; its fields stand beside `type`. */
export interface MonitorChangeEvent {
  readonly type: "monitor.change";
  readonly monitorId: string;
  readonly url: string;
  readonly watchMode: string;
  readonly changeId: string;
  /** ISO 8601. */
  readonly changedAt: string;
  readonly changedFields: readonly string[];
  readonly summary: string | null;
  /** By watch mode; empty with `diffOmitted` where it was too long. */
  readonly diff: {
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  };
  readonly [name: string]: unknown;
}

/** A webhook that the service sent: `type` says which fields it has. */
export type WebhookEvent =
  | Envelope<"job.completed" | "job.failed", JobEventData>
  | Envelope<"batch.completed" | "batch.failed", BatchEventData>
  | Envelope<"wire.job.completed" | "wire.job.failed", WireEventData>
  | Envelope<"ai.search.completed" | "ai.search.failed", AiSearchEventData>
  | Envelope<"webhook.test", Readonly<Record<string, unknown>>>
  | MonitorChangeEvent;
