import type { CrawlPage } from "../../crawler/index.ts";

/** Where the pages of a crawl go. */
export interface PageWriter {
  /** Writes a page; it is in the operating system's hands when this resolves. */
  write(page: CrawlPage): Promise<void>;
  close(): Promise<void>;
}
