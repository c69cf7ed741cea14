import type { CrawlFormat, CompletedPage, FailedPage } from "../../crawler/index.ts";

/** What a service's crawl may not tell of a page. */
type Untold = "depth" | "from" | "statusCode";

/** What is written of a page: of a crawl on this machine all, of a service's crawl what it tells. */
export type WrittenPage =
  | (Pick<CompletedPage, "url" | "status"> &
      Partial<Pick<CompletedPage, CrawlFormat | "title" | Untold>>)
  | (Pick<FailedPage, "url" | "status" | "error"> & Partial<Pick<FailedPage, "code" | Untold>>);

/** Where the pages of a crawl go. */
export interface PageWriter {
  /** Writes a page; it is in the operating system's hands when this resolves. */
  write(page: WrittenPage): Promise<void>;
  close(): Promise<void>;
}
