import { kindName } from "../layout/kind-name.ts";
import type { JobCounts, ListedJob } from "../../client/index.ts";
import { chart } from "../layout/chart.ts";
import { amount, duration, table } from "../layout/pieces.ts";
import { markup, type Markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";
import { jobTable } from "./job-table.ts";

/** Days that the charts show. */
const DAYS = 14;
const DAY_MS = 86_400_000;

/** What runs, how it went, what it cost. */
export const overviewPages: readonly Page[] = [{ method: "GET", path: "/", run: overview }];

async function overview({ api, base, now, signal }: Visit): Promise<View> {
  const since = new Date(now - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const [counts, running, latest, credits] = await Promise.all([
    api.countJobs({ since }, { signal }),
    api.listJobs({ status: "pending,queued,processing", limit: 20 }, { signal }),
    api.listJobs({ limit: 10 }, { signal }),
    api.getCredits(undefined, { signal }),
  ]);
  if (counts.total.jobs.length === 0 && latest.jobs.length === 0) {
    return { title: "Overview", body: firstSteps(base, credits.balance) };
  }
  const body = markup`
${figures(counts, running.jobs, credits.balance)}
<div class="halves">
<section><h2>Jobs by day</h2>${jobsChart(counts, since)}</section>
<section><h2>Credits by day</h2>${creditsChart(counts, since)}</section>
</div>
<section data-live-jobs><h2>Running now</h2>${jobTable(running.jobs, base, "Nothing runs.")}</section>
<section><h2>By kind, last ${DAYS} days</h2>${kinds(counts)}</section>
<section><h2>Latest</h2>${jobTable(latest.jobs, base, markup`No jobs yet. Try one in the <a href="${base}/playground">playground</a>.`)}</section>`;
  return {
    title: "Overview",
    body,
    beside: markup`<a class="button main" href="${base}/playground">Scrape a page</a>`,
  };
}

/** What an account that has no job yet begins with. */
function firstSteps(base: string, balance: number): Markup {
  const steps = [
    ["Scrape a page", "See what comes of it, and the same as code.", "/playground", "Playground"],
    ["Make an API key", "Programs call the service with it.", "/keys", "API keys"],
    ["Watch a page", "Be told when something on it changes.", "/monitors/new", "New monitor"],
  ] as const;
  return markup`<p>No job has run yet. ${amount(balance)} credits are left. Begin with one of these:</p>
<div class="cards">${steps.map(
    ([name, why, path, place], at) =>
      markup`<section class="card"><h2>${at + 1}. ${name}</h2><p>${why}</p><a class="button${at === 0 && " main"}" href="${base}${path}">${place}</a></section>`,
  )}</div>`;
}

type Kind = JobCounts["total"]["jobs"][number];

function figures({ total }: JobCounts, running: readonly ListedJob[], balance: number): Markup {
  const sum = (of: (kind: Kind) => number): number =>
    total.jobs.reduce((all, kind) => all + of(kind), 0);
  const completed = sum((kind) => kind.completed);
  const failed = sum((kind) => kind.failed);
  const ended = completed + failed;
  const share = ended === 0 ? "–" : `${((100 * completed) / ended).toFixed(1)} %`;
  const card = (name: string, figure: string): Markup =>
    markup`<div class="card"><span class="quiet">${name}</span><span class="figure">${figure}</span></div>`;
  return markup`<div class="cards">${[
    card("Running now", running.length >= 20 ? "20 and more" : String(running.length)),
    card(`Ended in ${DAYS} days`, amount(ended)),
    card("Of these completed", share),
    card("Credits left", amount(balance)),
  ]}</div>`;
}

/** Every day of the time, also those without a job. */
function daysFrom<Day extends { readonly day: string }>(
  days: readonly Day[],
  since: string,
): { day: string; found: Day | undefined }[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.parse(since) + at * DAY_MS).toISOString().slice(0, 10);
    return { day, found: known.get(day) };
  });
}

function jobsChart({ days }: JobCounts, since: string): Markup {
  const sum = (jobs: readonly Kind[], of: (kind: Kind) => number): number =>
    jobs.reduce((all, kind) => all + of(kind), 0);
  const bars = daysFrom(days, since).map(({ day, found }) => ({
    label: day.slice(5),
    parts: [
      sum(found?.jobs ?? [], (kind) => kind.completed),
      sum(found?.jobs ?? [], (kind) => kind.failed),
    ],
  }));
  return chart({ name: "Jobs that ended", parts: ["completed", "failed"], bars });
}

function creditsChart({ days }: JobCounts, since: string): Markup {
  const bars = daysFrom(days, since).map(({ day, found }) => ({
    label: day.slice(5),
    parts: [(found?.credits ?? []).reduce((all, { creditsUsed }) => all + creditsUsed, 0)],
  }));
  return chart({ name: "Credits used", parts: ["credits"], bars });
}

function kinds({ total }: JobCounts): Markup {
  const spent = new Map(total.credits.map(({ product, creditsUsed }) => [product, creditsUsed]));
  return table({
    caption: "Jobs by kind",
    rows: total.jobs,
    empty: "No jobs in this time.",
    columns: [
      { name: "Kind", show: ({ jobType }) => kindName(jobType) },
      { name: "Completed", isNumber: true, show: ({ completed }) => amount(completed) },
      { name: "Failed", isNumber: true, show: ({ failed }) => amount(failed) },
      { name: "p50", isNumber: true, show: ({ durationMs }) => duration(durationMs?.p50) },
      { name: "p95", isNumber: true, show: ({ durationMs }) => duration(durationMs?.p95) },
      { name: "p99", isNumber: true, show: ({ durationMs }) => duration(durationMs?.p99) },
      { name: "Credits", isNumber: true, show: ({ jobType }) => amount(spent.get(jobType) ?? 0) },
    ],
  });
}
