import { badge, options, table, time } from "../../layout/pieces.ts";
import { pageOf, pager } from "../../layout/pager.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Page, View, Visit } from "../../page.ts";
import type { WireJobList } from "../../../client/index.ts";
import { wireLinks } from "./wire-links.ts";

/** Runs of actions. */
export const wireJobPages: readonly Page[] = [{ method: "GET", path: "/wire/jobs", run: list }];

const states = [
  ["", "every state"],
  ["processing", "running"],
  ["completed", "completed"],
  ["failed", "failed"],
] as const;

type State = Exclude<(typeof states)[number][0], "">;

async function list({ api, query, base, signal }: Visit): Promise<View> {
  const search = query.get("search")?.trim().slice(0, 200) ?? "";
  const asked = query.get("status") ?? "";
  const status = states.find(([each]) => each !== "" && each === asked)?.[0] as State | undefined;
  const page = pageOf(query);
  const wanted = { page, limit: 50, status, search: search === "" ? undefined : search };
  const found = await api.listWireJobs(wanted, { signal });
  const body = markup`${wireLinks(base, "/wire/jobs")}
<form class="row" method="get" action="${base}/wire/jobs" role="search">
<label class="wide">Action or parameter contains <input name="search" type="search" maxlength="200" value="${search}"></label>
<label>State <select name="status">${options(states, status ?? "")}</select></label>
<button>Filter</button>
</form>
<section data-live-jobs>${totals(found.stats)}${rows(found.jobs, { base, isFiltered: search !== "" || status !== undefined })}</section>
${pager({ page, pages: found.total_pages, path: `${base}/wire/jobs`, query })}`;
  return { title: "Wire jobs", body };
}

function totals(stats: WireJobList["stats"]): Fill {
  if (stats === undefined) return undefined;
  const { processing, completed, failed, credits_used: credits } = stats;
  return markup`<p class="quiet">${completed} completed · ${failed} failed · ${processing} running · ${credits} credits</p>`;
}

function rows(
  jobs: WireJobList["jobs"],
  { base, isFiltered }: { readonly base: string; readonly isFiltered: boolean },
): Markup {
  const empty = isFiltered
    ? "No job is like that."
    : markup`No action has run yet. Choose one in the <a href="${base}/wire">catalog</a>.`;
  return table({
    caption: "Wire jobs",
    rows: jobs,
    empty,
    columns: [
      {
        name: "Action",
        look: "title",
        show: ({ id, action_name: name, error }) =>
          markup`<a href="${base}/jobs/${encodeURIComponent(id)}">${name}</a>${error !== undefined && markup`<div class="quiet">${error.slice(0, 160)}</div>`}`,
      },
      { name: "Site", look: "short", show: ({ catalog_slug: slug }) => slug },
      { name: "Parameters", show: ({ params }) => markup`<code>${shortened(params)}</code>` },
      { name: "As", isOptional: true, show: ({ identity_name: name }) => name },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      { name: "Created", show: ({ created_at: at }) => time(at) },
      { name: "Credits", isNumber: true, show: ({ credits_used: credits }) => credits },
    ],
  });
}

function shortened(params: object): string {
  const text = JSON.stringify(params);
  return text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text;
}
