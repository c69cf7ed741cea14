import type { Summary } from "../ai/index.ts";
import type { ActionReport, Screenshot } from "../browser/index.ts";
import type { Extraction } from "../extractor/index.ts";
import type { Image, Link, Metadata } from "../html/index.ts";

/** The formats that are text, all made from one parse of the page. */
export const textFormats = Object.freeze([
  "markdown",
  "html",
  "cleanedHtml",
  "links",
  "images",
] as const);

/** A format that is made from the parsed page. */
export type TextFormat = (typeof textFormats)[number];

/** The formats of a scrape; a screenshot takes a browser, `json` a schema. */
export const scrapeFormats = Object.freeze([
  ...textFormats,
  "summary",
  "json",
  "screenshot",
  "screenshotFullPage",
] as const);

/** One format of a scrape. */
export type ScrapeFormat = (typeof scrapeFormats)[number];

/** What kind of document a URL answered with. */
export type DocumentKind = "html" | "feed" | "xml" | "json" | "markdown" | "text" | "pdf" | "image";

/** The content of a page in the formats asked for; a format not asked for is absent. */
export interface ScrapeOutputs {
  /** GitHub Flavored Markdown. */
  readonly markdown?: string;
  /**
   * The page's HTML as it came, decoded, or as it stood in the browser in the end; a frameset has the
   * content of its frames in it; a document that is not HTML is wrapped in `pre`.
   */
  readonly html?: string;
  /** HTML of the content only: absolute URLs, no scripts, no styles, safe to render. */
  readonly cleanedHtml?: string;
  /** Absolute http and https links in document order, without duplicates. */
  readonly links?: readonly Link[];
  /** Absolute image URLs in document order, without duplicates. */
  readonly images?: readonly Image[];
  /**
   * What the page is about: by the scraper's model, else in sentences of the page. What of the model's the
   * page speaks against is left out, and its `warnings` say so. Absent, with the warning `model-failed`,
   * when the model failed.
   */
  readonly summary?: Summary;
  /**
   * The values of the call's schema, with what is missing and where each comes from; what the page
   * itself does not tell by the scraper's model, when there is one.
   */
  readonly json?: Extraction;
  /** What is in view, as PNG. */
  readonly screenshot?: Screenshot;
  /** The whole page, as PNG. */
  readonly screenshotFullPage?: Screenshot;
}

/** What brings pages. */
export type ScrapeEngine = "http" | "browser";

/** Why an engine was taken. */
export type EngineReason =
  /** It was asked for, by name or by something that only a browser does; or it is the default. */
  | "asked"
  /** `auto`, and the page that came by HTTP was there. */
  | "sufficient"
  /** `auto`: an empty element waits for an application. */
  | "empty-root"
  /** `auto`: the page asks for JavaScript. */
  | "noscript-notice"
  /** `auto`: scripts, and no text. */
  | "no-text"
  /** `auto`: a challenge answered, which a browser may pass. */
  | "challenge"
  /** The browser found a file or another document than HTML, which HTTP brings as it is. */
  | "not-a-page"
  /** `auto`: the page wants a browser, and there was none or it failed. */
  | "browser-failed";

/** Something the caller may want to know about a page that was scraped. */
export type ScrapeWarning =
  /** The body was cut: at the size limit, or by a connection or compression that broke. */
  | "truncated"
  /** The page shows no text without JavaScript. */
  | "no-visible-text"
  /** Pages of a PDF have no text that can be read, for example pictures alone; each says so. */
  | "pages-without-text"
  /** Fonts of a PDF do not tell all of its characters; those are `U+FFFD` or of private use. */
  | "unreadable-text"
  /** JSON or XML that does not parse, given as plain text, or XHTML that does not, read as HTML. */
  | "malformed"
  /**
   * The URL's own page sends its reader on by a `Refresh` header or a `meta` refresh, and `finalUrl`
   * is where that led.
   */
  | "refresh-followed"
  /**
   * The page sends its reader elsewhere, and was taken as it is: that is later than after 5 seconds, or
   * where no page could be loaded.
   */
  | "refresh-not-followed"
  /**
   * Frames of a frameset are links in place of their content: they failed, are no HTML, lead back to a
   * page that they are in, or are beyond 10 frames, 2 framesets in each other or 10 MiB of text.
   */
  | "frames-missing"
  /** The browser's page was still loading, or changing, when its time was up. */
  | "unsettled"
  /** A screenshot was asked for and there is none: the URL is a file. */
  | "no-screenshot"
  /**
   * The page echoed a credential that it was asked for with, which is `***` in the result: a header
   * that signs in, or what a saved session holds. Pictures are as they are.
   */
  | "credentials-masked"
  /** The model failed, or there was no time left for it: summary or values are lacking. */
  | "model-failed";

/** A page that was scraped. */
export interface ScrapeSuccess extends ScrapeOutputs {
  readonly status: "completed";
  /** The URL asked for. */
  readonly url: string;
  /** The URL after redirects. */
  readonly finalUrl: string;
  readonly httpStatus: number;
  /** The media type that the bytes have, which may differ from the declared one. */
  readonly contentType: string;
  readonly kind: DocumentKind;
  readonly metadata: Metadata;
  /** Whether the page came from the fetcher's cache. */
  readonly cached: boolean;
  /** What brought the page. */
  readonly engine: ScrapeEngine;
  readonly engineReason: EngineReason;
  /** What became of each action; absent without any. */
  readonly actions?: readonly ActionReport[];
  readonly warnings: readonly ScrapeWarning[];
  /** Milliseconds from the call to the result. */
  readonly durationMs: number;
  readonly error: null;
}

/** Why a page could not be scraped, by code. */
export const scrapeFailures = Object.freeze({
  BLOCKED: "A challenge, captcha or block page answered instead of the website.",
  HTTP_STATUS: "The final response had a status of 400 or above.",
  LOGIN_REQUIRED: "The page asks for a login, so the saved session is no longer valid.",
  TIMEOUT: "No answer came in time, or the scrape reached its own time limit.",
  DNS: "The host name could not be resolved.",
  TLS: "The certificate or the TLS handshake failed.",
  INVALID_URL: "The URL, or one redirected to, is malformed or not http or https.",
  ADDRESS_NOT_ALLOWED: "The host, or one redirected to, is private, local or not public.",
  CONNECTION: "The connection was refused, unreachable or lost.",
  PROXY: "The proxy failed.",
  REDIRECTS: "There were too many redirects, or they went in circles.",
  ROBOTS: "robots.txt does not allow the URL, and `obeyRobots` is set.",
  TOO_LARGE: "The page, its headers or what it decompresses to exceeded a limit.",
  EMPTY: "The response had no content.",
  UNSUPPORTED_TYPE: "Content of this type cannot be converted.",
  INVALID_RESPONSE: "The server's answer is not valid HTTP.",
  ACTION_FAILED: "A browser action could not be carried out; the text has its index.",
  PAGE_CRASHED: "The page crashed in the browser or used more memory than the limit.",
  BROWSER_UNAVAILABLE: "There is no browser, it did not start, none became free, or it was lost.",
  INTERNAL: "The fetcher was closed while the scrape ran.",
} as const);

/** A reason why a page could not be scraped. */
export type ScrapeFailureCode = keyof typeof scrapeFailures;

/** A page that could not be scraped. */
export interface ScrapeFailure {
  readonly status: "failed";
  /** The URL asked for. */
  readonly url: string;
  readonly code: ScrapeFailureCode;
  /** One line for people, with the fixed phrase of its cause, e.g. `DNS failure`. */
  readonly error: string;
  /** The status of the final response, when there was one. */
  readonly httpStatus?: number;
  /** What brought the page, when one answered. */
  readonly engine?: ScrapeEngine;
  readonly engineReason?: EngineReason;
  /** Milliseconds from the call to the result. */
  readonly durationMs: number;
  /** The error underneath, when one was thrown. */
  readonly cause?: unknown;
}

/**
 * A page in the formats of a call: those that are written down in the call are there, others are
 * not; where the call's type does not tell, each may be. Of a summary, JSON or a picture the page
 * may have none.
 */
export type ScrapedIn<Formats extends readonly ScrapeFormat[]> = number extends Formats["length"]
  ? ScrapeSuccess
  : Omit<ScrapeSuccess, ScrapeFormat> &
      Required<Pick<ScrapeOutputs, Formats[number] & TextFormat>> &
      Pick<ScrapeOutputs, Exclude<Formats[number], TextFormat>>;

/** What a scrape gives: a page, or the reason why there is none. */
export type ScrapeResult<Formats extends readonly ScrapeFormat[] = readonly ScrapeFormat[]> =
  | ScrapedIn<Formats>
  | ScrapeFailure;
