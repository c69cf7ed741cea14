import type { MonitorChange, MonitorRun, MonitorSnapshot } from "../../../client/index.ts";
import { badge, duration, table, time } from "../../layout/pieces.ts";
import { markup, type Markup } from "../../markup.ts";
import { outcomeOf } from "./check-timeline.ts";
import { changeText, valueText } from "./monitor-states.ts";
import { upTo, type Place, type Shown } from "./shown-monitor.ts";

/** The changes that were found. */
export function changeRows({ changes }: Shown, { path }: Place): Markup {
  return markup`${table<MonitorChange>({
    caption: "Changes",
    rows: changes,
    empty: "No change yet. The first check keeps what there is; later ones tell what differs.",
    columns: [
      {
        name: "When",
        show: ({ id, changedAt }) =>
          markup`<a href="${path}/changes/${encodeURIComponent(id)}">${time(changedAt)}</a>`,
      },
      { name: "What", show: (change) => changeText(change) },
    ],
  })}${upTo(changes, "changes")}`;
}

/** The checks that were made. */
export function runRows({ runs }: Shown, { path }: Place): Markup {
  return table<MonitorRun>({
    caption: "Checks",
    rows: runs,
    empty: "Nothing was checked yet.",
    columns: [
      { name: "Started", show: ({ startedAt }) => time(startedAt) },
      { name: "Outcome", show: (run) => badge(outcomeOf(run)) },
      {
        name: "What came",
        show: ({ changeId, error, pagesCrawled, pagesAdded, pagesChanged, pagesRemoved }) =>
          changeId === null
            ? (error ?? (pagesCrawled > 1 ? `${pagesCrawled} pages` : undefined))
            : markup`<a href="${path}/changes/${encodeURIComponent(changeId)}">see the change</a>${pagesCrawled > 1 && ` · of ${pagesCrawled} pages ${pagesAdded} new, ${pagesChanged} changed, ${pagesRemoved} gone`}`,
      },
      { name: "By", show: ({ trigger }) => (trigger === "manual" ? "hand" : "schedule") },
      {
        name: "Took",
        isNumber: true,
        show: ({ startedAt, completedAt }) =>
          completedAt !== null && duration(Date.parse(completedAt) - Date.parse(startedAt)),
      },
      { name: "Credits", isNumber: true, show: ({ creditsUsed }) => creditsUsed },
    ],
  });
}

/** What the checks saw. */
export function snapshotRows({ snapshots }: Shown, { path }: Place): Markup {
  return markup`${table<MonitorSnapshot>({
    caption: "Snapshots",
    rows: snapshots,
    empty: "Nothing was seen yet.",
    columns: [
      {
        name: "Seen",
        show: ({ id, capturedAt }) =>
          markup`<a href="${path}/snapshots/${encodeURIComponent(id)}">${time(capturedAt)}</a>`,
      },
      {
        name: "Values",
        show: ({ extractedData }) =>
          extractedData !== null &&
          Object.entries(extractedData)
            .slice(0, 5)
            .map(([name, value]) => markup`${name}: ${valueText(value).slice(0, 200)}<br>`),
      },
      { name: "Hash", show: ({ contentHash }) => markup`<code>${contentHash.slice(0, 12)}</code>` },
    ],
  })}${upTo(snapshots, "snapshots")}`;
}
