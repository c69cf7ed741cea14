import { checkCollaborators, traced } from "../core/index.ts";
import { completeMapCall, type MapCall } from "./map/map-call.ts";
import { MapClient } from "./map/map-client.ts";
import { MapRun } from "./map/map-run.ts";
import {
  mapClientParts,
  mapperCollaboratorNames,
  type MapperCollaborators,
} from "./mapper-collaborators.ts";
import { mapperSettings, type MapperOptions } from "./mapper-options.ts";
import type { SiteMap } from "./map/site-map.ts";

/** Finds the URLs of sites. It owns nothing, so there is nothing to dispose. */
export interface Mapper {
  /**
   * Finds the URLs of a site, level by level. Level 0 is the seed. Level n is what the pages of level
   * n - 1 link to and no level before has, in the order of the pages and of the links on them; level
   * 1 has, behind the seed's links, what the sitemaps name. Pages are read until the level is full:
   * of `limitPerLevel`, and of what `limit` leaves. When more was found, links, links to the next
   * and previous page of a series, and sitemaps share the level by turns; the order stays. Pages of
   * the last level are named and not fetched.
   *
   * The map of a site that does not change is the same each time, whatever is fast or slow. A page
   * that cannot be loaded is named in `failures` and ends nothing. Redirects are followed inside of the
   * site, at most five in a row; the URL then stands under its last name, or under none if the map
   * has that already.
   * @throws MapError `SEED_FAILED` when the seed cannot be loaded and no sitemap names a page, or it
   *   redirects to another site
   * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; the signal's reason
   */
  map(seed: string | URL, call?: MapCall): Promise<SiteMap>;
}

/**
 * Makes a mapper: `createMapper({ fetcher })`.
 * @throws CoreError `INVALID_OPTION`
 */
export function createMapper(collaborators: MapperCollaborators, options?: MapperOptions): Mapper {
  const settings = mapperSettings(options);
  checkCollaborators(collaborators, settings, mapperCollaboratorNames);
  const parts = mapClientParts(collaborators);
  const { maxPageBytes, maxConcurrency } = settings;
  return {
    async map(seed, call) {
      const checked = completeMapCall(seed, call);
      checked.signal.throwIfAborted();
      const { headers, country, session, obeyRobots } = checked;
      const asking = { ...settings, headers, country, session, obeyRobots };
      const client = new MapClient(parts, asking);
      const run = new MapRun(client, checked, { maxPageBytes, ahead: 2 * maxConcurrency });
      return traced("dragline:mapper:map", { url: checked.seed }, () => run.run());
    },
  };
}
