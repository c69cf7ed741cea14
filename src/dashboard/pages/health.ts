import { kindName } from "../layout/kind-name.ts";
import { amount, badge, factList, table } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";

/** Whether the service is well; the owner sees what waits and what runs, of all accounts. */
export const healthPages: readonly Page[] = [
  { method: "GET", path: "/status", needsNoAccount: true, run: show },
];

async function show({ api, service, signedIn, base, signal }: Visit): Promise<View> {
  const { status, version } = await api.getHealth(undefined, { signal });
  const own = markup`<div class="card">${factList([
    ["Service", badge(status)],
    ["API version", version],
  ])}</div>`;
  if (!signedIn.isOwner) return { title: "Health", body: own };
  const backlog = await service.backlog({ signal });
  const { connections, waiting, memoryBytes } = service.browsers();
  const body = markup`${own}
<h2>Jobs of all accounts</h2>${table({
    caption: "Jobs that wait and run",
    rows: backlog,
    empty: "Nothing waits and nothing runs.",
    columns: [
      { name: "Kind", show: ({ type }) => kindName(type) },
      { name: "Waiting", isNumber: true, show: ({ waiting }) => amount(waiting) },
      { name: "Running", isNumber: true, show: ({ running }) => amount(running) },
    ],
  })}
<h2>Browsers of this process</h2><div class="card">${factList([
    ["Connections", amount(connections)],
    ["Callers that wait", amount(waiting)],
    ["Memory", `${amount(Math.round(memoryBytes / 1_000_000))} MB`],
  ])}</div>
<p class="quiet">Metrics for Prometheus: <code>dragline serve --metrics-port P</code>. <a href="${base}/v1/openapi.json">OpenAPI description</a></p>`;
  return { title: "Health", body };
}
