import type { WebhookDeliveryDetail } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, duration, factList, source, table, time } from "../../layout/pieces.ts";
import { markup, type Fill } from "../../markup.ts";
import { failureTexts } from "../../../webhooks/internal.ts";
import type { Move, Page, View, Visit } from "../../page.ts";
import { isResendable } from "./delivery-table.ts";

/** One delivery: what was sent, and each attempt. */
export const deliveryPages: readonly Page[] = [
  { method: "GET", path: "/webhooks/deliveries/{id}", run: show },
  { method: "POST", path: "/webhooks/deliveries/{id}/resend", run: resend },
];

/** The most of a body that a page shows. */
const MOST_CHARACTERS = 300_000;

/** Why an attempt failed, in words. */
function failureText(failure: string): string {
  if (failure === "status") return "the receiver's status refuses it";
  return (failureTexts as Readonly<Record<string, string>>)[failure] ?? failure;
}

type Attempt = WebhookDeliveryDetail["attemptLog"][number];

async function show({ api, params, base, signedIn, signal }: Visit): Promise<View> {
  const { id = "" } = params;
  const delivery = await api.getWebhookDelivery({ id }, { signal });
  const { endpointId, jobId, status, httpStatus, url } = delivery;
  const attempts = table<Attempt>({
    caption: "Attempts",
    rows: delivery.attemptLog,
    empty: "No attempt has ended yet.",
    columns: [
      { name: "Attempt", look: "short", show: ({ number }) => number },
      { name: "Started", show: ({ startedAt }) => time(startedAt) },
      { name: "Took", isNumber: true, show: ({ durationMs }) => duration(durationMs) },
      { name: "Status", isNumber: true, show: ({ httpStatus: answered }) => answered },
      {
        name: "Outcome",
        show: ({ failure }) =>
          failure === null ? badge("success") : markup`${badge("failed")} ${failureText(failure)}`,
      },
    ],
  });
  const facts = factList([
    ["State", badge(status)],
    ["Event", delivery.event],
    ["To", url],
    [
      "Endpoint",
      endpointId !== null &&
        markup`<a href="${base}/webhooks/${encodeURIComponent(endpointId)}">${endpointId}</a>`,
    ],
    [
      "Job",
      jobId !== null && markup`<a href="${base}/jobs/${encodeURIComponent(jobId)}">${jobId}</a>`,
    ],
    ["Last status", httpStatus],
    ["Last failure", delivery.error],
    ["Created", time(delivery.createdAt)],
    ["Next attempt", time(delivery.nextAttemptAt)],
    ["Id", markup`<code>${delivery.id}</code>`],
  ]);
  const beside =
    isResendable(delivery) &&
    markup`<form method="post" action="${base}/webhooks/deliveries/${encodeURIComponent(id)}/resend">${csrfField(signedIn)}<button class="main">Send again</button></form>`;
  const body = markup`<p><a href="${base}/webhooks">All webhooks</a></p><div class="card"${status === "pending" && markup` data-refresh`}>${facts}</div>
<h2>Attempts</h2>${attempts}<h2>Body</h2>${bodyOf(delivery)}`;
  return { title: `Delivery of ${delivery.event}`, body, beside };
}

function bodyOf({ body }: WebhookDeliveryDetail): Fill {
  if (body === null) return markup`<div class="empty"><p>The body is kept no longer.</p></div>`;
  const text = indented(body);
  const left = text.length - MOST_CHARACTERS;
  return markup`${source(text.slice(0, MOST_CHARACTERS).toWellFormed())}${left > 0 && markup`<p class="quiet">${left} more characters; the API has all of it.</p>`}<p class="quiet">Shown with indents; what is signed and sent has none.</p>`;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

async function resend({ api, params, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  await api.resendWebhookDelivery({ id }, { signal });
  const to = `/webhooks/deliveries/${encodeURIComponent(id)}`;
  return { to, said: "It is sent again, with the same body and signature." };
}
