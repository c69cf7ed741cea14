import type { VisitedPage } from "../../browser/index.ts";
import type { ContentType, FetchedPage } from "../../fetcher/index.ts";
import type { ScrapeWarning } from "../scrape-result.ts";

/** What a scrape reads of a page, whichever engine brought it. */
export interface AcquiredPage extends Pick<
  FetchedPage,
  "url" | "status" | "statusText" | "headers" | "bytes" | "text" | "truncated" | "damage"
> {
  readonly contentType: Pick<ContentType, "sniffed">;
  readonly fromCache: boolean;
  readonly redirects?: readonly Pick<FetchedPage["redirects"][number], "refresh">[];
  /** Where the page sends its reader without having been followed. */
  readonly refresh?: FetchedPage["refresh"];
  /** Whether a browser wrote the document and marked what it hides. */
  readonly isShown?: boolean;
  /** What is to be said of how its frames were joined. */
  readonly warnings?: readonly ScrapeWarning[];
}

/** What is asked of a page whose document has been read; plain data. */
export type PageFacts = Pick<
  AcquiredPage,
  "url" | "status" | "statusText" | "headers" | "text" | "truncated" | "damage" | "isShown"
>;

const HTML = "text/html";

/** Whether a browser showed a document of its own kind, and not one that it wraps to show it. */
export function isShownAsHtml({ mediaType }: VisitedPage): boolean {
  return mediaType === HTML || mediaType === "application/xhtml+xml" || mediaType === "";
}

/** The document that a browser ended with. */
export function shownPage(visited: VisitedPage): AcquiredPage {
  const { url, status, statusText, headers, html, truncated, missingFrames } = visited;
  return {
    url,
    status,
    statusText,
    headers,
    text: html,
    truncated,
    get bytes() {
      return Buffer.from(html);
    },
    contentType: { sniffed: HTML },
    damage: undefined,
    fromCache: false,
    isShown: true,
    warnings: missingFrames > 0 ? ["frames-missing"] : [],
  };
}
