import type { Json } from "../../storage/index.ts";

/** How a page is acquired. Never from a cache of results. */
export interface AcquireRequest {
  readonly url: string;
  readonly useBrowser: boolean;
  /** ISO 3166-1 alpha-2, lower case; null: wherever. */
  readonly country: string | null;
  readonly sessionId: string | null;
  /** Whose monitor it is. */
  readonly owner: string;
}

/** A page that came. */
export interface AcquiredPage {
  readonly status: "completed";
  /** After redirects. */
  readonly finalUrl: string;
  /** Decoded; documents that are not HTML are made into it. */
  readonly html: string;
}

/** A page that did not come: its status is 400 or above, a challenge answered, it is empty … */
export interface AcquireFailure {
  readonly status: "failed";
  /** Of the acquirer's own, `HTTP_STATUS` for example; `SESSION_EXPIRED` and `NOT_CONFIGURED` are known. */
  readonly code: string;
  /** One line for people. */
  readonly error: string;
  /** Whether the host seems to be down: it did not answer, or with 5xx or 429. Counts for the breaker. */
  readonly isHostDown: boolean;
}

/** Which pages of a site. */
export interface SiteRequest extends AcquireRequest {
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly includePatterns: readonly string[];
  readonly excludePatterns: readonly string[];
  readonly excludedUrls: readonly string[];
}

/** A page of a site. */
export type SitePage = { readonly url: string } & (AcquiredPage | AcquireFailure);

/** How the walk of a site ended. */
export interface SiteSummary {
  /** Whether pages were left out by a limit, or the walk was cut off: what is missing may be there. */
  readonly truncated: boolean;
}

/** Which action, with what. */
export interface ActionRequest {
  readonly actionId: string;
  readonly credentialId: string | null;
  readonly params: Readonly<Record<string, Json>>;
  readonly owner: string;
}

/** Where monitors get what they watch. What they throw, besides the signal's reason, is `INTERNAL`. */
export interface Acquirer {
  page(request: AcquireRequest, signal: AbortSignal): Promise<AcquiredPage | AcquireFailure>;
  /** The pages of a site as they come; the start page first. What it returns comes last. */
  site(request: SiteRequest, signal: AbortSignal): AsyncGenerator<SitePage, SiteSummary>;
  /** What an action answers. */
  action(
    request: ActionRequest,
    signal: AbortSignal,
  ): Promise<{ readonly status: "completed"; readonly result: Json } | AcquireFailure>;
}
