import type { WebhookDelivery } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, options, table, time } from "../../layout/pieces.ts";
import { markup, type Markup } from "../../markup.ts";
import type { Visit } from "../../page.ts";
import { filled } from "../filled.ts";

/** Deliveries that a page shows. */
const MOST = 100;

const states = [
  ["", "every state"],
  ["pending", "pending"],
  ["success", "success"],
  ["failed", "failed"],
  ["exhausted", "exhausted"],
] as const;

/** What a query of deliveries asks for, as the API takes it. */
export function deliveryFilter(query: URLSearchParams) {
  return {
    // The API says which there are.
    event: filled(query, "event") as WebhookDelivery["status"] & undefined,
    status: filled(query, "status") as WebhookDelivery["status"] | undefined,
    jobId: filled(query, "jobId"),
    limit: MOST,
  };
}

/** Chooses among deliveries. */
export function deliveryFilterForm(
  query: URLSearchParams,
  events: readonly string[],
  action: string,
): Markup {
  const names = [["", "every event"], ...events.map((name) => [name, name] as const)] as const;
  return markup`<form class="row" method="get" action="${action}" role="search">
<label>Event <select name="event">${options(names, query.get("event") ?? "")}</select></label>
<label>State <select name="status">${options(states, query.get("status") ?? "")}</select></label>
<label>Job <input name="jobId" type="search" value="${query.get("jobId")}"></label>
<button>Filter</button></form>`;
}

/** Whether a delivery may be sent once more. */
export function isResendable({ status }: Pick<WebhookDelivery, "status">): boolean {
  return status === "failed" || status === "exhausted";
}

/** Deliveries, the newest first. */
export function deliveryTable(
  { base, signedIn }: Pick<Visit, "base" | "signedIn">,
  deliveries: readonly WebhookDelivery[],
): Markup {
  const csrf = csrfField(signedIn);
  const rows = table<WebhookDelivery>({
    caption: "Deliveries",
    rows: deliveries,
    empty: "No delivery is like that. A job that ends, a change of a monitor or a test makes one.",
    columns: [
      {
        name: "Created",
        show: ({ id, createdAt }) =>
          markup`<a href="${base}/webhooks/deliveries/${encodeURIComponent(id)}">${time(createdAt)}</a>`,
      },
      { name: "Event", look: "short", show: ({ event }) => event },
      { name: "To", look: "title", show: ({ url }) => url },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      {
        name: "Answer",
        show: ({ httpStatus, error }) => error ?? httpStatus,
      },
      { name: "Attempts", isNumber: true, show: ({ attempts }) => attempts },
      { name: "Next attempt", isOptional: true, show: ({ nextAttemptAt }) => time(nextAttemptAt) },
      {
        name: "",
        show: (delivery) =>
          isResendable(delivery) &&
          markup`<form method="post" action="${base}/webhooks/deliveries/${encodeURIComponent(delivery.id)}/resend">${csrf}<button class="small">Send again</button></form>`,
      },
    ],
  });
  return markup`${rows}${deliveries.length >= MOST && markup`<p class="quiet">The newest ${MOST}.</p>`}`;
}
