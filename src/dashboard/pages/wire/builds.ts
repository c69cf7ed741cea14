import {
  isClientError,
  type BuildRequest,
  type Client,
  type ListedJob,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, factList, outside, table, time } from "../../layout/pieces.ts";
import { pageOf, pager } from "../../layout/pager.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Outcome, Page, View, Visit } from "../../page.ts";
import { wireLinks } from "./wire-links.ts";

/** Actions that are to be built from a goal in words. */
export const buildPages: readonly Page[] = [
  { method: "GET", path: "/wire/builds", run: (visit) => shown(visit, undefined) },
  { method: "POST", path: "/wire/builds", run: begin },
  { method: "GET", path: "/wire/builds/{id}", run: show },
];

const AT_ONCE = 20;

async function begin(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  const filled = (name: string): string | undefined => form.get(name)?.trim() || undefined;
  try {
    const order = {
      website_url: filled("url") ?? "",
      goal: filled("goal") ?? "",
      ...(form.has("public") && { visibility: "public" as const }),
      ...(form.has("force") && { force: true }),
    };
    const { build_request: build } = await api.createBuildRequest(order, { signal });
    return {
      to: `/wire/builds/${encodeURIComponent(build.id)}`,
      said: "The build request was submitted.",
    };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { ...(await shown(visit, troubleText(error))), status: 400 };
  }
}

async function shown(visit: Visit, trouble: Fill): Promise<View> {
  const { api, base, query, form, signedIn, signal } = visit;
  const page = pageOf(query);
  const found = await api.listBuildRequests({ page, limit: AT_ONCE }, { signal });
  const { total } = found.pagination;
  const body = markup`${wireLinks(base, "/wire/builds")}${trouble}
<form class="card fields" method="post" action="${base}/wire/builds">${csrfField(signedIn)}
<div><label for="url">First page of the site</label><input id="url" name="url" data-field="website_url" type="url" required maxlength="2048" placeholder="https://shop.example/" value="${form.get("url")}"></div>
<div><label for="goal">What the actions should do, in your own words</label><textarea id="goal" name="goal" required maxlength="4000" placeholder="Search for products by words.">${form.get("goal")}</textarea></div>
<p><label class="check"><input type="checkbox" name="force"${form.has("force") && markup` checked`}> build even if the site has such actions</label> <label class="check"><input type="checkbox" name="public"${form.has("public") && markup` checked`}> for all accounts, after a review</label></p>
<button class="main">Build actions</button></form>
<section${found.build_requests.some(runs) && markup` data-refresh`}>${rows(found.build_requests, base)}</section>
${pager({ page, pages: Math.ceil(total / AT_ONCE), path: `${base}/wire/builds`, query })}`;
  return { title: "Build requests", body };
}

function rows(builds: readonly BuildRequest[], base: string): Markup {
  return table({
    caption: "Build requests",
    rows: builds,
    empty: "Nothing was built yet. Say above what you want done.",
    columns: [
      {
        name: "Goal",
        look: "title",
        show: ({ id, goal, error }) =>
          markup`<a href="${base}/wire/builds/${encodeURIComponent(id)}">${goal.slice(0, 200)}</a>${error !== undefined && markup`<div class="quiet">${error.slice(0, 160)}</div>`}`,
      },
      { name: "Site", show: ({ website_url: url, domain }) => outside(url, domain) },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      { name: "Built", show: (build) => builtBy(build, base) },
      { name: "Created", show: ({ created_at: at }) => time(at) },
      { name: "Credits", isNumber: true, show: ({ credits_charged: credits }) => credits },
    ],
  });
}

function runs({ status }: BuildRequest): boolean {
  return status === "pending" || status === "processing";
}

async function show({ api, params, base, signal }: Visit): Promise<View> {
  const { id = "" } = params;
  const { build_request: build } = await api.getBuildRequest({ id }, { signal });
  const isRunning = runs(build);
  const job = isRunning ? await jobOf(api, id, signal) : undefined;
  const facts = factList([
    ["State", badge(build.status)],
    ["Now", job?.message],
    ["Runs since", time(job?.startedAt)],
    ["Failed because", build.error],
    ["Site", outside(build.website_url)],
    ["Built", builtBy(build, base)],
    ["Actions", build.tags.join(", ")],
    ["Left out", build.skipped?.join(", ")],
    ["For", build.visibility === "public" ? "all accounts, after a review" : "your account"],
    ["Created", time(build.created_at)],
    ["Changed", time(build.updated_at)],
    ["Ended", time(build.completed_at)],
    ["Credits", build.credits_charged],
    ["Id", markup`<code>${build.id}</code>`],
  ]);
  const body = markup`${wireLinks(base, "")}
<section${isRunning && markup` data-refresh`}>
<div class="card"><p>${build.goal}</p>${facts}</div>
${isRunning && markup`<p class="quiet" role="status">The site is being read and its actions tried. This takes up to 15 minutes; you may leave this page.</p>`}
</section>`;
  return { title: "Build request", body };
}

/** The job that builds; undefined where it has not been stored yet. */
async function jobOf(api: Client, id: string, signal: AbortSignal): Promise<ListedJob | undefined> {
  try {
    return await api.getJob({ id }, { signal });
  } catch (error) {
    if (isClientError(error) && error.details.status === 404) return undefined;
    throw error;
  }
}

function builtBy({ action_id: action, catalog_slug: slug }: BuildRequest, base: string): Fill {
  if (action !== undefined) {
    return markup`<a href="${base}/wire/actions/${encodeURIComponent(action)}">${action}</a>`;
  }
  return slug && markup`<a href="${base}/wire/sites/${encodeURIComponent(slug)}">${slug}</a>`;
}
