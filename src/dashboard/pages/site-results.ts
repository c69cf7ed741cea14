import type { ListedJob } from "../../client/index.ts";
import type { Visit } from "../page.ts";
import { membersOf } from "./json-members.ts";

/** A page of a crawl or a batch, as its document has it. */
export type SitePage = Readonly<Record<string, unknown>>;

/** A URL that a map found. */
interface MappedUrl {
  readonly url: string;
  readonly isExternal: boolean;
}

/** Kinds of jobs whose documents have many pages, and those that have many links. */
export const pagedKinds: ReadonlySet<string> = new Set(["crawl", "batch_url_scraper"]);

/** The pages of a crawl or a batch as they arrive; the whole document is never held. */
export async function* pagesOf(
  { open }: Pick<Visit, "open">,
  id: string,
): AsyncGenerator<SitePage, void, undefined> {
  yield* membersOf(await bodyOf(open, id), "results") as AsyncGenerator<SitePage>;
}

/** Pages of a crawl that are shown at a time. */
const CRAWL_PAGES = 100;

/**
 * A document's pages without their content; the rest of it is in the job. A crawl has parts, the next
 * of which begins behind `next`.
 */
export async function pagedDocument(
  visit: Pick<Visit, "api" | "open" | "query" | "signal">,
  { id, jobType }: Pick<ListedJob, "id" | "jobType">,
): Promise<object> {
  if (jobType === "crawl") return await crawlPart(visit, id);
  const results: SitePage[] = [];
  for await (const { url, status, error, durationMs } of pagesOf(visit, id)) {
    results.push({ url, status, error, durationMs });
  }
  return { results };
}

async function crawlPart(
  { api, query, signal }: Pick<Visit, "api" | "query" | "signal">,
  id: string,
): Promise<object> {
  const after = /^\d{1,6}$/.test(query.get("after") ?? "") ? Number(query.get("after")) : undefined;
  const { pages, next } = await api.listCrawlPages({ id, after, limit: CRAWL_PAGES }, { signal });
  return { results: pages, next };
}

/** The URLs of a map, those of the site first. */
export async function* mappedOf(
  { open }: Pick<Visit, "open">,
  id: string,
): AsyncGenerator<MappedUrl, void, undefined> {
  for (const [name, isExternal] of [
    ["links", false],
    ["externalLinks", true],
  ] as const) {
    for await (const url of membersOf(await bodyOf(open, id), name)) {
      if (typeof url === "string") yield { url, isExternal };
    }
  }
}

async function bodyOf(open: Visit["open"], id: string): Promise<ReadableStream<Uint8Array>> {
  const response = await open(`/request/${encodeURIComponent(id)}`);
  if (response.ok && response.body !== null) return response.body;
  await response.body?.cancel();
  throw new RangeError("The document of this job cannot be read.");
}
