import { canonicalUrl, checkCollaborators } from "../../core/index.ts";
import { MapClient } from "../map/map-client.ts";
import {
  mapClientParts,
  mapperCollaboratorNames,
  type MapperCollaborators,
} from "../mapper-collaborators.ts";
import { mapperSettings } from "../mapper-options.ts";
import { completeWalkCall, type SitemapWalkCall } from "./sitemap-walk-call.ts";
import { ClientSitemapWalk, type SitemapWalk } from "./sitemap-walk.ts";

/**
 * Walks through the sitemaps of a site: those that its robots.txt names, or else those at the usual
 * places; indexes are followed, each file is read once, one after another. Pages come in the order
 * of the files, as often as they are there, other sites' too. A file that cannot be loaded does not
 * end the walk; the report names it.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; while it is iterated, the signal's reason
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { walkSitemaps } from "dragline/mapper";
 *
 * await using fetcher = createFetcher();
 * for await (const page of walkSitemaps({ fetcher }, "https://example.com/")) console.log(page.loc);
 * ```
 */
export function walkSitemaps(
  collaborators: MapperCollaborators,
  seed: string | URL,
  call: SitemapWalkCall = {},
): SitemapWalk {
  const settings = completeWalkCall(call);
  const options = mapperSettings(undefined);
  checkCollaborators(collaborators, options, mapperCollaboratorNames);
  const client = new MapClient(mapClientParts(collaborators), { ...options, ...settings });
  return new ClientSitemapWalk(client, canonicalUrl(seed), settings);
}
