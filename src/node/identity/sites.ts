import { UsageError } from "../terminal/terminal.ts";
import type { WireApi } from "./wire-api.ts";

/** A site of the catalog as the service tells it, as far as it is read here. */
export interface SiteDocument {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly auth_types: readonly string[];
}

/** A field of a site's login likewise. */
export interface LoginField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly secret?: boolean;
}

/** Every site of the catalog. */
export async function sitesOf({ ask }: WireApi): Promise<readonly SiteDocument[]> {
  const { catalog } = await ask<{ readonly catalog: readonly SiteDocument[] }>("GET /catalog");
  return catalog;
}

/**
 * The site of a name in the catalog.
 * @throws UsageError when there is none
 */
export async function siteOfSlug(api: WireApi, slug: string): Promise<SiteDocument> {
  const found = (await sitesOf(api)).find((site) => site.slug === slug);
  if (found !== undefined) return found;
  throw new UsageError(`unknown site '${slug}'; try: dragline wire search`);
}

/** Whether somebody can sign in to it with a password. */
export function hasLogin({ auth_types: types }: SiteDocument): boolean {
  return types.includes("credentials");
}

/** What a site's login asks for. */
export async function loginFieldsOf(
  { ask }: WireApi,
  { slug }: Pick<SiteDocument, "slug">,
): Promise<readonly LoginField[]> {
  const { login_input_schema: fields } = await ask<{
    readonly login_input_schema: readonly LoginField[];
  }>(`GET /catalog/${slug}`);
  return fields;
}
