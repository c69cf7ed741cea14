import type { WireAction, WireCatalogEntry, WireRecord } from "../../../client/index.ts";
import { badge, factList, options, outside, table } from "../../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Page, View, Visit } from "../../page.ts";
import { wireLinks } from "./wire-links.ts";

/** Sites and their actions, to look at and to search by what one wants done. */
export const catalogPages: readonly Page[] = [
  { method: "GET", path: "/wire", run: list },
  { method: "GET", path: "/wire/sites/{slug}", run: site },
];

/** The most actions that a search shows. */
const MOST_FOUND = 30;

async function list({ api, query, base, signal }: Visit): Promise<View> {
  const text = query.get("q")?.trim().slice(0, 1000) ?? "";
  const category = query.get("category") ?? "";
  const { catalog } = await api.listWireCatalog({}, { signal });
  const categories = [...new Set(catalog.map((entry) => entry.category))].toSorted();
  const found =
    text === "" ? undefined : await api.searchWire({ q: text, limit: MOST_FOUND }, { signal });
  const results =
    found === undefined
      ? sitesTable(
          catalog.filter((entry) => category === "" || entry.category === category),
          base,
        )
      : foundTable(found.results, base);
  const body = markup`${wireLinks(base, "/wire")}
<form class="row" method="get" action="${base}/wire" role="search">
<label class="wide">What do you want done? <input name="q" type="search" maxlength="1000" value="${text}" placeholder="latest releases of a package"></label>
<label>Category of sites <select name="category">${options([["", "every category"], ...categories.map((each) => [each, each] as const)], category)}</select></label>
<button>Search</button>
</form>
${results}`;
  return {
    title: "Wire",
    body,
    beside: markup`<a class="button" href="${base}/wire/builds">Build an action</a>`,
  };
}

function sitesTable(entries: readonly WireCatalogEntry[], base: string): Markup {
  return table({
    caption: "Sites of the catalog",
    rows: entries,
    empty: "No site of this category.",
    columns: [
      {
        name: "Site",
        show: ({ slug, name }) =>
          markup`<a href="${base}/wire/sites/${encodeURIComponent(slug)}">${name}</a>`,
      },
      { name: "Category", show: ({ category }) => category },
      { name: "What it has", show: ({ description }) => description },
      {
        name: "Login",
        show: ({ auth_required: isNeeded, auth_types: types }) => loginOf(isNeeded, types),
      },
      { name: "Actions", isNumber: true, show: ({ action_count: count }) => count },
    ],
  });
}

function loginOf(isNeeded: boolean, types: readonly string[]): string {
  if (isNeeded) return "needed";
  return types.length > 0 ? "possible" : "none";
}

function foundTable(records: readonly WireRecord[], base: string): Markup {
  const more =
    records.length >= MOST_FOUND &&
    markup`<p class="quiet">The best ${MOST_FOUND}. More words narrow the search.</p>`;
  return markup`${table({
    caption: "Actions that were found",
    rows: records,
    empty: markup`No action does that. <a href="${base}/wire/builds">Have one built</a>, or use other words.`,
    columns: [
      { name: "Action", show: (record) => actionLink(record, base) },
      { name: "Site", show: ({ catalog_name: name }) => name },
      { name: "What it does", show: ({ description }) => description },
      ...modeColumns,
    ],
  })}${more}`;
}

function actionLink(
  { action_id: id, name }: Pick<WireAction, "action_id" | "name">,
  base: string,
): Markup {
  return markup`<a href="${base}/wire/actions/${encodeURIComponent(id)}">${name}</a>`;
}

type Moded = Pick<WireAction, "type" | "auth_mode" | "credits_per_call">;

const modeColumns: readonly {
  readonly name: string;
  readonly isNumber?: true;
  readonly show: (action: Moded) => Fill;
}[] = [
  { name: "Kind", show: ({ type }) => (type === "write" ? badge("write") : "read") },
  {
    name: "Login",
    show: ({ auth_mode: mode }) =>
      ({ none: "none", optional: "possible", required: "needed" })[mode],
  },
  { name: "Credits", isNumber: true, show: ({ credits_per_call: credits }) => credits },
];

async function site({ api, params, base, signal }: Visit): Promise<View> {
  const { slug = "" } = params;
  const { catalog: entry, actions } = await api.getWireCatalog({ slug }, { signal });
  const canConnect = entry.auth_types.includes("browser_state");
  const signIn = markup`${canConnect && markup`<a class="button" href="${base}/connect/${encodeURIComponent(slug)}">Sign in by hand</a>`}${entry.auth_types.some((type) => type !== "browser_state") && markup`<a class="button" href="${base}/wire/identities/new?site=${encodeURIComponent(slug)}">Add an identity</a>`}`;
  const body = markup`${wireLinks(base, "")}
<div class="card"><p>${entry.description}</p>${factList([
    ["Address", outside(entry.url)],
    ["Category", entry.category],
    ["Login", entry.auth_types.map((type) => type.replaceAll("_", " ")).join(", ") || "none"],
    ["Slug", markup`<code>${entry.slug}</code>`],
  ])}</div>
<h2>Actions</h2>${table({
    caption: "Actions of the site",
    rows: actions,
    empty: "The site has no action that you may run.",
    columns: [
      { name: "Action", show: (action) => actionLink(action, base) },
      { name: "What it does", show: ({ description }) => description },
      ...modeColumns,
      { name: "State", show: ({ status, owner_user_id: owner }) => stateOf(status, owner) },
    ],
  })}`;
  return { title: entry.name, body, beside: signIn };
}

function stateOf(status: string, owner: string | undefined): Fill {
  const own = owner !== undefined && markup` <span class="quiet">your own</span>`;
  return markup`${badge(status)}${own}`;
}
