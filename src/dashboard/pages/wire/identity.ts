import type { WireCatalogSite, WireCredential, WireIdentity } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, factList, table, time } from "../../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Move, Page, View, Visit } from "../../page.ts";
import { credentialFields, credentialOf, formTypes } from "./credential-form.ts";
import { kindName } from "./identities.ts";
import { parameterFields, parametersOf } from "./parameter-fields.ts";
import { wireLinks } from "./wire-links.ts";

/** An identity with its credentials. */
export const onePages: readonly Page[] = [
  { method: "GET", path: "/wire/identities/{id}", run: show },
  { method: "POST", path: "/wire/identities/{id}/credentials", run: add },
  { method: "POST", path: "/wire/identities/{id}/verify", run: verify },
  { method: "POST", path: "/wire/identities/{id}/credentials/{credential}/delete", run: remove },
];

/** An identity and its site; the site is undefined where the catalog does not have it any more. */
interface Found {
  readonly identity: WireIdentity;
  readonly site: WireCatalogSite | undefined;
}

async function find({ api, params, signal }: Visit): Promise<Found> {
  const { id = "" } = params;
  const [{ identity }, { catalog }] = await Promise.all([
    api.getIdentity({ id }, { signal }),
    api.listWireCatalog({}, { signal }),
  ]);
  const slug = catalog.find((entry) => entry.id === identity.catalog_id)?.slug;
  const site = slug === undefined ? undefined : await api.getWireCatalog({ slug }, { signal });
  return { identity, site };
}

async function show(visit: Visit): Promise<View> {
  const { base, signedIn } = visit;
  const { identity, site } = await find(visit);
  const path = `${base}/wire/identities/${encodeURIComponent(identity.id)}`;
  const csrf = csrfField(signedIn);
  const facts = factList([
    [
      "Site",
      site &&
        markup`<a href="${base}/wire/sites/${encodeURIComponent(site.catalog.slug)}">${site.catalog.name}</a>`,
    ],
    ["Default", identity.is_default && "of its site"],
    ["Created", time(identity.created_at)],
    ["Id", markup`<code>${identity.id}</code>`],
  ]);
  const body = markup`${wireLinks(base, "")}
<div class="card">${facts}<form class="row" method="post" action="${path}/rename">${csrf}<label>Name <input name="name" maxlength="100" required value="${identity.name}"></label><button>Rename</button></form></div>
<h2>Credentials</h2>${credentials(identity, { path, csrf })}
${site && verifying(identity, site, { path, csrf })}
${site && adding(site, { path, csrf })}`;
  return { title: identity.name, body };
}

interface FormParts {
  readonly path: string;
  readonly csrf: Markup;
}

function credentials(identity: WireIdentity, { path, csrf }: FormParts): Markup {
  return table({
    caption: "Credentials",
    rows: identity.credentials,
    empty: "No credentials. Add one below.",
    columns: [
      { name: "Kind", show: ({ credential_type: type }) => kindName(type) },
      { name: "State", show: ({ status }) => badge(status) },
      {
        name: "From",
        show: ({ source_id: source }) => (source === undefined ? "you" : "an identity source"),
      },
      { name: "Added", show: ({ created_at: at }) => time(at) },
      {
        name: "Last used",
        show: ({ last_used_at: at }) => time(at) ?? markup`<span class="quiet">never</span>`,
      },
      { name: "Expires", show: ({ expires_at: at }) => time(at) },
      {
        name: "Change",
        show: ({ id, credential_type: type }) =>
          markup`<form method="post" action="${path}/credentials/${encodeURIComponent(id)}/delete" data-confirm="Delete this credential (${kindName(type)})?">${csrf}<button class="small danger">Delete</button></form>`,
      },
    ],
  });
}

function passwordOf({ credentials: all }: WireIdentity): WireCredential | undefined {
  return all.find(({ credential_type: type }) => type === "credentials");
}

/** A login with a password is verified by signing in again; what a source has need not be entered. */
function verifying(identity: WireIdentity, site: WireCatalogSite, { path, csrf }: FormParts): Fill {
  const password = passwordOf(identity);
  if (password === undefined) return undefined;
  const fields =
    password.source_id === undefined &&
    parameterFields(site.login_input_schema, new URLSearchParams());
  return markup`<h2>Verify the login</h2><form class="card fields" method="post" action="${path}/verify">${csrf}
<p>Signs in to ${site.catalog.name} again and renews the login.</p>${fields}<button>Sign in again</button></form>`;
}

function adding(site: WireCatalogSite, { path, csrf }: FormParts): Fill {
  const types = formTypes(site);
  if (types.length === 0) return undefined;
  const forms = types.map(
    (type) =>
      markup`<form class="card fields" method="post" action="${path}/credentials">${csrf}${credentialFields(type, site, new URLSearchParams())}<button>Add</button></form>`,
  );
  return markup`<h2>Add a credential</h2><p class="quiet">One of the same kind is replaced.</p><div class="halves">${forms}</div>`;
}

function back({ id }: WireIdentity, said: string): Move {
  return { to: `/wire/identities/${encodeURIComponent(id)}`, said };
}

/** @throws RangeError for a site that is gone */
function siteOf({ site }: Found): WireCatalogSite {
  if (site !== undefined) return site;
  throw new RangeError("The catalog no longer has the site of this identity.");
}

async function add(visit: Visit): Promise<Move> {
  const { api, form, signal } = visit;
  const found = await find(visit);
  const { id } = found.identity;
  const { type, data } = credentialOf(form, siteOf(found));
  const answer = await api.addCredential({ id, credential_type: type, data }, { signal });
  if (answer.status === "error")
    throw new RangeError(`The login was refused: ${answer.error.message}`);
  return back(found.identity, "The credential is stored.");
}

async function verify(visit: Visit): Promise<Move> {
  const { api, form, signal } = visit;
  const found = await find(visit);
  const { id } = found.identity;
  const isFromSource = passwordOf(found.identity)?.source_id !== undefined;
  const order = {
    identity_id: id,
    ...(!isFromSource && { params: parametersOf(siteOf(found).login_input_schema, form) }),
  };
  const answer = await api.verifyLogin(order, { signal });
  if (answer.status === "error")
    throw new RangeError(`The login was refused: ${answer.error.message}`);
  return back(found.identity, "The login works, and was renewed.");
}

async function remove(visit: Visit): Promise<Move> {
  const { api, params, signal } = visit;
  const { identity } = await find(visit);
  const id = params["credential"] ?? "";
  await api.deleteCredential({ id }, { signal });
  return back(identity, "The credential is deleted.");
}
