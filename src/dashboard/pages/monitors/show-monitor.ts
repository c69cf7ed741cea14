import type { Client, Monitor } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, counted, factList, outside, time } from "../../layout/pieces.ts";
import { tabs } from "../../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { View, Visit } from "../../page.ts";
import { checkTimeline } from "./check-timeline.ts";
import { changeRows, runRows, snapshotRows } from "./monitor-history.ts";
import { alertPart, pageTab, settingPart } from "./monitor-settings.ts";
import { intervalText, monitorState, watchedText } from "./monitor-states.ts";
import { actionButton, MOST, type Place, type Shown } from "./shown-monitor.ts";

/** A monitor with all that it saw. */
export async function showMonitor({ api, params, base, signedIn, signal }: Visit): Promise<View> {
  const { id = "" } = params;
  const shown = await read(api, id, signal);
  const { monitor, runs } = shown;
  const place = {
    path: `${base}/monitors/${encodeURIComponent(id)}`,
    csrf: csrfField(signedIn),
  };
  const isUnderWay = runs.some(({ status }) => status === "processing");
  const isFirstDue =
    monitor.lastCheckedAt === null && monitor.lastError === null && monitor.isActive;
  const body = markup`${neverRead(shown)}<div class="card"${(isUnderWay || isFirstDue) && markup` data-refresh`}>${factsOf(monitor)}</div>
${tabs([
  { name: "Changes", body: changeRows(shown, place) },
  { name: "Checks", body: markup`${checkTimeline(runs)}${runRows(shown, place)}` },
  { name: "Snapshots", body: snapshotRows(shown, place) },
  ...pageTab(shown, place),
  { name: "Alerts", body: alertPart(shown, place) },
  { name: "Settings", body: settingPart(shown, place) },
])}`;
  return { title: monitor.url, body, beside: buttons(monitor, place) };
}

/** Says that nothing can be compared yet where no check has read the page. */
function neverRead({ monitor, snapshots }: Shown): Fill {
  const { lastError, nextRunAt, isActive } = monitor;
  if (lastError === null || snapshots.length > 0) return undefined;
  const next = time(nextRunAt);
  return markup`<p class="notice bad" role="alert">No check could read the page yet, so there is nothing to compare with. ${isActive && next !== undefined ? markup`It is tried again at ${next} UTC.` : "It is not tried again."}</p>`;
}

async function read(api: Client, id: string, signal: AbortSignal): Promise<Shown> {
  const asked = { id, limit: MOST };
  const [monitor, { changes }, { runs }, { snapshots }, { deliveries }, { pages }] =
    await Promise.all([
      api.getMonitor({ id }, { signal }),
      api.listMonitorChanges(asked, { signal }),
      api.listMonitorRuns({ id, limit: 60 }, { signal }),
      api.listMonitorSnapshots(asked, { signal }),
      api.listMonitorDeliveries(asked, { signal }),
      api.listMonitorPages({ id }, { signal }),
    ]);
  return { monitor, changes, runs, snapshots, deliveries, pages };
}

function buttons({ isActive, expired }: Monitor, place: Place): Markup {
  return markup`${actionButton(place, { to: "run", label: "Check now", look: "main" })}${
    isActive
      ? actionButton(place, { to: "pause", label: "Pause" })
      : !expired && actionButton(place, { to: "resume", label: "Resume" })
  }<a class="button" href="${place.path}/edit">Change</a>`;
}

function factsOf(monitor: Monitor): Markup {
  const { url, intervalMinutes, creditCostPerRun, lastError, sessionExpired } = monitor;
  return factList([
    ["State", badge(monitorState(monitor))],
    ["Last check failed", lastError],
    ["Session", sessionExpired && "The saved session is gone or logged out."],
    ["URL", outside(url)],
    ["Watches", watchedText(monitor)],
    ["Every", intervalText(intervalMinutes)],
    ["Last check", time(monitor.lastCheckedAt)],
    ["Next check", time(monitor.nextRunAt)],
    ["Last alert", time(monitor.lastAlertedAt)],
    ["Stops after", time(monitor.expiresAt)],
    ["A check costs", counted(creditCostPerRun, "credit")],
  ]);
}
