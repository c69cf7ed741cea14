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
        show: ({ id, title }) =>
          markup`<a href="${base}/jobs/${encodeURIComponent(id)}" data-job="${id}">${title === "" ? id : title}</a>`,
      },
      { name: "Kind", show: ({ jobType }) => kindName(jobType) },
      {
        name: "State",
        show: ({ status, error, unitsTotal, unitsCompleted }) =>
          markup`${badge(status)}${unitsTotal > 0 && markup` <span class="quiet">${unitsCompleted} of ${unitsTotal}</span>`}${error !== null && markup` <span class="quiet">${error.slice(0, 160)}</span>`}`,
      },
      { name: "Created, UTC", show: ({ createdAt }) => time(createdAt) },
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
