import type { Action, Catalog, Parameter, Site } from "../../../../wire/index.ts";
import { actionUuid, catalogUuid } from "../../../../wire/internal.ts";

/** A parameter as clients see it (decisions, 2.16). */
function parameterDocument(parameter: Parameter): object {
  const { name, type, required, description, secret, examples } = parameter;
  return {
    name,
    type,
    required,
    description,
    ...(secret === true ? {} : { examples }),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
    ...(parameter.enum === undefined ? {} : { enum: parameter.enum }),
    ...(secret === undefined ? {} : { secret }),
  };
}

/**
 * A site as clients see it.
 * @param sources types of the providers that its logins can be read from
 */
export function entryDocument(
  site: Site,
  {
    actions,
    sources,
  }: { readonly actions: readonly Action[]; readonly sources: readonly string[] },
): object {
  const { slug, name, url, domain, category, description, auth_types: types } = site;
  const [type] = types;
  return {
    id: catalogUuid(slug),
    slug,
    name,
    url,
    domain,
    category,
    description,
    auth_required: actions.length > 0 && actions.every(needsCredential),
    auth_types: types,
    ...(type === undefined ? {} : { auth_type: type }),
    supported_sources: sources,
    action_count: actions.length,
    status: "active",
    ...(site.logo_url === undefined ? {} : { logo_url: site.logo_url }),
    ...(site.auth_login_url === undefined ? {} : { auth_login_url: site.auth_login_url }),
    created_at: dayTime(site.created),
    updated_at: dayTime(site.updated),
  };
}

/** An action as clients see it. */
function actionDocument(action: Action): object {
  const { info, site, owner } = action;
  return {
    id: actionUuid(owner === undefined ? info.action_id : `${owner}:${info.action_id}`),
    catalog_id: catalogUuid(site.slug),
    action_id: info.action_id,
    name: info.name,
    description: info.description,
    tags: info.tags,
    ...modesOf(action),
    parameters: info.parameters.map(parameterDocument),
    credits_per_call: info.credits_per_call,
    status: action.awaitsReview === true ? "pending_review" : "active",
    ...(owner === undefined ? {} : { owner_user_id: owner }),
    created_at: dayTime(info.created),
    updated_at: dayTime(info.updated),
  };
}

/** A site with its actions. */
export function siteDocument(catalog: Catalog, site: Site, sources: readonly string[]): object {
  const actions = catalog.actions(site.slug);
  const hasPassword = site.auth_types.includes("credentials");
  return {
    status: "ok",
    catalog: entryDocument(site, { actions, sources }),
    actions: actions.map(actionDocument),
    login_input_schema: hasPassword ? site.login_input.map(parameterDocument) : [],
  };
}

/**
 * An action as discovery finds it (decisions, 4.8).
 * @param connected sites that the caller has an active credential of; undefined without a key
 */
export function recordDocument(action: Action, connected: ReadonlySet<string> | undefined): object {
  const { info, site } = action;
  const { parameters, credits_per_call: credits } = info;
  const isConnected = connected?.has(site.slug) ?? false;
  const isSatisfied = !needsCredential(action) || isConnected;
  const of = (isRequired: boolean) =>
    parameters.filter(({ required }) => required === isRequired).map(parameterDocument);
  return {
    action_id: info.action_id,
    name: info.name,
    description: info.description,
    ...modesOf(action),
    catalog: site.slug,
    catalog_slug: site.slug,
    catalog_name: site.name,
    category: site.category,
    auth_satisfied: connected === undefined ? null : isSatisfied,
    connected: isConnected,
    parameters: parameters.map(parameterDocument),
    params: { required: of(true), optional: of(false) },
    credits,
    credits_per_call: credits,
  };
}

function modesOf({ info }: Action) {
  const { type, mode, auth_mode } = info;
  return { type, mode, auth_mode, auth_required: auth_mode === "required" };
}

function needsCredential({ info }: Action): boolean {
  return info.auth_mode === "required";
}

/** A day as times are shown. */
function dayTime(day: string): string {
  return `${day}T00:00:00.000Z`;
}
