import { table, time } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";

/** Browser connections that run, to look at. */
export const browserPages: readonly Page[] = [
  { method: "GET", path: "/browsers", run: list },
  { method: "GET", path: "/browsers/{connId}", run: watch },
];

/** The most connections that the page shows. */
const MOST = 100;

async function list({ api, base, apiUrl, signal }: Visit): Promise<View> {
  const { connections } = await api.listBrowserConnections(undefined, { signal });
  const rows = table({
    caption: "Live browsers",
    rows: connections.slice(0, MOST),
    empty: markup`No browser runs. Connect with Puppeteer or Playwright to <code>${apiUrl.replace(/^http/, "ws")}/browser-connect</code>.`,
    columns: [
      {
        name: "Browser",
        show: ({ connId }) =>
          markup`<a href="${base}/browsers/${encodeURIComponent(connId)}">${connId}</a>`,
      },
      { name: "Since", show: ({ createdAt }) => time(createdAt) },
    ],
  });
  const more =
    connections.length > MOST &&
    markup`<p class="quiet">The first ${MOST} of ${connections.length}.</p>`;
  const body = markup`<section data-refresh>${rows}${more}</section>
<p class="quiet">Connections of the process that answers this page. What has ended is a <a href="${base}/recordings">recording</a>.</p>`;
  return { title: "Live browsers", body };
}

async function watch({ api, params, base, signal }: Visit): Promise<View> {
  const { connId = "" } = params;
  const { connections } = await api.listBrowserConnections(undefined, { signal });
  const found = connections.find((each) => each.connId === connId);
  const recording = markup`<a class="button" href="${base}/recordings/${encodeURIComponent(connId)}">Recording</a>`;
  if (found === undefined) {
    const body = markup`<div class="empty"><p>This connection does not run any more, or runs in another process.</p></div>`;
    return { title: "Live browser", body, beside: recording, status: 404 };
  }
  const url = `${base}/api/browser-connect/${encodeURIComponent(connId)}/picture`;
  const body = markup`<figure class="player"><img class="shot" data-picture src="${url}" alt="What the page of the browser shows now">
<figcaption class="quiet"><span role="status" data-picture-said></span> Runs since ${time(found.createdAt)}. You look on; your clicks do nothing here.</figcaption></figure>`;
  return { title: "Live browser", body, beside: recording };
}
