import {
  isClientError,
  type Client,
  type WireAction,
  type WireCatalogEntry,
  type WireIdentity,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, factList, options } from "../../layout/pieces.ts";
import { missing, troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Outcome, Page, View, Visit } from "../../page.ts";
import { givenAtFirst } from "./action-again.ts";
import { parameterFields, parametersOf } from "./parameter-fields.ts";
import { wireLinks } from "./wire-links.ts";

/** An action, with a form that runs it. */
export const actionPages: readonly Page[] = [
  { method: "GET", path: "/wire/actions/{id}", run: show },
  { method: "POST", path: "/wire/actions/{id}", run: begin },
];

/** An action with its site. */
interface FoundAction {
  readonly action: WireAction;
  readonly site: WireCatalogEntry;
}

async function show(visit: Visit): Promise<View> {
  const found = await find(visit);
  return found === undefined ? missing : await shown(visit, found, undefined);
}

async function begin(visit: Visit): Promise<Outcome> {
  const found = await find(visit);
  if (found === undefined) return missing;
  const { api, form, signal } = visit;
  const { action_id, parameters } = found.action;
  const identity = form.get("identity") ?? "";
  try {
    const order = {
      action_id,
      params: parametersOf(parameters, form),
      ...(identity !== "" && { identity_id: identity }),
    };
    const { job_id: job } = await api.createWireTask(order, { signal });
    return { to: `/jobs/${encodeURIComponent(job)}`, said: "The action was submitted." };
  } catch (error) {
    if (!isClientError(error) && !(error instanceof RangeError)) throw error;
    return { ...(await shown(visit, found, troubleText(error))), status: 400 };
  }
}

/** An action's id begins with the slug of its site. */
async function find({ api, params, signal }: Visit): Promise<FoundAction | undefined> {
  const { id = "" } = params;
  const [slug = ""] = id.split(".", 1);
  const { catalog: site, actions } = await api.getWireCatalog({ slug }, { signal });
  const action = actions.find(({ action_id: each }) => each === id);
  return action && { action, site };
}

async function shown(visit: Visit, { action, site }: FoundAction, trouble: Fill): Promise<View> {
  const { api, base, form, signedIn, signal } = visit;
  const identities = action.auth_mode === "none" ? [] : await identitiesOf(api, site.id, signal);
  const path = `${base}/wire/actions/${encodeURIComponent(action.action_id)}`;
  const given = form.size > 0 ? form : await givenAtFirst(visit, action);
  const question =
    action.type === "write" &&
    markup` data-confirm="${action.name} changes something on ${site.name}. Run it?"`;
  const body = markup`${wireLinks(base, "")}${trouble}
<div class="halves">
<div class="card"><form method="post" action="${path}" class="fields"${question}>
${csrfField(signedIn)}
${action.parameters.length === 0 && markup`<p>This action takes no parameters.</p>`}
${parameterFields(action.parameters, given)}
${action.auth_mode !== "none" && identityField(identities, { action, site, base, chosen: form.get("identity") ?? "" })}
<button class="main">Run the action</button>
</form></div>
<div class="card"><p>${action.description}</p>${factsOf(action, site, base)}</div>
</div>`;
  return { title: action.name, body };
}

async function identitiesOf(
  api: Client,
  site: string,
  signal: AbortSignal,
): Promise<readonly WireIdentity[]> {
  const { identities } = await api.listIdentities({ catalog_id: site }, { signal });
  return identities;
}

/** Where an identity is chosen. */
interface IdentityPlace extends FoundAction {
  readonly base: string;
  readonly chosen: string;
}

function identityField(
  identities: readonly WireIdentity[],
  { action, site, base, chosen }: IdentityPlace,
): Markup {
  const isNeeded = action.auth_mode === "required";
  const usable = identities.filter(({ credentials }) =>
    credentials.some(({ status }) => status === "active"),
  );
  const none = isNeeded ? "choose one" : "none: as a visitor";
  const preset = chosen || (isNeeded ? (usable.find((each) => each.is_default)?.id ?? "") : "");
  const choices = usable.map(({ id, name }) => [id, name] as const);
  return markup`<div><label for="identity">Identity <span class="quiet">${isNeeded ? "required" : "optional"}</span></label>
<select id="identity" name="identity"${isNeeded && markup` required`}>${options([["", none], ...choices], preset)}</select>
<p class="quiet">Who the action signs in to ${site.name} as. <a href="${base}/wire/identities/new?site=${encodeURIComponent(site.slug)}">Add an identity</a></p></div>`;
}

function factsOf(action: WireAction, site: WireCatalogEntry, base: string): Markup {
  return factList([
    [
      "Site",
      markup`<a href="${base}/wire/sites/${encodeURIComponent(site.slug)}">${site.name}</a>`,
    ],
    [
      "Kind",
      action.type === "write" ? markup`${badge("write")} it changes something on the site` : "read",
    ],
    ["Login", { none: "none", optional: "possible", required: "needed" }[action.auth_mode]],
    ["Credits a run", action.credits_per_call],
    ["State", badge(action.status)],
    ["Tags", action.tags.join(", ")],
    ["Id", markup`<code>${action.action_id}</code>`],
  ]);
}
