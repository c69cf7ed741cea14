import { kindName } from "../layout/kind-name.ts";
import type { ListedJob } from "../../client/index.ts";
import { badge, duration, table, time } from "../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../markup.ts";

/** Jobs as rows; each row has what a script needs to follow it. */
export function jobTable(jobs: readonly ListedJob[], base: string, empty: Fill): Markup {
  return table({
    caption: "Jobs",
    rows: jobs,
    empty,
    columns: [
      {
        name: "Job",
        look: "title",
        show: (job) =>
          markup`<a href="${base}/jobs/${encodeURIComponent(job.id)}" data-job="${job.id}">${job.title === "" ? job.id : job.title}</a>${noteOf(job)}`,
      },
      { name: "Kind", look: "short", show: ({ jobType }) => kindName(jobType) },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      {
        name: "Took",
        isNumber: true,
        show: ({ durationMs, cached }) => (cached ? "cached" : duration(durationMs)),
      },
      {
        name: "Credits",
        isNumber: true,
        show: ({ creditsUsed, creditsReserved }) => creditsUsed ?? creditsReserved,
      },
    ],
  });
}

/** How far a job is, and why it failed. */
function noteOf({ unitsTotal, unitsCompleted, error }: ListedJob): Fill {
  const notes = [
    unitsTotal > 0 && `${unitsCompleted} of ${unitsTotal}`,
    error !== null && error.slice(0, 160),
  ].filter((note) => note !== false);
  return notes.length > 0 && markup`<div class="quiet">${notes.join(" · ")}</div>`;
}
