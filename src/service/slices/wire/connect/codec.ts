import type { StartedInteractive } from "../../../../cdp-proxy/index.ts";
import type { Catalog, Site } from "../../../../wire/index.ts";
import { catalogUuid } from "../../../../wire/internal.ts";
import type { Held } from "../logins/identity.ts";
import { isoTime } from "../../../jobs/job-view.ts";
import { startedDocument } from "../../../base/started-document.ts";
import { entryDocument } from "../discovery/codec.ts";

/** Where a person signs in to a site. */
export function loginUrl(site: Site): string {
  return site.auth_login_url ?? site.url;
}

/** A browser that waits for a login (decisions, 4.8). */
export function connectDocument(
  {
    catalog,
    site,
    sources,
  }: {
    readonly catalog: Catalog;
    readonly site: Site;
    /** Types of providers whose entries sign in to it. */
    readonly sources: readonly string[];
  },
  started: StartedInteractive,
  place: { readonly baseUrl: string; readonly now: number },
): object {
  const { sessionId, novncUrl, wsUrl, accessToken, expiresIn } = startedDocument(started, place);
  return {
    status: "ok",
    catalog: entryDocument(site, { actions: catalog.actions(site.slug), sources }),
    session: {
      session_id: sessionId,
      novnc_url: novncUrl,
      ws_url: wsUrl,
      access_token: accessToken,
      expires_in: expiresIn,
    },
    login_url: loginUrl(site),
    catalog_slug: site.slug,
  };
}

/** A login that was made by hand. */
export function connectedDocument({ identity, credential }: Held): object {
  const { expiresAt } = credential;
  return {
    status: "ok",
    identity_id: identity.id,
    identity_name: identity.name,
    credential_id: credential.id,
    catalog_id: catalogUuid(identity.catalog),
    catalog_slug: identity.catalog,
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
  };
}

/** A connection (decisions, 2.18). */
export function connectionDocument(
  { identity, credential }: Held,
  siteName: string | undefined,
): object {
  const { lastUsedAt } = credential;
  return {
    catalog_id: catalogUuid(identity.catalog),
    catalog_slug: identity.catalog,
    catalog_name: siteName ?? identity.catalog,
    identity_id: identity.id,
    identity_name: identity.name,
    credential_id: credential.id,
    status: credential.state,
    created_at: isoTime(credential.createdAt),
    ...(lastUsedAt === null ? {} : { last_used_at: isoTime(lastUsedAt) }),
  };
}
