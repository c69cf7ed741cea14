import { isClientError, type ScrapeJob } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { badge, duration, factList } from "../layout/pieces.ts";
import { subNavigation } from "../layout/sub-navigation.ts";
import { tabs } from "../layout/tabs.ts";
import { troubleText } from "../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Outcome, Page, View, Visit } from "../page.ts";
import { codeSamples } from "./code-samples.ts";
import { documentView } from "./document-view.ts";
import { fieldsOf } from "./playground-fields.ts";
import {
  begin,
  jobRequest,
  kindIn,
  kinds,
  scrapeRequest,
  type Kind,
} from "./playground-request.ts";

/** Tries a scrape, a crawl, a map or a batch: what is asked, the same as code, what came. */
export const playgroundPages: readonly Page[] = [
  { method: "GET", path: "/playground", run: (visit) => shown(visit, visit.query, undefined) },
  { method: "POST", path: "/playground", run: tried },
];

async function tried(visit: Visit): Promise<Outcome> {
  const { api, form, base, signal } = visit;
  try {
    if (kindIn(form) !== "scrape") {
      return { to: `/jobs/${encodeURIComponent(await begin(api, form, signal))}` };
    }
    const job = await api.scrape(scrapeRequest(form), { signal });
    return shown(visit, form, resultOf(job, base));
  } catch (error) {
    if (!isClientError(error) && !(error instanceof RangeError)) throw error;
    return shown(visit, form, troubleText(error));
  }
}

function resultOf(job: ScrapeJob, base: string): Markup {
  const facts = factList([
    ["State", badge(job.status)],
    ["Failed because", job.error],
    ["Took", job.cached ? "served from the cache" : duration(job.durationMs)],
    ["Credits", job.creditsUsed],
    ["Job", markup`<a href="${base}/jobs/${encodeURIComponent(job.id)}">${job.id}</a>`],
  ]);
  return markup`<div class="card">${facts}</div>${documentView(job, { base, job })}`;
}

/** The button of each kind, and what stands where the result of it will. */
const words: Readonly<Record<Kind, readonly [button: string, awaited: string]>> = {
  scrape: ["Scrape", "What the page holds shows here."],
  crawl: ["Crawl", "A crawl becomes a job. Its page shows the pages as they come."],
  map: ["Map", "A map becomes a job. Its page shows the URLs that were found."],
  batch: ["Scrape them", "A batch becomes a job. Its page shows the pages that were scraped."],
};

function shown({ base, signedIn, apiUrl }: Visit, form: URLSearchParams, result: Fill): View {
  const kind = kindIn(form);
  const [button, awaited] = words[kind];
  const path = (of: Kind): string => kindPath(of, form.get("url") ?? "");
  const choice = subNavigation({
    name: "What to try",
    links: kinds.map(([each, name]) => [path(each), name]),
    here: path(kind),
    base,
  });
  const asked = markup`<form method="post" action="${base}/playground" class="fields"${kind === "scrape" && markup` data-playground`}>
${csrfField(signedIn)}<input type="hidden" name="kind" value="${kind}">
${fieldsOf(kind, form)}
<button class="main">${button}</button>
</form>`;
  const code = markup`<section class="card"><h2>The same as code</h2>${tabs(codeSamples(kind, sampleRequest(kind, form), apiUrl))}</section>`;
  const right = result ?? markup`<div class="empty"><p>${awaited}</p></div>`;
  const body = markup`${choice}<div class="halves"><div><div class="card">${asked}</div>${code}</div><section aria-live="polite" data-result>${right}</section></div>`;
  return { title: "Playground", body };
}

function kindPath(kind: Kind, url: string): string {
  const query = new URLSearchParams({ kind, ...(url !== "" && { url }) });
  return `/playground?${query.toString()}`;
}

const EXAMPLE = "https://example.com/";

/** What the samples show; the address of a page that exists where none is given. */
function sampleRequest(kind: Kind, form: URLSearchParams): object {
  const given = new URLSearchParams(form);
  for (const name of ["url", "urls"]) if (!given.get(name)?.trim()) given.set(name, EXAMPLE);
  if (!given.has("format")) given.set("format", "markdown");
  try {
    return kind === "scrape" ? scrapeRequest(given) : jobRequest(kind, given);
  } catch {
    return kind === "batch" ? { urls: [EXAMPLE] } : { url: given.get("url") };
  }
}
