import { isClientError, type Client } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, factList, table, time } from "../../layout/pieces.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Page, View, Visit } from "../../page.ts";
import { wireLinks } from "./wire-links.ts";

/** A connected vault: what depends on it, what it holds. */
export const oneSourcePages: readonly Page[] = [
  { method: "GET", path: "/wire/sources/{id}", run: show },
];

/** The most rows of a list. */
const MOST = 200;

async function show({ api, params, query, base, signedIn, signal }: Visit): Promise<View> {
  const { id = "" } = params;
  const [{ identity_source: source }, { identities }] = await Promise.all([
    api.getIdentitySource({ id }, { signal }),
    api.listIdentitiesOfSource({ id }, { signal }),
  ]);
  const path = `${base}/wire/sources/${encodeURIComponent(id)}`;
  const csrf = csrfField(signedIn);
  const looks = query.has("look");
  const facts = factList([
    ["State", badge(source.status)],
    ["Vault", source.provider],
    ["Method", source.config.auth_method],
    ["Verified", time(source.last_verified_at)],
    ["Its credential expires", time(source.credentials_expires_at)],
    ["Connected", time(source.created_at)],
    ["Id", markup`<code>${source.id}</code>`],
  ]);
  const dependents = table({
    caption: "Identities that depend on it",
    rows: identities.slice(0, MOST),
    empty: "No identity depends on it.",
    columns: [
      {
        name: "Identity",
        show: (each) =>
          markup`<a href="${base}/wire/identities/${encodeURIComponent(each.id)}">${each.name}</a>`,
      },
      { name: "Site", show: (each) => each.catalog_name },
      { name: "Login", show: (each) => badge(each.has_active_credential ? "active" : "expired") },
    ],
  });
  const body = markup`${wireLinks(base, "")}
<div class="card">${facts}</div>
<h2>Identities (${source.identity_count})</h2>${dependents}
<h2>What it holds</h2>${looks ? await contents(api, { id, container: query.get("container") ?? "", path }, signal) : markup`<p><a class="button" href="${path}?look">Look into the vault</a> <span class="quiet">reads names, no values; choose an entry to make an identity of it</span></p>`}
<h2>Disconnect</h2><form class="card" method="post" action="${path}/delete" data-confirm="Disconnect ${source.display_name}?">${csrf}
<p><label class="check"><input type="checkbox" name="identities"> delete the ${source.identity_count} identities too; otherwise their logins expire</label></p><button class="danger">Disconnect</button></form>`;
  const beside = markup`<a class="button main" href="${path}/identity">New identity</a><form method="post" action="${path}/verify">${csrf}<button>Verify</button></form>`;
  return { title: source.display_name, body, beside };
}

/** What is looked at. */
interface Look {
  readonly id: string;
  /** The container that is open; empty for none. */
  readonly container: string;
  readonly path: string;
}

/** A vault that cannot be read does not take its page away. */
async function contents(api: Client, look: Look, signal: AbortSignal): Promise<Fill> {
  try {
    if (look.container === "") return await containersOf(api, look, signal);
    return await entriesOf(api, look, signal);
  } catch (error) {
    if (!isClientError(error)) throw error;
    return troubleText(error);
  }
}

async function containersOf(api: Client, { id, path }: Look, signal: AbortSignal): Promise<Markup> {
  const { containers } = await api.listContainersOfSource({ id }, { signal });
  return table({
    caption: "Containers",
    rows: containers.slice(0, MOST),
    empty: "The vault shows no containers.",
    columns: [
      {
        name: "Container",
        show: (each) =>
          markup`<a href="${path}?look&container=${encodeURIComponent(each.id)}">${each.name}</a>`,
      },
      { name: "Entries", isNumber: true, show: (each) => each.item_count },
    ],
  });
}

async function entriesOf(
  api: Client,
  { id, container, path }: Look,
  signal: AbortSignal,
): Promise<Markup> {
  const { entries } = await api.listEntriesOfContainer({ id, container_id: container }, { signal });
  return markup`${table({
    caption: "Entries",
    rows: entries,
    empty: "The container has no entries.",
    columns: [
      {
        name: "Entry",
        show: (each) =>
          markup`<a href="${path}/identity?container=${encodeURIComponent(container)}&key=${encodeURIComponent(each.id)}">${each.title}</a>`,
      },
      { name: "Category", show: (each) => each.category },
      { name: "Changed", show: (each) => time(each.updated_at) },
      { name: "Addresses", show: (each) => each.urls?.map(({ href }) => href).join(", ") },
    ],
  })}<p><a href="${path}?look">All containers</a></p>`;
}
