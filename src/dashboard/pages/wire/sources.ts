import {
  isClientError,
  type IdentitySourceMethod,
  type IdentitySourceProviders,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, options, outside, table, time } from "../../layout/pieces.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../../page.ts";
import { sourceFields, sourceValues } from "./source-fields.ts";
import { wireLinks } from "./wire-links.ts";

/** Vaults that logins are read from. */
export const sourcePages: readonly Page[] = [
  { method: "GET", path: "/wire/sources", run: list },
  { method: "GET", path: "/wire/sources/new", run: (visit) => form(visit, undefined) },
  { method: "POST", path: "/wire/sources/new", run: connect },
  { method: "POST", path: "/wire/sources/{id}/verify", run: verify },
  { method: "POST", path: "/wire/sources/{id}/delete", run: remove },
];

/** The most sources that the page shows. */
const MOST = 200;

async function list({ api, base, signedIn, signal }: Visit): Promise<View> {
  const [{ identity_sources: sources }, { providers }] = await Promise.all([
    api.listIdentitySources({}, { signal }),
    api.listIdentitySourceProviders(undefined, { signal }),
  ]);
  const csrf = csrfField(signedIn);
  const nameOf = new Map(providers.map(({ type, display_name: name }) => [type, name]));
  const path = (id: string): string => `${base}/wire/sources/${encodeURIComponent(id)}`;
  const rows = table({
    caption: "Identity sources",
    rows: sources.slice(0, MOST),
    empty:
      "No vault is connected. Choose one above: logins are read from it for each run, and stay there.",
    columns: [
      {
        name: "Name",
        show: ({ id, display_name: name }) => markup`<a href="${path(id)}">${name}</a>`,
      },
      { name: "Vault", show: ({ provider }) => nameOf.get(provider) ?? provider },
      { name: "State", show: ({ status }) => badge(status) },
      { name: "Verified", show: ({ last_verified_at: at }) => time(at) },
      { name: "Its credential expires", show: ({ credentials_expires_at: at }) => time(at) },
      {
        name: "Change",
        show: ({ id }) =>
          markup`<form method="post" action="${path(id)}/verify">${csrf}<button class="small">Verify</button></form>`,
      },
    ],
  });
  const body = markup`${wireLinks(base, "/wire/sources")}
<form class="row" method="get" action="${base}/wire/sources/new"><label class="wide">Vault <select name="provider">${options(
    providers.map(({ type, display_name: name }) => [type, name] as const),
    "",
  )}</select></label><button class="main">Connect a vault</button></form>
${rows}${sources.length > MOST && markup`<p class="quiet">The first ${MOST} of ${sources.length}.</p>`}`;
  return { title: "Identity sources", body };
}

type Provider = IdentitySourceProviders["providers"][number];

async function form(visit: Visit, trouble: Fill): Promise<View> {
  const { api, base, query, form: sent, signedIn, signal } = visit;
  const type = sent.get("provider") ?? query.get("provider") ?? "";
  const { providers } = await api.listIdentitySourceProviders(undefined, { signal });
  const provider = providers.find((each) => each.type === type);
  if (provider === undefined) throw new RangeError("This service knows no vault of this kind.");
  const forms = provider.methods.map((method) =>
    methodForm(provider, method, {
      base,
      csrf: csrfField(signedIn),
      given: sent.get("auth_method") === method.id ? sent : new URLSearchParams(),
    }),
  );
  const body = markup`${wireLinks(base, "")}${trouble}
${provider.summary !== undefined && markup`<p>${provider.summary}</p>`}
<p class="quiet">The vault is verified before anything is stored.</p>
<div class="halves">${forms}</div>`;
  return { title: `Connect ${provider.display_name}`, body };
}

interface MethodParts {
  readonly base: string;
  readonly csrf: Markup;
  readonly given: URLSearchParams;
}

function methodForm(
  { type, display_name: name }: Provider,
  { id, label, instructions, caution, docs_url: docs, fields }: IdentitySourceMethod,
  { base, csrf, given }: MethodParts,
): Markup {
  return markup`<form class="card fields" method="post" action="${base}/wire/sources/new">${csrf}
<input type="hidden" name="provider" value="${type}"><input type="hidden" name="auth_method" value="${id}">
<h2>${label}</h2>
${instructions !== undefined && markup`<p>${instructions}</p>`}
${caution !== undefined && markup`<p class="notice wait">${caution}</p>`}
${docs !== undefined && markup`<p>${outside(docs, "How to make one")}</p>`}
<div><label for="${id}-name">Name of the source</label><input id="${id}-name" name="display_name" maxlength="100" placeholder="${name}" value="${given.get("display_name")}"></div>
${sourceFields(fields, { method: id, given })}
<button class="main">Connect</button></form>`;
}

async function connect(visit: Visit): Promise<Outcome> {
  const { api, form: sent, signal } = visit;
  const filled = (name: string): string | undefined => sent.get(name)?.trim() || undefined;
  try {
    const order = {
      ...sourceValues(sent),
      provider: filled("provider") ?? "",
      display_name: filled("display_name"),
      auth_method: filled("auth_method"),
    };
    const { identity_source: source } = await api.connectIdentitySource(order, { signal });
    const said = `${source.display_name} is connected.`;
    return { to: `/wire/sources/${encodeURIComponent(source.id)}`, said };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { ...(await form(visit, troubleText(error))), status: 400 };
  }
}

async function verify({ api, params, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  await api.verifyIdentitySource({ id }, { signal });
  return { to: `/wire/sources/${encodeURIComponent(id)}`, said: "The vault can be read." };
}

async function remove({ api, params, form: sent, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  await api.removeIdentitySource({ id, delete_identities: sent.has("identities") }, { signal });
  return { to: "/wire/sources", said: "The vault is disconnected." };
}
