import { isClientError, type ClientError, type Session } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { badge, factList, outside, table, time } from "../layout/pieces.ts";
import { troubleText } from "../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../page.ts";
import { foreignCard, keptBrowser, keptCard, keptText } from "./kept-browser.ts";
import { browserOf, browserSteps, type OpenBrowser } from "./open-browser.ts";

/** Saved sessions: logins that browsers, scrapes and crawls begin with. */
export const sessionPages: readonly Page[] = [
  { method: "GET", path: "/sessions", run: (visit) => list(visit, undefined) },
  { method: "POST", path: "/sessions", run: begin },
  { method: "POST", path: "/sessions/save", run: save },
  { method: "GET", path: "/sessions/open", run: goOn },
  { method: "POST", path: "/sessions/end", run: end },
  { method: "GET", path: "/sessions/{id}", run: show },
  { method: "POST", path: "/sessions/{id}/rename", run: rename },
  { method: "POST", path: "/sessions/{id}/delete", run: remove },
];

/** The most sessions that the page shows. */
const MOST = 200;

async function list(visit: Visit, trouble: Fill, other?: Fill): Promise<View> {
  const { api, query, base, form, signedIn, signal } = visit;
  const domain = query.get("domain")?.trim() ?? "";
  const [sessions, kept] = await Promise.all([
    api.listSessions(domain === "" ? {} : { domain }, { signal }),
    keptBrowser(visit),
  ]);
  const body = markup`${trouble}${kept === undefined ? other : keptCard(visit, kept)}
<form class="row card" method="post" action="${base}/sessions">${csrfField(signedIn)}
<label class="wide">Log in to <input name="url" type="url" required maxlength="2048" placeholder="https://shop.example/login" value="${form.get("url")}"></label>
<label>Name <input name="name" maxlength="100" placeholder="the domain" value="${form.get("name")}"></label>
<label>Country of the proxy <input name="country" maxlength="2" pattern="[A-Za-z]{2}" placeholder="us" value="${form.get("country")}"></label>
<label class="check"><input type="checkbox" name="record"${form.has("record") && markup` checked`}> record a video</label>
<button class="main">Open a browser</button></form>
<form class="row" method="get" action="${base}/sessions" role="search"><label>Domain <input name="domain" type="search" maxlength="253" value="${domain}"></label><button>Filter</button></form>
${rows(sessions.slice(0, MOST), { base, isFiltered: domain !== "" })}
${sessions.length > MOST && markup`<p class="quiet">The first ${MOST} of ${sessions.length}. Filter by domain to see others.</p>`}`;
  return { title: "Sessions", body };
}

function rows(
  sessions: readonly Session[],
  { base, isFiltered }: { readonly base: string; readonly isFiltered: boolean },
): Markup {
  return table({
    caption: "Saved sessions",
    rows: sessions,
    empty: isFiltered
      ? "No session of this domain."
      : "No saved sessions. Log in to a site above: scrapes and crawls can use the login then.",
    columns: [
      {
        name: "Name",
        show: ({ id, name }) =>
          markup`<a href="${base}/sessions/${encodeURIComponent(id)}">${name}</a>`,
      },
      { name: "Site", show: ({ websiteDomain }) => websiteDomain },
      { name: "State", show: ({ isActive }) => badge(isActive ? "active" : "expired") },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      {
        name: "Last used",
        show: ({ lastUsedAt }) => time(lastUsedAt) ?? markup`<span class="quiet">never</span>`,
      },
      { name: "Expires", show: ({ expiresAt }) => time(expiresAt) },
      { name: "Cookies", isNumber: true, show: ({ cookieCount }) => cookieCount },
    ],
  });
}

async function begin(visit: Visit): Promise<Outcome> {
  const { api, form, now, signal } = visit;
  const filled = (name: string): string | undefined => form.get(name)?.trim() || undefined;
  try {
    const order = {
      websiteUrl: filled("url") ?? "",
      name: filled("name"),
      country: filled("country")?.toLowerCase(),
      record: form.has("record"),
    };
    const { sessionId, accessToken, expiresIn } = await api.startManualSession(order, { signal });
    const open = { session: sessionId, token: accessToken, until: now + expiresIn * 1000 };
    const keep = keptText(visit, { ...open, url: order.websiteUrl });
    return { ...opened(visit, { open, trouble: undefined }), keep };
  } catch (error) {
    if (!isClientError(error)) throw error;
    const view = await list(visit, troubleText(error), inTheWay(visit, error));
    return { ...view, status: error.details.status ?? 502 };
  }
}

/** A refusal names the browser that is open already. */
function inTheWay(visit: Visit, { details }: ClientError): Fill {
  const { existingSessionId: session } = (details.body ?? {}) as { existingSessionId?: unknown };
  return typeof session === "string" && foreignCard(visit, session, details.retryAfterMs);
}

/** The way to the viewer and back once more, of the browser that was opened here. */
async function goOn(visit: Visit): Promise<Outcome> {
  const open = await keptBrowser(visit);
  if (open === undefined) return { to: "/sessions", said: "That browser has ended.", keep: "" };
  const form = new URLSearchParams({ url: open.url });
  return opened({ ...visit, form }, { open, trouble: undefined });
}

/** Ends a browser without saving. */
async function end({ api, form, signal }: Visit): Promise<Move> {
  await api.deleteSession({ id: form.get("session") ?? "" }, { signal });
  return { to: "/sessions", said: "The browser has ended. Nothing was saved.", keep: "" };
}

function opened(
  visit: Visit,
  { open, trouble }: { readonly open: OpenBrowser; readonly trouble: Fill },
): View {
  const { form } = visit;
  const url = form.get("url") ?? "";
  const site = URL.parse(url)?.hostname ?? "the site";
  const fields = markup`<input type="hidden" name="url" value="${url}"><label>Name of the session <input name="name" maxlength="100" placeholder="${site}" value="${form.get("name")}"></label>`;
  const steps = { open, site, finish: "/sessions/save", cancel: "/sessions/end", fields };
  return {
    title: `Log in to ${site}`,
    body: markup`${trouble}${browserSteps(visit, steps)}<p class="quiet">You can leave this page: <a href="${visit.base}/sessions">Sessions</a> leads back to the browser as long as it is open.</p>`,
  };
}

async function save(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  const open = browserOf(form);
  const name = form.get("name")?.trim() || undefined;
  try {
    const saved = await api.saveManualSession({ sessionId: open.session, name }, { signal });
    return { to: "/sessions", said: `The session “${saved.name}” is saved.`, keep: "" };
  } catch (error) {
    if (!isClientError(error)) throw error;
    const view = opened(visit, { open, trouble: troubleText(error) });
    return { ...view, status: error.details.status ?? 502 };
  }
}

async function show({ api, params, base, signedIn, signal }: Visit): Promise<View> {
  const { id = "" } = params;
  const sessions = await api.listSessions({}, { signal });
  const session = sessions.find((each) => each.id === id);
  if (session === undefined) throw new RangeError("There is no saved session with this id.");
  const path = `${base}/sessions/${encodeURIComponent(id)}`;
  const csrf = csrfField(signedIn);
  const facts = factList([
    ["State", badge(session.isActive ? "active" : "expired")],
    ["Site", session.websiteUrl !== null && outside(session.websiteUrl)],
    ["Created", time(session.createdAt)],
    ["Last used", time(session.lastUsedAt)],
    ["Last cookie expires", time(session.expiresAt)],
    ["Cookies", session.cookieCount],
    ["Items in storage", session.storageItemCount],
    ["Proxy", session.staticProxy ? "always the same address" : "any address"],
    ["Id", markup`<code>${session.id}</code>`],
  ]);
  const body = markup`<div class="card">${facts}</div>
<form class="row" method="post" action="${path}/rename">${csrf}<label>Name <input name="name" maxlength="100" required value="${session.name}"></label><button>Rename</button></form>
<p class="quiet">Scrapes, crawls and browser connections use it by its name: <code>sessionName</code> of the API.</p>`;
  const beside = markup`<form method="post" action="${path}/delete" data-confirm="Delete the session ${session.name}? This cannot be undone.">${csrf}<button class="danger">Delete</button></form>`;
  return { title: session.name, body, beside };
}

async function rename({ api, params, form, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  await api.renameSession({ id, name: form.get("name") ?? "" }, { signal });
  return { to: `/sessions/${encodeURIComponent(id)}`, said: "The session is renamed." };
}

async function remove({ api, params, signal }: Visit): Promise<Move> {
  await api.deleteSession({ id: params["id"] ?? "" }, { signal });
  return { to: "/sessions", said: "The session is deleted." };
}
