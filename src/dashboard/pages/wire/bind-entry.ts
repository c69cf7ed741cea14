import {
  isClientError,
  type IdentitySourceCounted,
  type WireCatalogSite,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { options } from "../../layout/pieces.ts";
import { missing, troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Outcome, Page, View, Visit } from "../../page.ts";
import { filled } from "../filled.ts";
import { wireLinks } from "./wire-links.ts";

/** An identity whose login is read from an entry of a vault, each time that it signs in. */
export const bindPages: readonly Page[] = [
  {
    method: "GET",
    path: "/wire/sources/{id}/identity",
    run: async (visit) => shown(visit, await orderOf(visit, visit.query), undefined),
  },
  { method: "POST", path: "/wire/sources/{id}/identity", run: create },
];

type Source = IdentitySourceCounted["identity_source"];

/** What the form is about. */
interface Order {
  readonly source: Source;
  /** What the vault calls the places where entries are, and entries. */
  readonly labels: { readonly container: string; readonly entry: string };
  /** Sites that take logins of such a vault: id in paths, name. */
  readonly sites: readonly (readonly [slug: string, name: string])[];
  /** The one that was chosen; undefined where none was, or one that takes none. */
  readonly site: WireCatalogSite | undefined;
  readonly given: URLSearchParams;
}

async function orderOf({ api, params, signal }: Visit, given: URLSearchParams): Promise<Order> {
  const { id = "" } = params;
  const [{ identity_source: source }, { providers }, { catalog }] = await Promise.all([
    api.getIdentitySource({ id }, { signal }),
    api.listIdentitySourceProviders(undefined, { signal }),
    api.listWireCatalog({}, { signal }),
  ]);
  const provider = providers.find(({ type }) => type === source.provider);
  const sites = catalog
    .filter(({ auth_types: types }) => types.some((type) => type === provider?.auth_type))
    .map(({ slug, name }) => [slug, name] as const);
  const slug = given.get("site") ?? "";
  const isOne = sites.some(([each]) => each === slug);
  const site = isOne ? await api.getWireCatalog({ slug }, { signal }) : undefined;
  const { container_label: container = "Container", entry_label: entry = "Entry" } = provider ?? {};
  return { source, labels: { container, entry }, sites, site, given };
}

async function create(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  const order = await orderOf(visit, form);
  const { site, source } = order;
  if (site === undefined) return missing;
  const name = filled(form, "identity") ?? "default";
  try {
    const answer = await api.createIdentity(
      {
        catalog_id: site.catalog.id,
        name,
        ...(form.has("is_default") && { is_default: true }),
        credential: { type: "credentials", source_id: source.id, source_ref: refOf(form, site) },
      },
      { signal },
    );
    if (answer.status === "error") {
      const said = `${site.catalog.name} refused the login: ${answer.error.message}`;
      return { ...shown(visit, order, troubleText(new RangeError(said))), status: 400 };
    }
    const to = `/wire/identities/${encodeURIComponent(answer.identity.id)}`;
    return { to, said: `${name} signs in to ${site.catalog.name} from ${source.display_name}.` };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { ...shown(visit, order, troubleText(error)), status: 400 };
  }
}

/** Where each field of the login stands; what is left empty is the entry's. */
function refOf(form: URLSearchParams, { login_input_schema: login }: WireCatalogSite) {
  const fields = login.flatMap(({ name, required }) => {
    const property = filled(form, `property.${name}`);
    const key = filled(form, `key.${name}`);
    const isWanted = required || form.has(`has.${name}`);
    return isWanted ? [[name, { property, key }] as const] : [];
  });
  const entry = { container: form.get("container") ?? "", key: form.get("key") ?? "" };
  return { entry, fields: Object.fromEntries(fields) };
}

function shown(visit: Visit, order: Order, trouble: Fill): View {
  const { base } = visit;
  const { source, site, sites } = order;
  const path = `${base}/wire/sources/${encodeURIComponent(source.id)}`;
  const form = sites.length === 0 ? noSite(base) : siteForm(order, path);
  const body = markup`${wireLinks(base, "")}${trouble}
<p class="quiet">The service keeps where the login stands, and reads it from <a href="${path}">${source.display_name}</a> each time that it signs in; what it reads is not stored.</p>
${form}${site && fieldForm(visit, { order, site, path })}`;
  return { title: `New identity from ${source.display_name}`, body };
}

function noSite(base: string): Markup {
  return markup`<div class="empty"><p>No site of the <a href="${base}/wire">catalog</a> takes a login of this kind.</p></div>`;
}

/** Names the entry and the site; the fields of the login follow from the site. */
function siteForm({ given, labels, sites, site }: Order, path: string): Markup {
  return markup`<form class="card fields" method="get" action="${path}/identity">
<div class="row"><label class="wide">${labels.container} <input name="container" required maxlength="2048" value="${given.get("container")}"></label>
<label class="wide">${labels.entry} <input name="key" required maxlength="2048" value="${given.get("key")}"></label></div>
<label>Site <select name="site">${options(sites, site?.catalog.slug ?? "")}</select></label>
<button${site === undefined && markup` class="main"`}>${site === undefined ? "Choose the site" : "Choose another entry or site"}</button></form>`;
}

interface FieldOrder {
  readonly order: Order;
  readonly site: WireCatalogSite;
  readonly path: string;
}

function fieldForm({ signedIn }: Visit, { order, site, path }: FieldOrder): Markup {
  const { given, labels } = order;
  const { name: siteName, slug } = site.catalog;
  const kept = (name: string): Markup =>
    markup`<input type="hidden" name="${name}" value="${given.get(name)}">`;
  const rows = site.login_input_schema.map(({ name, required, description }) => {
    const optional =
      !required &&
      markup`<label class="check"><input type="checkbox" name="has.${name}"${given.has(`has.${name}`) && markup` checked`}> use it</label>`;
    return markup`<fieldset><legend>${name}</legend><p class="quiet">${description}</p><div class="row">${optional}
<label class="wide">Part of the ${labels.entry.toLowerCase()} that has it <input name="property.${name}" maxlength="2048" value="${given.get(`property.${name}`)}" placeholder="the one called ${name}"></label>
<label class="wide">Another ${labels.entry.toLowerCase()} <input name="key.${name}" maxlength="2048" value="${given.get(`key.${name}`)}" placeholder="${given.get("key")}"></label></div></fieldset>`;
  });
  return markup`<form class="card fields" method="post" action="${path}/identity">${csrfField(signedIn)}
<input type="hidden" name="site" value="${slug}">${kept("container")}${kept("key")}
<h2>Login of ${siteName}</h2>
<label>Name of the identity <input name="identity" maxlength="100" placeholder="default" value="${given.get("identity")}"></label>
${rows}
<p class="quiet">The part is the name of a field; of a cloud key vault's secret it is <code>value</code> or <code>tag:NAME</code>. Where each field is a secret of its own, name the other ones.</p>
<p><label class="check"><input type="checkbox" name="is_default"${given.has("is_default") && markup` checked`}> the default of ${siteName}</label></p>
<button class="main">Sign in and keep it</button></form>`;
}
