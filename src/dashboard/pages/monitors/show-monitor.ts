import type {
  Client,
  Monitor,
  MonitorChange,
  MonitorDelivery,
  MonitorPage,
  MonitorRun,
  MonitorSnapshot,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, counted, duration, factList, outside, table, time } from "../../layout/pieces.ts";
import { tabs, type Tab } from "../../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { View, Visit } from "../../page.ts";
import { checkTimeline, outcomeOf } from "./check-timeline.ts";
import {
  changeText,
  intervalText,
  monitorState,
  valueText,
  watchedText,
} from "./monitor-states.ts";

/** Entries of each list. */
const MOST = 50;

/** What is shown of a monitor. */
interface Shown {
  readonly monitor: Monitor;
  readonly changes: readonly MonitorChange[];
  readonly runs: readonly MonitorRun[];
  readonly snapshots: readonly MonitorSnapshot[];
  readonly deliveries: readonly MonitorDelivery[];
  readonly pages: readonly MonitorPage[];
}

/** Where it is shown. */
interface Place {
  /** The path of the monitor, with the base. */
  readonly path: string;
  readonly csrf: Markup;
}

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
  const body = markup`<div class="card"${(isUnderWay || isFirstDue) && markup` data-under-way`}>${factsOf(monitor)}</div>
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

function act(place: Place, path: string, label: string, look: Fill = ""): Markup {
  return markup`<form method="post" action="${place.path}/${path}">${place.csrf}<button${look}>${label}</button></form>`;
}

function buttons({ isActive, expired }: Monitor, place: Place): Markup {
  return markup`${act(place, "run", "Check now", markup` class="main"`)}${
    isActive ? act(place, "pause", "Pause") : !expired && act(place, "resume", "Resume")
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

function changeRows({ changes }: Shown, { path }: Place): Markup {
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

function upTo(rows: readonly unknown[], what: string): Markup | undefined {
  return rows.length < MOST ? undefined : markup`<p class="quiet">The newest ${MOST} ${what}.</p>`;
}

function runRows({ runs }: Shown, { path }: Place): Markup {
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

function snapshotRows({ snapshots }: Shown, { path }: Place): Markup {
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

function pageTab({ monitor, pages }: Shown, place: Place): Tab[] {
  if (monitor.scope !== "site") return [];
  const button = (path: string, url: string, label: string): Markup =>
    markup`<form method="post" action="${place.path}/${path}">${place.csrf}<input type="hidden" name="url" value="${url}"><button class="small" aria-label="${label} ${url}">${label}</button></form>`;
  const watched = table<MonitorPage>({
    caption: "Pages",
    rows: pages,
    empty: "No page was found yet.",
    columns: [
      { name: "URL", show: ({ url }) => outside(url) },
      { name: "State", show: ({ status }) => badge(status) },
      { name: "First seen", show: ({ firstSeenAt }) => time(firstSeenAt) },
      { name: "Last seen", show: ({ lastSeenAt }) => time(lastSeenAt) },
      { name: "", show: ({ url }) => button("exclude", url, "Exclude") },
    ],
  });
  const excluded = monitor.excludedUrls.map(
    (url) => markup`<li>${outside(url)} ${button("restore", url, "Restore")}</li>`,
  );
  const body = markup`${watched}${excluded.length > 0 && markup`<h3>Excluded</h3><ul class="lines card">${excluded}</ul>`}`;
  return [{ name: "Pages", body }];
}

function alertPart({ monitor, deliveries }: Shown, place: Place): Markup {
  const { alertWebhookUrl, alertEmails } = monitor;
  const isTold = alertWebhookUrl !== null || alertEmails !== null;
  const rows = table<MonitorDelivery>({
    caption: "Deliveries of alerts",
    rows: deliveries,
    empty: isTold
      ? "No alert was sent yet."
      : markup`Nobody is told. <a href="${place.path}/edit">Name a webhook or an address</a>.`,
    columns: [
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      { name: "To", show: ({ url }) => url.replace(/^mailto:/, "") },
      { name: "State", show: ({ status }) => badge(status) },
      {
        name: "Answer",
        show: ({ httpStatus, error }) =>
          [httpStatus, error].filter((part) => part !== null).join(" · "),
      },
      { name: "Attempts", isNumber: true, show: ({ attempts }) => attempts },
      {
        name: "",
        show: ({ id, status }) =>
          (status === "failed" || status === "exhausted") &&
          act(
            place,
            `deliveries/${encodeURIComponent(id)}/retry`,
            "Send again",
            markup` class="small"`,
          ),
      },
    ],
  });
  return markup`<div class="card">${factList([
    ["Webhook", alertWebhookUrl],
    ["E-mail", alertEmails],
  ])}${isTold && act(place, "test-alert", "Send a test alert")}</div>${rows}${upTo(deliveries, "deliveries")}`;
}

function settingPart({ monitor }: Shown, place: Place): Markup {
  const { outputSchema, expiresAt } = monitor;
  return markup`<div class="card"><form class="row" method="post" action="${place.path}/expiry">${place.csrf}<label>Stops after <input type="date" name="expiresAt" value="${expiresAt?.slice(0, 10)}"></label><button>Set</button></form>
<p class="quiet">Empty: it watches until it is paused.</p></div>
${outputSchema !== null && markup`<h3>Values</h3><pre tabindex="0">${JSON.stringify(outputSchema, null, 2)}</pre>`}
<div class="card"><form method="post" action="${place.path}/delete" data-confirm="Delete this monitor with its changes, snapshots and checks?">${place.csrf}<button class="danger">Delete the monitor</button></form></div>`;
}
