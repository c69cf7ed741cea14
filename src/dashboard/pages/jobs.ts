import { kindName } from "../layout/kind-name.ts";
import type { ListedJob, WireRunError } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { badge, duration, factList, options, outside, time } from "../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Move, Page, View, Visit } from "../page.ts";
import { documentView } from "./document-view.ts";
import { jobTable } from "./job-table.ts";
import { pagesSoFar } from "./pages-view.ts";
import { pagedDocument, pagedKinds } from "./site-results.ts";
import { pathAgain } from "./wire/action-again.ts";
import { runFailure } from "./wire/run-failure.ts";

/** All jobs, and each one. */
export const jobPages: readonly Page[] = [
  { method: "GET", path: "/jobs", run: list },
  { method: "GET", path: "/jobs/{id}", run: show },
  { method: "POST", path: "/jobs/{id}/retry", run: retry },
  { method: "POST", path: "/jobs/{id}/cancel", run: cancel },
];

const types = [
  "url_scraper",
  "batch_url_scraper",
  "crawl",
  "map",
  "web_scraper",
  "search",
  "agentic_search",
  "wire",
  "build_request",
  "ai_task",
  "ai_search",
] as const;
const kinds = [
  ["", "every kind"],
  ...types.map((type) => [type, kindName(type)] as const),
] as const;

const states = [
  ["", "every state"],
  ["pending,queued", "waiting"],
  ["processing", "running"],
  ["completed", "completed"],
  ["failed", "failed"],
] as const;

async function list({ api, query, base, signal }: Visit): Promise<View> {
  const filled = (name: string): string | undefined => query.get(name)?.trim() || undefined;
  const asked = {
    jobType: filled("jobType"),
    status: filled("status"),
    url: filled("url"),
    since: filled("since"),
    cursor: filled("cursor"),
    limit: 50,
  };
  const { jobs, nextCursor } = await api.listJobs(asked, { signal });
  const isFiltered = [asked.jobType, asked.status, asked.url, asked.since].some(Boolean);
  const empty = isFiltered
    ? "No job is like that."
    : markup`No jobs yet. Try one in the <a href="${base}/playground">playground</a>.`;
  const body = markup`
<form class="row" method="get" action="${base}/jobs" role="search">
<label>Kind <select name="jobType">${options(kinds, asked.jobType ?? "")}</select></label>
<label>State <select name="status">${options(states, asked.status ?? "")}</select></label>
<label class="wide">URL contains <input name="url" value="${asked.url}" type="search"></label>
<label>Created from <input name="since" value="${asked.since}" type="date"></label>
<button>Filter</button>
</form>
<section data-live-jobs>${jobTable(jobs, base, empty)}</section>
${nextCursor !== null && markup`<p><a class="button" href="${base}/jobs?${behind(query, nextCursor)}">Older jobs</a></p>`}`;
  return { title: "Jobs", body };
}

function behind(query: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set("cursor", cursor);
  return next.toString();
}

async function show(visit: Visit): Promise<View> {
  const { api, params, base, signal } = visit;
  const { id = "" } = params;
  const job = await api.getJob({ id }, { signal });
  const document = await documentOf(visit, job);
  const isOver = job.status === "completed" || job.status === "failed";
  const beside = isOver ? againButton(visit, job, document) : stopButton(visit, job);
  const body = markup`
<div class="card"${!isOver && markup` data-follow-job="${job.id}" data-refresh`}>${factsOf(job, document, base)}</div>
${isOver ? documentView(document, { base, job }) : madeSoFar(document, { base, job })}`;
  return { title: job.title === "" ? job.id : job.title, body, beside };
}

/** What an unfinished job has: pages that are there, and of other kinds no half of a document. */
function madeSoFar(document: object, place: { base: string; job: ListedJob }): Markup {
  const shown = pagedKinds.has(place.job.jobType)
    ? pagesSoFar({ ...document }, place)
    : markup`<div class="empty"><p>What it makes shows here when it has ended.</p></div>`;
  return markup`<section data-refresh>${shown}</section>`;
}

function stopButton({ base, signedIn }: Visit, { id }: ListedJob): Markup {
  return markup`<form method="post" action="${base}/jobs/${encodeURIComponent(id)}/cancel">${csrfField(signedIn)}<button>Stop</button></form>`;
}

/** Does a job's work once more, or leads to the form of its action, which may do harm. */
function againButton({ base, signedIn }: Visit, job: ListedJob, document: object): Fill {
  if (retried.has(job.jobType)) {
    return markup`<form method="post" action="${base}/jobs/${encodeURIComponent(job.id)}/retry">${csrfField(signedIn)}<button>Do it again as a new job</button></form>`;
  }
  if (job.jobType !== "wire" || !("action_id" in document)) return undefined;
  const path = pathAgain(String(document.action_id), job.id);
  return markup`<a class="button" href="${base}${path}">Do it again</a>`;
}

/** Kinds whose work may be done again without harm. */
const retried: ReadonlySet<string> = new Set([
  "url_scraper",
  "crawl",
  "map",
  "web_scraper",
  "agentic_search",
]);

async function retry({ api, params, signal }: Visit): Promise<Move> {
  const { jobId } = await api.retryJob({ id: params["id"] ?? "" }, { signal });
  return { to: `/jobs/${encodeURIComponent(jobId)}`, said: "Submitted as a new job." };
}

async function cancel({ api, params, signal }: Visit): Promise<Move> {
  const { id, error } = await api.cancelJob({ id: params["id"] ?? "" }, { signal });
  const said = error === "cancelled" ? "Stopped; it cost nothing." : "It had ended already.";
  return { to: `/jobs/${encodeURIComponent(id)}`, said };
}

/** What the job made, by the route of its kind. */
async function documentOf(visit: Visit, { id, jobType }: ListedJob): Promise<object> {
  const { api, signal } = visit;
  if (pagedKinds.has(jobType)) return await pagedDocument(visit, { id, jobType });
  switch (jobType) {
    case "wire":
      return await api.getWireJob({ id }, { signal });
    case "build_request":
      return await api.getBuildRequest({ id }, { signal });
    case "ai_task":
      return await api.getAiTask({ workflow_id: id }, { signal });
    case "ai_search":
      return await api.getAiSearch({ id }, { signal });
    default:
      return await api.getRequest({ jobId: id }, { signal });
  }
}

function factsOf(job: ListedJob, document: object, base: string): Markup {
  const { unitsTotal, unitsCompleted } = job;
  return factList([
    ["State", badge(job.status)],
    ["Failed because", failureOf(job, document)],
    ["Now", job.message],
    ["Kind", kindName(job.jobType)],
    ["Action", "action_id" in document && actionLink(document.action_id, base)],
    ["URL", job.url !== "" && outside(job.url, job.url === job.title ? "Open the page" : job.url)],
    ["Country", job.country],
    ["Created", time(job.createdAt)],
    ["Started", time(job.startedAt)],
    ["Ended", time(job.completedAt)],
    ["Took", job.cached ? "served from the cache" : duration(job.durationMs)],
    ["Pages", job.completedAt !== null && unitsTotal > 0 && `${unitsCompleted} of ${unitsTotal}`],
    ["Credits", job.creditsUsed ?? `${job.creditsReserved} reserved`],
    ["Id", markup`<code>${job.id}</code>`],
  ]);
}

function failureOf({ error }: ListedJob, document: object): Fill {
  const told = "action_id" in document && "error" in document ? document.error : undefined;
  return typeof told === "object" && told !== null ? runFailure(told as WireRunError) : error;
}

function actionLink(id: unknown, base: string): Markup | undefined {
  if (typeof id !== "string") return undefined;
  return markup`<a href="${base}/wire/actions/${encodeURIComponent(id)}">${id}</a>`;
}
