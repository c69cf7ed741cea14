import { isClientError, type WebhookEndpoint } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { factList, secretBox, table, time } from "../../layout/pieces.ts";
import { troubleText } from "../../layout/trouble.ts";
import { tabs } from "../../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../../page.ts";
import { deliveryPages } from "./delivery-pages.ts";
import { deliveryFilter, deliveryFilterForm, deliveryTable } from "./delivery-table.ts";
import { endpointState, LOOKED_AT } from "./endpoint-state.ts";
import { askedEndpoint, endpointForm } from "./endpoint-form.ts";

/** Endpoints, what was sent to them, and what it is signed with. */
export const webhookPages: readonly Page[] = [
  ...deliveryPages,
  { method: "GET", path: "/webhooks", run: (visit) => list(visit) },
  { method: "POST", path: "/webhooks", run: create },
  { method: "POST", path: "/webhooks/rotate", run: rotate },
  { method: "POST", path: "/webhooks/secret", run: showSecret },
  { method: "GET", path: "/webhooks/{id}", run: (visit) => show(visit) },
  { method: "POST", path: "/webhooks/{id}", run: change },
  { method: "POST", path: "/webhooks/{id}/test", run: test },
  { method: "POST", path: "/webhooks/{id}/pause", run: (visit) => setActive(visit, false) },
  { method: "POST", path: "/webhooks/{id}/resume", run: (visit) => setActive(visit, true) },
  { method: "POST", path: "/webhooks/{id}/delete", run: remove },
];

/** What a form asked, and why it was refused. */
interface Refused {
  readonly trouble: Fill;
  readonly asked: ReturnType<typeof askedEndpoint>;
}

async function list(visit: Visit, refused?: Refused): Promise<View> {
  const { api, base, query, now, signal } = visit;
  const [{ endpoints }, { events }, { deliveries }, latest] = await Promise.all([
    api.listWebhookEndpoints(undefined, { signal }),
    api.listWebhookEvents(undefined, { signal }),
    api.listWebhookDeliveries(deliveryFilter(query), { signal }),
    api.listWebhookDeliveries({ limit: LOOKED_AT }, { signal }),
  ]);
  const rows = table<WebhookEndpoint>({
    caption: "Endpoints",
    rows: endpoints,
    empty:
      "No endpoints. Create one: it receives an event when a job ends or a monitor finds a change.",
    columns: [
      {
        name: "Endpoint",
        look: "title",
        show: ({ id, url, description }) =>
          markup`<a href="${base}/webhooks/${encodeURIComponent(id)}">${url}</a><br><span class="quiet">${description}</span>`,
      },
      {
        name: "Events",
        show: ({ events: chosen }) => (chosen.length === 0 ? "all" : chosen.join(", ")),
      },
      {
        name: "State",
        look: "state",
        show: (endpoint) => {
          const own = latest.deliveries.filter(({ endpointId }) => endpointId === endpoint.id);
          return endpointState(endpoint, own, now);
        },
      },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
    ],
  });
  const form = endpointForm(visit, {
    action: "/webhooks",
    button: "Create the endpoint",
    events,
    endpoint: refused?.asked,
  });
  const body = markup`${refused?.trouble}${rows}
<details class="card"${(endpoints.length === 0 || refused !== undefined) && markup` open`}><summary>Create an endpoint</summary>${form}</details>
${signing(visit)}
<h2>Deliveries</h2>${deliveryFilterForm(query, events, `${base}/webhooks`)}${deliveryTable(visit, deliveries)}`;
  return { title: "Webhooks", body };
}

function signing({ base, signedIn }: Visit): Markup {
  return markup`<details class="card"><summary>Signing secret of the account</summary>
<p>Deliveries to a <code>webhook_url</code> of a single request are signed with it. Endpoints and monitors have secrets of their own.</p>
<div class="row"><form method="post" action="${base}/webhooks/secret">${csrfField(signedIn)}<button>Show it</button></form>
<form method="post" action="${base}/webhooks/rotate" data-confirm="Make a new signing secret? Receivers that check the old one refuse deliveries at once.">${csrfField(signedIn)}<button class="danger">Make a new one</button></form></div></details>`;
}

function secretView(base: string, secret: string, said: string): View {
  return { title: "A signing secret", said, body: secretBox(secret, `${base}/webhooks`) };
}

async function showSecret({ api, base, signal }: Visit): Promise<View> {
  const { secret } = await api.getWebhookSigningSecret(undefined, { signal });
  return secretView(base, secret, "The signing secret of the account.");
}

async function rotate({ api, base, signal }: Visit): Promise<View> {
  const { secret } = await api.rotateWebhookSigningSecret(undefined, { signal });
  return secretView(
    base,
    secret,
    "The new signing secret of the account. The old one is worth nothing now.",
  );
}

async function create(visit: Visit): Promise<Outcome> {
  const { api, form, base, signal } = visit;
  try {
    const { secret } = await api.createWebhookEndpoint(askedEndpoint(form), { signal });
    return secretView(
      base,
      secret,
      "The endpoint is created. Copy its secret now: it is shown only this once.",
    );
  } catch (error) {
    if (!isClientError(error)) throw error;
    return await list(visit, { trouble: troubleText(error), asked: askedEndpoint(form) });
  }
}

async function show(visit: Visit, refused?: Refused): Promise<View> {
  const { api, params, base, query, signedIn, signal } = visit;
  const { id = "" } = params;
  const [endpoint, { events }, { deliveries }, latest] = await Promise.all([
    api.getWebhookEndpoint({ id }, { signal }),
    api.listWebhookEvents(undefined, { signal }),
    api.listWebhookEndpointDeliveries({ id, ...deliveryFilter(query) }, { signal }),
    api.listWebhookEndpointDeliveries({ id, limit: LOOKED_AT }, { signal }),
  ]);
  const own = `/webhooks/${encodeURIComponent(id)}`;
  const path = `${base}${own}`;
  const csrf = csrfField(signedIn);
  const { isActive, url } = endpoint;
  const button = (act: string, label: string): Markup =>
    markup`<form method="post" action="${path}/${act}">${csrf}<button>${label}</button></form>`;
  const facts = factList([
    ["State", endpointState(endpoint, latest.deliveries, visit.now)],
    ["Description", endpoint.description],
    ["Events", endpoint.events.length === 0 ? "all" : endpoint.events.join(", ")],
    ["Created", time(endpoint.createdAt)],
    ["Changed", time(endpoint.updatedAt)],
  ]);
  const settings = markup`${endpointForm(visit, { action: own, button: "Save", events, endpoint: refused?.asked ?? endpoint })}
<form class="card" method="post" action="${path}/delete" data-confirm="Delete this endpoint? What waits for it is not sent.">${csrf}<button class="danger">Delete the endpoint</button></form>`;
  const body = markup`${refused?.trouble}<div class="card">${facts}</div>${tabs([
    {
      name: "Deliveries",
      body: markup`${deliveryFilterForm(query, events, path)}${deliveryTable(visit, deliveries)}`,
    },
    { name: "Settings", body: settings },
  ])}`;
  const beside = markup`${button("test", "Send a test")}${isActive ? button("pause", "Pause") : button("resume", "Resume")}`;
  return { title: url, body, beside };
}

async function change(visit: Visit): Promise<Outcome> {
  const { api, params, form, signal } = visit;
  const { id = "" } = params;
  try {
    await api.updateWebhookEndpoint({ id, ...askedEndpoint(form) }, { signal });
    return { to: `/webhooks/${encodeURIComponent(id)}`, said: "The endpoint is changed." };
  } catch (error) {
    if (!isClientError(error) || error.details.status !== 400) throw error;
    return await show(visit, { trouble: troubleText(error), asked: askedEndpoint(form) });
  }
}

async function setActive({ api, params, signal }: Visit, isActive: boolean): Promise<Move> {
  const { id = "" } = params;
  await api.updateWebhookEndpoint({ id, isActive }, { signal });
  const said = isActive ? "It receives events again." : "It is paused; events are not kept for it.";
  return { to: `/webhooks/${encodeURIComponent(id)}`, said };
}

async function test({ api, params, signal }: Visit): Promise<Move> {
  const { deliveryId, success } = await api.testWebhookEndpoint(
    { id: params["id"] ?? "" },
    { signal },
  );
  return {
    to: `/webhooks/deliveries/${encodeURIComponent(deliveryId)}`,
    said: success ? "The test was taken." : "The test was sent, and not taken.",
  };
}

async function remove({ api, params, signal }: Visit): Promise<Move> {
  await api.deleteWebhookEndpoint({ id: params["id"] ?? "" }, { signal });
  return { to: "/webhooks", said: "The endpoint is deleted." };
}
