import type { ListedJob } from "../../client/index.ts";
import { missing } from "../layout/trouble.ts";
import { badge, duration, factList, outside } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";
import { documentView } from "./document-view.ts";
import { pagedKinds, pagesOf, type SitePage } from "./site-results.ts";

/** A page of a crawl or of a batch. */
export const crawlPagePages: readonly Page[] = [
  { method: "GET", path: "/jobs/{id}/pages/{place}", run: show },
];

async function show(visit: Visit): Promise<View> {
  const { api, params, base, signal } = visit;
  const { id = "" } = params;
  const place = Number(params["place"]);
  const job = await api.getJob({ id }, { signal });
  if (!Number.isInteger(place) || place < 0 || !pagedKinds.has(job.jobType)) return missing;
  const { page, isLast } = await find(visit, job, place);
  if (page === undefined) return missing;
  const path = `${base}/jobs/${encodeURIComponent(id)}`;
  const { url, status, error, took, own } = factsIn(page);
  const body = markup`<nav class="row" aria-label="Pages of the job"><a class="button" href="${path}">All pages</a>${place > 0 && markup`<a class="button" href="${path}/pages/${place - 1}">Page before</a>`}${!isLast && markup`<a class="button" href="${path}/pages/${place + 1}">Next page</a>`}</nav>
<div class="card">${factList([
    ["URL", outside(url)],
    ["State", badge(status)],
    ["Failed because", error],
    ["Took", took],
    ["Page", `${place + 1}`],
  ])}</div>
${documentView(page, { base, job: { id: own ?? id, jobType: "url_scraper" } })}`;
  return { title: url, body };
}

/** What is known of a page besides its content. */
interface PageFacts {
  readonly url: string;
  readonly status: string;
  readonly error: string;
  readonly took: string;
  /** Pages of a batch are jobs of their own, whose screenshots are theirs. */
  readonly own: string | undefined;
}

function factsIn(page: SitePage): PageFacts {
  const text = (name: string): string => {
    const value = page[name];
    return typeof value === "string" ? value : "";
  };
  const { durationMs, id } = page;
  return {
    url: text("url"),
    status: text("status"),
    error: text("error"),
    took: duration(typeof durationMs === "number" ? durationMs : undefined),
    own: typeof id === "string" ? id : undefined,
  };
}

/** A page, and whether it is the last that there is. */
interface FoundPage {
  readonly page: SitePage | undefined;
  readonly isLast: boolean;
}

async function find(visit: Visit, job: ListedJob, place: number): Promise<FoundPage> {
  const { api, signal } = visit;
  if (job.jobType === "crawl") {
    const asked = { id: job.id, place: String(place) };
    const page = { ...(await api.getCrawlPage(asked, { signal })) };
    return { page, isLast: place + 1 >= job.unitsTotal };
  }
  let at = 0;
  let page: SitePage | undefined;
  for await (const each of pagesOf(visit, job.id)) {
    if (at > place) return { page, isLast: false };
    if (at === place) page = each;
    at += 1;
  }
  return { page, isLast: true };
}
