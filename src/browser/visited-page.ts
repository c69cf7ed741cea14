import type { ActionReport } from "./actions/index.ts";
import type { CapturedAnswer } from "./page/answer-capture.ts";
import type { Screenshot } from "./page/take-screenshot.ts";
import type { StorageState } from "./storage-state.ts";

/** A response that led to another URL. */
export interface VisitRedirect {
  readonly url: string;
  readonly status: number;
}

/** What became of the refreshes that a visit's page declared, by header or `meta`. */
export interface RefreshReport {
  /** Whether one led to another page. */
  readonly followed: boolean;
  /** Whether one that leads elsewhere was left: it is due later, led to a file, or in a circle. */
  readonly left: boolean;
}

/** A page as a browser shows it. */
export interface VisitedPage {
  /** The URL that was asked for. */
  readonly requestedUrl: string;
  /** The URL that the page has in the end: after redirects, by script and by actions too. */
  readonly url: string;
  /** Redirects by HTTP that led to the last document, in order. */
  readonly redirects: readonly VisitRedirect[];
  /** What became of refreshes that pages declared, by header or `meta`. */
  readonly refresh?: RefreshReport;
  /** Status of the last document's response. */
  readonly status: number;
  readonly statusText: string;
  /** The last document's response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type of the last document, lower case, without parameters. */
  readonly mediaType: string;
  /** The document as it stands in the end, with shadow roots and frames in place. */
  readonly html: string;
  /** Whether the HTML was cut at the limit. */
  readonly truncated: boolean;
  /** Frames of framesets whose document could not be loaded: each is an `iframe` with its address. */
  readonly missingFrames: number;
  /** Whether the page had become still, or was taken as it stood when the time for that was up. */
  readonly settled: boolean;
  /** What became of each action. */
  readonly actions: readonly ActionReport[];
  /** Answers that were to be caught, by name; those that did not come are not there. */
  readonly captures?: Readonly<Record<string, CapturedAnswer>>;
  /** What is in view, when asked for. */
  readonly screenshot?: Screenshot;
  /** The whole page, when asked for. */
  readonly screenshotFullPage?: Screenshot;
  /** URLs of tabs that the page opened; they were not visited further. */
  readonly popups: readonly string[];
  /** The context's storage in the end, when asked for. */
  readonly state?: StorageState;
  /** Milliseconds from the call to the page. */
  readonly durationMs: number;
}
