import type { WireCatalogEntry, WireIdentity } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, options, table, time } from "../../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Move, Page, View, Visit } from "../../page.ts";
import { wireLinks } from "./wire-links.ts";

/** Who actions sign in to sites as. */
export const identityPages: readonly Page[] = [
  { method: "GET", path: "/wire/identities", run: list },
  { method: "POST", path: "/wire/identities/{id}/rename", run: rename },
  { method: "POST", path: "/wire/identities/{id}/default", run: makeDefault },
  { method: "POST", path: "/wire/identities/{id}/delete", run: remove },
];

/** The most identities that the page shows. */
const MOST = 200;

async function list({ api, base, signedIn, signal }: Visit): Promise<View> {
  const [{ identities }, { catalog }] = await Promise.all([
    api.listIdentities({}, { signal }),
    api.listWireCatalog({}, { signal }),
  ]);
  const siteOf = new Map(catalog.map((entry) => [entry.id, entry]));
  const signable = catalog.filter(({ auth_types: types }) => types.length > 0);
  const body = markup`${wireLinks(base, "/wire/identities")}
<form class="row" method="get" action="${base}/wire/identities/new">
<label class="wide">Site <select name="site">${options(
    signable.map(({ slug, name }) => [slug, name] as const),
    "",
  )}</select></label>
<button class="main">Add an identity</button></form>
${rows(identities.slice(0, MOST), { siteOf, base, csrf: csrfField(signedIn) })}
${identities.length > MOST && markup`<p class="quiet">The first ${MOST} of ${identities.length}.</p>`}`;
  return { title: "Identities", body };
}

/** What rows are made with. */
interface RowParts {
  readonly siteOf: ReadonlyMap<string, WireCatalogEntry>;
  readonly base: string;
  readonly csrf: Markup;
}

function rows(identities: readonly WireIdentity[], { siteOf, base, csrf }: RowParts): Markup {
  const path = (id: string): string => `${base}/wire/identities/${encodeURIComponent(id)}`;
  return table({
    caption: "Identities",
    rows: identities,
    empty: "No identities. Choose a site above, and sign in to it.",
    columns: [
      {
        name: "Name",
        show: ({ id, name, is_default: isDefault }) =>
          markup`<a href="${path(id)}">${name}</a>${isDefault && markup` <span class="badge good">default</span>`}`,
      },
      {
        name: "Site",
        show: ({ catalog_id: site }) =>
          siteOf.get(site)?.name ?? markup`<span class="quiet">not in the catalog any more</span>`,
      },
      { name: "Credentials", show: credentialsOf },
      { name: "Created", show: ({ created_at: at }) => time(at) },
      {
        name: "Change",
        show: ({ id, name, is_default: isDefault }) =>
          markup`${!isDefault && markup`<form method="post" action="${path(id)}/default">${csrf}<button class="small">Make default</button></form> `}<form method="post" action="${path(id)}/delete" data-confirm="Delete ${name} with its credentials?">${csrf}<button class="small danger">Delete</button></form>`,
      },
    ],
  });
}

function credentialsOf({ credentials }: WireIdentity): Fill {
  if (credentials.length === 0) return markup`<span class="quiet">none</span>`;
  return credentials.map(
    ({ credential_type: type, status }) => markup`${kindName(type)} ${badge(status)} `,
  );
}

/** The kind of a credential in words. */
export function kindName(type: string): string {
  const names: Readonly<Record<string, string>> = {
    browser_state: "login by hand",
    credentials: "password",
    api_key: "API key",
    token: "token",
  };
  return names[type] ?? type;
}

async function rename({ api, params, form, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  await api.changeIdentity({ id, name: form.get("name") ?? "" }, { signal });
  return { to: `/wire/identities/${encodeURIComponent(id)}`, said: "The identity is renamed." };
}

async function makeDefault({ api, params, signal }: Visit): Promise<Move> {
  await api.changeIdentity({ id: params["id"] ?? "", is_default: true }, { signal });
  return { to: "/wire/identities", said: "It is the default of its site now." };
}

async function remove({ api, params, signal }: Visit): Promise<Move> {
  await api.deleteIdentity({ id: params["id"] ?? "" }, { signal });
  return { to: "/wire/identities", said: "The identity is deleted, with its credentials." };
}
