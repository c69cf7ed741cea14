import { hash } from "node:crypto";
import { collection, type Row } from "../../../storage/index.ts";

/** Pages of crawls, stored as they come. */
export const crawlPageRows = collection({
  name: "service_crawl_pages",
  fields: {
    job: "string",
    // The hash of the URL, so that a page that comes again, after its worker was lost, is one page.
    page: "string",
    // In the order of fetching, from 0.
    place: "number",
    url: "string",
    // "storing" until its blob is there, then as in the document.
    status: "string",
    durationMs: "number",
    error: "string?",
    // Whether JSON was extracted; null where none was wanted.
    extracted: "boolean?",
    // JSON of html and markdown: here, or in the blob of this key.
    content: "string?",
    blob: "string?",
  },
  key: ["job", "page"],
  unique: [["job", "place"]],
});

/** A row of {@link crawlPageRows}. */
export type CrawlPageRow = Row<typeof crawlPageRows>;

/** What tells a page of a crawl apart. */
export function pageKey(url: string): string {
  return hash("sha256", url, "base64url");
}

/** The blob of a page's content. */
export function blobKey(job: string, page: string): string {
  return `crawl/${job}/${page}`;
}
