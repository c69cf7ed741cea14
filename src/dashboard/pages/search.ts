import { isClientError, type SearchResults } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { outside, table, time } from "../layout/pieces.ts";
import { troubleText } from "../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Outcome, Page, View, Visit } from "../page.ts";

/** Searches the web, or one's own pages where the service has no search provider. */
export const searchPages: readonly Page[] = [
  { method: "GET", path: "/search", run: (visit) => shown(visit, undefined) },
  { method: "POST", path: "/search", run: begin },
];

const LIMITS = [5, 10, 20] as const;
/** Earlier searches that the page shows. */
const EARLIER = 20;

/** What a search looks through. */
const reach: Readonly<Record<Visit["service"]["searches"], string>> = {
  web: "Searches the web, by the service's search provider.",
  "own pages":
    "Searches the pages that your jobs have read, not the web: the service has no search provider.",
  nothing:
    "Nothing can be searched: the service has no search provider, and keeps no index of pages.",
};

/** Each search is a job: what was found stays under its own address. */
async function begin(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  const limit = Number(form.get("limit"));
  try {
    const order = {
      prompt: form.get("q")?.trim() ?? "",
      limit: LIMITS.find((each) => each === limit),
    };
    const { id } = await api.search(order, { signal });
    return { to: `/search?job=${encodeURIComponent(id)}` };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { ...(await shown(visit, troubleText(error))), status: error.details.status ?? 502 };
  }
}

async function shown(visit: Visit, trouble: Fill): Promise<View> {
  const { api, base, form, query, service, signedIn, signal } = visit;
  const id = query.get("job");
  const [found, earlier] = await Promise.all([
    id === null || form.size > 0 ? undefined : searchOf(visit, id),
    api.listJobs({ jobType: "search", limit: EARLIER }, { signal }),
  ]);
  const asked = form.get("q") ?? found?.prompt ?? "";
  const body = markup`${trouble}
<form class="row" method="post" action="${base}/search" role="search">${csrfField(signedIn)}
<label class="wide">Search for <input name="q" data-field="prompt" type="search" required maxlength="4000" value="${asked}"></label>
<label>Results <select name="limit">${LIMITS.map((each) => markup`<option${form.get("limit") === String(each) && markup` selected`}>${each}</option>`)}</select></label>
<button class="main">Search</button></form>
${found === undefined ? markup`<p class="quiet">${reach[service.searches]}</p>` : resultList(found.results)}
<h2>Earlier searches</h2>${table({
    caption: "Earlier searches",
    rows: earlier.jobs,
    empty: "No searches yet. Ask above.",
    columns: [
      {
        name: "Searched for",
        look: "title",
        show: (job) =>
          markup`<a href="${base}/search?job=${encodeURIComponent(job.id)}">${job.title}</a>${job.error !== null && markup` <span class="quiet">${job.error}</span>`}`,
      },
      { name: "When", show: ({ createdAt }) => time(createdAt) },
    ],
  })}${earlier.nextCursor !== null && markup`<p><a href="${base}/jobs?jobType=search">All searches</a></p>`}`;
  return { title: "Search", body };
}

/** A search as its job has it. */
interface FoundSearch {
  readonly prompt: string;
  readonly results: SearchResults["results"] | undefined;
}

async function searchOf({ api, signal }: Visit, jobId: string): Promise<FoundSearch> {
  const job = await api.getRequest({ jobId }, { signal });
  if (job.jobType !== "search") throw new RangeError("This job is no search.");
  const { prompt, results } = job;
  return {
    prompt: typeof prompt === "string" ? prompt : "",
    results: results as FoundSearch["results"],
  };
}

function resultList(results: FoundSearch["results"]): Markup {
  if (results === undefined || results.length === 0) {
    return markup`<div class="empty"><p>Nothing was found. Other words may find more.</p></div>`;
  }
  const items = results.map(({ url, title, snippet, date, last_updated: changed }) => {
    const days = [date, changed && `changed ${changed}`].filter(Boolean).join(" · ");
    return markup`<li><h3>${outside(url, title === "" ? url : title)}</h3><p class="quiet">${url}${days !== "" && ` · ${days}`}</p><p>${snippet}</p></li>`;
  });
  return markup`<h2>Results</h2><div class="card"><ol class="lines">${items}</ol></div>`;
}
