// Written by `npm run client` from the service's description.

/** What `submitUrlScraper`, `submitUrlScraperBatch`, `createMap` give. */
export interface JobSubmitted {
  readonly jobId: string;
  readonly status: "pending";
}

/** What `submitUrlScraper`, `scrapeUrl` take. */
export interface ScrapeRequest {
  /**
   * A valid HTTP/HTTPS URL.
   * At most 2048 characters.
   */
  readonly url: string;
  /**
   * The outputs; markdown, html and cleanedHtml when empty. A screenshot needs a browser. `json` is the same as generateJson.
   * When absent: [].
   */
  readonly formats?:
    | readonly (
        | "markdown"
        | "html"
        | "cleanedHtml"
        | "links"
        | "images"
        | "summary"
        | "screenshot"
        | "screenshotFullPage"
        | "json"
      )[]
    | null
    | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Extracts JSON: by the outputSchema, or without one the structured data and metadata of the page.
   * When absent: false.
   */
  readonly generateJson?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract, at most 50 KB; sets generateJson. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * With an outputSchema: adds `evidence` to generatedJson, where each value comes from.
   * When absent: false.
   */
  readonly evidence?: boolean | null | undefined;
  /**
   * At most 15 browser actions, run in order, each with `type` wait, wait_for, click, scroll, write or press. Sets useBrowser and costs 1 credit.
   * When absent: [].
   */
  readonly actions?: readonly unknown[] | null | undefined;
  /**
   * Scrapes the page anew instead of returning a cached result.
   * When absent: false.
   */
  readonly forceFresh?: boolean | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
}

/** What `scrapeUrl`, `getUrlScraperJob`, `getRequest` give. */
export interface ScrapeJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: "url_scraper";
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly url: string;
  readonly country: string;
  readonly cached: boolean;
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
  readonly links?:
    | readonly {
        readonly href: string;
        readonly text: string;
      }[]
    | undefined;
  readonly images?:
    | readonly {
        readonly src: string;
        readonly alt: string;
      }[]
    | undefined;
  /** Sentences of the page, or, where the service has a language model, sentences that the model wrote. Those are not checked; only sentences that the page contradicts are left out. null when no summary could be made. */
  readonly summary?: string | null | undefined;
  readonly generatedJson?:
    | {
        readonly status: "success" | "failed";
        readonly data: Readonly<Record<string, unknown>> | null;
        /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
        readonly missing?: readonly string[] | undefined;
        /** Where each value comes from, by its dotted path with indices (`offers[0].price`), when `evidence` was asked for. */
        readonly evidence?: Readonly<Record<string, ValueEvidence>> | undefined;
        readonly error?: string | undefined;
      }
    | undefined;
  readonly screenshotUrl?: string | undefined;
  readonly fullPageScreenshotUrl?: string | undefined;
}

/** A part of `ScrapeJob`, `BatchScrapeJob`, `CrawlPage`. */
export interface ValueEvidence {
  /** What said it, such as `json-ld`, `label`, `table`, `recipe` or `model`. */
  readonly source: string;
  /** The text or member that it was read from, at most 500 characters. */
  readonly text: string;
  /** A path in structured data, or a CSS path of the element; empty for neither. */
  readonly place: string;
  /** Whether it follows from what is on the page: EUR from €. */
  readonly derived: boolean;
  /** Of a value of the model's: whether it stands on the page, or nothing was compared. */
  readonly support?: "quoted" | "unchecked" | undefined;
}

/** What `submitUrlScraperBatch` takes. */
export interface BatchScrapeRequest {
  /**
   * The pages to scrape.
   * At most 10.
   */
  readonly urls: readonly string[];
  /**
   * The outputs; markdown, html and cleanedHtml when empty. A screenshot needs a browser. `json` is the same as generateJson.
   * When absent: [].
   */
  readonly formats?:
    | readonly (
        | "markdown"
        | "html"
        | "cleanedHtml"
        | "links"
        | "images"
        | "summary"
        | "screenshot"
        | "screenshotFullPage"
        | "json"
      )[]
    | null
    | undefined;
  /**
   * Proxy country code; the default exit is used where the country has no proxy.
   * When absent: "us".
   */
  readonly country?: string | undefined;
  /** When absent: false. */
  readonly useBrowser?: boolean | null | undefined;
  /**
   * Extracts JSON: by the outputSchema, or without one the structured data and metadata of the page.
   * When absent: false.
   */
  readonly generateJson?: boolean | null | undefined;
  /** JSON Schema of the JSON to extract, at most 50 KB; sets generateJson. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * With an outputSchema: adds `evidence` to generatedJson, where each value comes from.
   * When absent: false.
   */
  readonly evidence?: boolean | null | undefined;
  /**
   * At most 15 browser actions, run in order, each with `type` wait, wait_for, click, scroll, write or press. Sets useBrowser and costs 1 credit.
   * When absent: [].
   */
  readonly actions?: readonly unknown[] | null | undefined;
  /**
   * Scrapes the page anew instead of returning a cached result.
   * When absent: false.
   */
  readonly forceFresh?: boolean | null | undefined;
  /**
   * Receives the signed event when the job is settled.
   * At most 2048 characters.
   */
  readonly webhook_url?: string | null | undefined;
  /** Id of a saved browser session. */
  readonly sessionId?: string | null | undefined;
  /** Name of a saved browser session. */
  readonly sessionName?: string | null | undefined;
}

/** What `getUrlScraperJob`, `getRequest` give. */
export interface BatchScrapeJob {
  readonly id: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly jobType: "batch_url_scraper";
  /** Why it failed; null unless failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly completedAt?: string | undefined;
  /** Milliseconds of processing. */
  readonly durationMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly country: string;
  readonly urls: readonly string[];
  readonly results: readonly {
    readonly index: number;
    readonly id: string;
    readonly url: string;
    readonly status: "pending" | "processing" | "completed" | "failed";
    readonly cached: boolean;
    /** Why it failed; null unless failed. */
    readonly error: string | null;
    readonly html?: string | undefined;
    readonly cleanedHtml?: string | undefined;
    readonly markdown?: string | undefined;
    readonly links?:
      | readonly {
          readonly href: string;
          readonly text: string;
        }[]
      | undefined;
    readonly images?:
      | readonly {
          readonly src: string;
          readonly alt: string;
        }[]
      | undefined;
    /** Sentences of the page, or, where the service has a language model, sentences that the model wrote. Those are not checked; only sentences that the page contradicts are left out. null when no summary could be made. */
    readonly summary?: string | null | undefined;
    readonly generatedJson?:
      | {
          readonly status: "success" | "failed";
          readonly data: Readonly<Record<string, unknown>> | null;
          /** Dotted paths of properties without a value, when the extraction succeeded nevertheless. */
          readonly missing?: readonly string[] | undefined;
          /** Where each value comes from, by its dotted path with indices (`offers[0].price`), when `evidence` was asked for. */
          readonly evidence?: Readonly<Record<string, ValueEvidence>> | undefined;
          readonly error?: string | undefined;
        }
      | undefined;
    readonly screenshotUrl?: string | undefined;
    readonly fullPageScreenshotUrl?: string | undefined;
    /** Milliseconds of processing. */
    readonly durationMs?: number | undefined;
  }[];
}
