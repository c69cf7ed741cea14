import type { ListedJob } from "../../client/index.ts";
import { badge, counted, duration, table } from "../layout/pieces.ts";
import type { Tab } from "../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import { urlTree } from "./url-tree.ts";

/** A page of a crawl or a batch, as documents and lists have it. */
type Row = Readonly<Record<string, unknown>>;

/** Where pages are shown, and of which job. */
interface PagesPlace {
  readonly base: string;
  readonly job: Pick<ListedJob, "id">;
}

/** Pages of a crawl or a batch: a list, and a tree of their URLs. */
export function pagesTabs(
  { results, next }: Readonly<Record<string, unknown>>,
  { base, job }: PagesPlace,
): Tab[] {
  const rows = Array.isArray(results) ? (results as readonly Row[]) : [];
  if (rows.length === 0 || textOf(rows[0]?.["url"]) === "") return [];
  const path = `${base}/jobs/${encodeURIComponent(job.id)}`;
  const urls = rows.map((row) => ({
    url: textOf(row["url"]),
    outcome: textOf(row["status"]),
    reason: textOf(row["error"]),
  }));
  const more = partLink(next, path);
  const first = numberOf(rows[0]?.["place"]) ?? 0;
  const isPart = more !== undefined || first > 0;
  const count = isPart ? `${first + 1} to ${first + rows.length}` : String(rows.length);
  return [
    {
      name: `Pages (${count})`,
      body: markup`${exportLinks(base, job.id)}${list(rows, path)}${more}`,
    },
    { name: "Tree", body: markup`${urlTree(urls)}${more}` },
  ];
}

/** The pages that a crawl or a batch has so far, while it runs; no files yet, and nothing raw. */
export function pagesSoFar(
  { results, next }: Readonly<Record<string, unknown>>,
  { base, job }: PagesPlace,
): Markup {
  const rows = Array.isArray(results) ? (results as readonly Row[]) : [];
  const path = `${base}/jobs/${encodeURIComponent(job.id)}`;
  const had = rows.filter((row) => row["status"] === "completed").length;
  const failed = rows.filter((row) => row["status"] === "failed").length;
  const counts = `${counted(had, "page")} completed, ${failed} failed${typeof next === "number" ? " in this part" : ""}`;
  return markup`<h2>Pages so far</h2>${rows.length > 0 && markup`<p class="quiet">${counts}</p>`}${list(rows, path)}${partLink(next, path)}`;
}

/** Files of all that a job found. */
export function exportLinks(base: string, id: string): Markup {
  const path = `${base}/jobs/${encodeURIComponent(id)}/export`;
  return markup`<p class="row"><a class="button" href="${path}/csv" download>Download CSV</a><a class="button" href="${path}/jsonl" download>Download JSON lines</a></p>`;
}

function list(rows: readonly Row[], path: string): Markup {
  return table({
    caption: "Pages",
    rows: rows.map((row, at) => ({ row, place: numberOf(row["place"]) ?? at })),
    empty: "No page yet.",
    columns: [
      {
        name: "URL",
        look: "title",
        show: ({ row, place }) =>
          markup`<a href="${path}/pages/${place}">${textOf(row["url"])}</a>`,
      },
      {
        name: "State",
        look: "state",
        show: ({ row }) => badge(textOf(row["status"]) || "completed"),
      },
      { name: "Took", isNumber: true, show: ({ row }) => duration(numberOf(row["durationMs"])) },
      { name: "Why", isOptional: true, show: ({ row }) => textOf(row["error"]) },
    ],
  });
}

function partLink(next: unknown, path: string): Fill {
  if (typeof next !== "number") return undefined;
  return markup`<p><a class="button" href="${path}?after=${next}">Next pages</a> <span class="quiet">The files have all of them.</span></p>`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
