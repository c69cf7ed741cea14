import { isClientError } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { troubleText } from "../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../page.ts";
import { browserOf, browserSteps, type OpenBrowser } from "./open-browser.ts";
import { wireLinks } from "./wire/wire-links.ts";

/** Where a `connect_url` leads a person: a login by hand, in a browser of the service. */
export const connectPages: readonly Page[] = [
  { method: "GET", path: "/connect/{slug}", run: (visit) => ask(visit, undefined) },
  { method: "POST", path: "/connect/{slug}", run: begin },
  { method: "POST", path: "/connect/{slug}/finish", run: finish },
  { method: "POST", path: "/connect/{slug}/cancel", run: cancel },
];

function pathOf({ params }: Visit): string {
  return `/connect/${encodeURIComponent(params["slug"] ?? "")}`;
}

async function ask(visit: Visit, trouble: Fill): Promise<View> {
  const { api, params, base, signedIn, signal } = visit;
  const { slug = "" } = params;
  const { catalog: site } = await api.getWireCatalog({ slug }, { signal });
  const { identities } = await api.listIdentities({ catalog_id: site.id }, { signal });
  const connected = identities.filter(({ credentials }) =>
    credentials.some(
      (each) => each.credential_type === "browser_state" && each.status === "active",
    ),
  );
  const known =
    connected.length > 0 &&
    markup`<p class="quiet">Signed in already: ${connected.map(({ name }) => name).join(", ")}. A new login replaces the one of the same identity.</p>`;
  const body = markup`${wireLinks(base, "")}${trouble}
<div class="card"><p>You sign in to ${site.name} yourself, in a browser of this service. The service keeps the login for your account, but not your password.</p>${known}
<form method="post" action="${base}${pathOf(visit)}">${csrfField(signedIn)}<button class="main">Open the browser</button></form></div>`;
  return { title: `Connect ${site.name}`, body };
}

async function begin(visit: Visit): Promise<Outcome> {
  const { api, params, now, signal } = visit;
  const { slug = "" } = params;
  try {
    const { catalog, session } = await api.startWireConnect({ slug }, { signal });
    const { session_id, access_token: token, expires_in: seconds } = session;
    const open = { session: session_id, token, until: now + seconds * 1000 };
    return opened(visit, { name: catalog.name, open, trouble: undefined });
  } catch (error) {
    if (!isClientError(error)) throw error;
    const { body, status } = error.details;
    const view = await ask(visit, markup`${troubleText(error)}${ending(visit, body)}`);
    return { ...view, status: status ?? 502 };
  }
}

/** A refusal names the session that is open already: it can be ended here. */
function ending(visit: Visit, body: unknown): Markup | undefined {
  const { error } = (body ?? {}) as { readonly error?: { readonly session_id?: unknown } };
  const session = error?.session_id;
  if (typeof session !== "string") return undefined;
  const { base, signedIn } = visit;
  return markup`<form method="post" action="${base}${pathOf(visit)}/cancel">${csrfField(signedIn)}<input type="hidden" name="session" value="${session}"><button>End the open browser</button></form>`;
}

function opened(
  visit: Visit,
  {
    name,
    open,
    trouble,
  }: { readonly name: string; readonly open: OpenBrowser; readonly trouble: Fill },
): View {
  const path = pathOf(visit);
  const fields = markup`<label>Name of the identity <input name="identity" maxlength="100" placeholder="default" value="${visit.form.get("identity")}"></label>`;
  const steps = { open, site: name, finish: `${path}/finish`, cancel: `${path}/cancel`, fields };
  const body = markup`${wireLinks(visit.base, "")}${trouble}${browserSteps(visit, steps)}`;
  return { title: `Connect ${name}`, body };
}

async function finish(visit: Visit): Promise<Outcome> {
  const { api, params, form, signal } = visit;
  const { slug = "" } = params;
  const open = browserOf(form);
  const name = form.get("identity")?.trim() || undefined;
  try {
    const order = { slug, session_id: open.session, identity_name: name };
    const { identity_id: id, identity_name: named } = await api.finishWireConnect(order, {
      signal,
    });
    const said = `The login is stored as the identity “${named}”. You can close this page.`;
    return { to: `/wire/identities/${encodeURIComponent(id)}`, said };
  } catch (error) {
    if (!isClientError(error)) throw error;
    const { catalog } = await api.getWireCatalog({ slug }, { signal });
    const view = opened(visit, { name: catalog.name, open, trouble: troubleText(error) });
    return { ...view, status: error.details.status ?? 502 };
  }
}

async function cancel(visit: Visit): Promise<Move> {
  const { api, form, signal } = visit;
  await api.cancelWireConnect({ session_id: form.get("session") ?? "" }, { signal });
  return { to: pathOf(visit), said: "The browser has ended. Nothing was stored." };
}
