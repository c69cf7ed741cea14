import type { MonitorDelivery, MonitorPage } from "../../../client/index.ts";
import { badge, factList, json, outside, table, time } from "../../layout/pieces.ts";
import type { Tab } from "../../layout/tabs.ts";
import { markup, type Markup } from "../../markup.ts";
import { actionButton, upTo, type Place, type Shown } from "./shown-monitor.ts";

/** The pages of a site, and those that are excluded. */
export function pageTab({ monitor, pages }: Shown, place: Place): Tab[] {
  if (monitor.scope !== "site") return [];
  const button = (path: string, url: string, label: string): Markup =>
    markup`<form method="post" action="${place.path}/${path}">${place.csrf}<input type="hidden" name="url" value="${url}"><button class="small" aria-label="${label} ${url}">${label}</button></form>`;
  const watched = table<MonitorPage>({
    caption: "Pages",
    rows: pages,
    empty: "No page was found yet.",
    columns: [
      { name: "URL", look: "title", show: ({ url }) => outside(url) },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
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

/** Who is told, and what came of it. */
export function alertPart({ monitor, deliveries }: Shown, place: Place): Markup {
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
      { name: "To", look: "title", show: ({ url }) => url.replace(/^mailto:/, "") },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      {
        name: "Answer",
        show: ({ httpStatus, error }) => error ?? httpStatus,
      },
      { name: "Attempts", isNumber: true, show: ({ attempts }) => attempts },
      {
        name: "",
        show: ({ id, status }) =>
          (status === "failed" || status === "exhausted") &&
          actionButton(place, {
            to: `deliveries/${encodeURIComponent(id)}/retry`,
            label: "Send again",
            look: "small",
          }),
      },
    ],
  });
  return markup`<div class="card">${factList([
    ["Webhook", alertWebhookUrl],
    ["E-mail", alertEmails],
  ])}${isTold && actionButton(place, { to: "test-alert", label: "Send a test alert" })}</div>${rows}${upTo(deliveries, "deliveries")}`;
}

/** When it ends. */
export function settingPart({ monitor }: Shown, place: Place): Markup {
  const { outputSchema, expiresAt } = monitor;
  return markup`<div class="card"><form class="row" method="post" action="${place.path}/expiry">${place.csrf}<label>Stops after <input type="date" name="expiresAt" value="${expiresAt?.slice(0, 10)}"></label><button>Set</button></form>
<p class="quiet">Empty: it watches until it is paused.</p></div>
${outputSchema !== null && markup`<h3>Values</h3>${json(outputSchema)}`}
<div class="card"><form method="post" action="${place.path}/delete" data-confirm="Delete this monitor with its changes, snapshots and checks?">${place.csrf}<button class="danger">Delete the monitor</button></form></div>`;
}
