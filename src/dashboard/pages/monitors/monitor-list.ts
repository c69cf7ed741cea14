import type { Monitor } from "../../../client/index.ts";
import { badge, table, time } from "../../layout/pieces.ts";
import { markup } from "../../markup.ts";
import type { View, Visit } from "../../page.ts";
import { filled } from "../filled.ts";
import { intervalText, monitorState, watchedText } from "./monitor-states.ts";

/** Monitors that a page shows. */
const MOST = 50;

/** The monitors of the account. */
export async function monitorList({ api, base, query, signal }: Visit): Promise<View> {
  const before = filled(query, "before");
  const rows = await api.listMonitors({ limit: MOST, before }, { signal });
  const last = rows.length < MOST ? undefined : rows.at(-1);
  const list = table<Monitor>({
    caption: "Monitors",
    rows,
    empty:
      before !== undefined
        ? "There are no older monitors."
        : markup`Nothing is watched. <a href="${base}/monitors/new">Watch a page</a> and be told when it changes.`,
    columns: [
      {
        name: "Watches",
        look: "title",
        show: (monitor) =>
          markup`<a href="${base}/monitors/${encodeURIComponent(monitor.id)}">${monitor.url}</a><br><span class="quiet">${watchedText(monitor)}</span>`,
      },
      { name: "State", look: "state", show: (monitor) => badge(monitorState(monitor)) },
      {
        name: "Every",
        look: "short",
        show: ({ intervalMinutes }) => intervalText(intervalMinutes),
      },
      { name: "Last check", show: ({ lastCheckedAt }) => time(lastCheckedAt) ?? "none yet" },
      { name: "Last alert", show: ({ lastAlertedAt }) => time(lastAlertedAt) ?? "none yet" },
      { name: "Next check", show: ({ nextRunAt }) => time(nextRunAt) },
      { name: "Credits", isNumber: true, show: ({ creditCostPerRun }) => creditCostPerRun },
    ],
  });
  const body = markup`${list}${last !== undefined && markup`<p><a class="button" href="${base}/monitors?before=${encodeURIComponent(last.id)}">Older monitors</a></p>`}`;
  return {
    title: "Monitors",
    body,
    beside: markup`<a class="button main" href="${base}/monitors/new">Watch a page</a>`,
  };
}
