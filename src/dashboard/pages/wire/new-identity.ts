import { isClientError, type WireCatalogSite } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill } from "../../markup.ts";
import type { Outcome, Page, View, Visit } from "../../page.ts";
import { credentialFields, credentialOf, formTypes } from "./credential-form.ts";
import { wireLinks } from "./wire-links.ts";

/** A new identity of a site, with its first credential. */
export const newIdentityPages: readonly Page[] = [
  {
    method: "GET",
    path: "/wire/identities/new",
    run: async (visit) =>
      visit.query.get("site") ? shown(visit, await siteOf(visit, visit.query), undefined) : noSite,
  },
  { method: "POST", path: "/wire/identities/new", run: create },
];

const noSite: Outcome = { to: "/wire/identities", said: "Choose the site of the identity." };

async function siteOf({ api, signal }: Visit, from: URLSearchParams): Promise<WireCatalogSite> {
  return await api.getWireCatalog({ slug: from.get("site") ?? "" }, { signal });
}

async function create(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  if (!form.get("site")) return noSite;
  const site = await siteOf(visit, form);
  const name = form.get("identity")?.trim() || "default";
  try {
    const credential = credentialOf(form, site);
    const order = {
      catalog_id: site.catalog.id,
      name,
      ...(form.has("is_default") && { is_default: true }),
      credential,
    };
    const answer = await api.createIdentity(order, { signal });
    if (answer.status === "error") {
      const said = `${site.catalog.name} refused the login: ${answer.error.message}`;
      return { ...shown(visit, site, troubleText(new RangeError(said))), status: 400 };
    }
    return { to: "/wire/identities", said: `${name} can sign in to ${site.catalog.name}.` };
  } catch (error) {
    if (!isClientError(error) && !(error instanceof RangeError)) throw error;
    return { ...shown(visit, site, troubleText(error)), status: 400 };
  }
}

function shown({ base, form, signedIn }: Visit, site: WireCatalogSite, trouble: Fill): View {
  const { slug, name } = site.catalog;
  const types = formTypes(site);
  const forms = types.map(
    (
      type,
    ) => markup`<form class="card fields" method="post" action="${base}/wire/identities/new">${csrfField(signedIn)}
<input type="hidden" name="site" value="${slug}">
<div><label for="identity-${type}">Name of the identity</label><input id="identity-${type}" name="identity" maxlength="100" placeholder="default" value="${form.get("identity")}"></div>
${credentialFields(type, site, form.get("type") === type ? form : new URLSearchParams())}
<p><label class="check"><input type="checkbox" name="is_default"> the default of ${name}</label></p>
<button class="main">Add</button></form>`,
  );
  const byHand =
    site.catalog.auth_types.includes("browser_state") &&
    markup`<div class="card"><h2>Sign in by hand</h2><p>You sign in to ${name} yourself, in a browser of this service. The service keeps the login, but not your password.</p><p><a class="button" href="${base}/connect/${encodeURIComponent(slug)}">Sign in by hand</a></p></div>`;
  const none = types.length === 0 && byHand === false;
  const body = markup`${wireLinks(base, "")}${trouble}
<p class="quiet">What you enter is stored encrypted and never shown again.</p>
<div class="halves">${forms}${byHand}</div>
${none && markup`<div class="empty"><p>${name} needs no login.</p></div>`}`;
  return { title: `New identity of ${name}`, body };
}
