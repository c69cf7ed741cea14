import type { CrawlPage } from "./crawl-page.ts";
import type { Candidate } from "./frontier.ts";
import type { SettledReason } from "./reason.ts";
import type { PageReading } from "./reader/page-reader.ts";

/** What came of one attempt at a URL. */
export type VisitOutcome =
  /** A page for the caller, with the links that it gives. */
  | {
      readonly kind: "page";
      readonly page: CrawlPage;
      readonly reading: Pick<PageReading, "follow" | "refused"> | undefined;
    }
  /** No page after all; `target` is the URL that takes its place, if any does. */
  | {
      readonly kind: "none";
      readonly reason: Exclude<SettledReason, "completed" | "failed" | "limit">;
      readonly target?: Candidate;
    }
  /** To be tried again after so many milliseconds. */
  | { readonly kind: "again"; readonly afterMs: number };
