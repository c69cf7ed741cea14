import { CoreError, systemClock, systemIds, type Clock, type Ids } from "../core/index.ts";
import type { MapClientParts } from "./map/map-client.ts";
import type { PageSource, RobotsSource } from "./map/page-source.ts";

/** What a mapper works with; all of it stays the caller's. */
export interface MapperCollaborators {
  /** Brings pages and robots.txt: a `Fetcher` of `dragline/fetcher`. It or `source` has to be there. */
  readonly fetcher?: (PageSource & { readonly robots: RobotsSource }) | undefined;
  /**
   * Brings pages in place of the fetcher: `createPageSource` of `dragline/scraper` takes a browser
   * where a page needs one. Sitemaps stay the fetcher's, if there is one.
   */
  readonly source?: PageSource | undefined;
  /** Answers for robots.txt in place of the fetcher; with neither everything is allowed. */
  readonly robots?: RobotsSource | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** What may be given in the first argument. */
export const mapperCollaboratorNames: Readonly<Record<keyof MapperCollaborators, true>> =
  Object.freeze({
    fetcher: true,
    source: true,
    robots: true,
    clock: true,
    ids: true,
  });

/**
 * @throws CoreError `INVALID_OPTION` when nothing brings pages
 */
export function mapClientParts(collaborators: MapperCollaborators): MapClientParts {
  const { fetcher, source = fetcher, clock = systemClock, ids = systemIds } = collaborators;
  if (source === undefined) {
    throw new CoreError("INVALID_OPTION", {
      message: "Expected a collaborator that loads pages: 'fetcher' or 'source'.",
      details: { option: "fetcher" },
    });
  }
  const robots = collaborators.robots ?? fetcher?.robots;
  return { source, files: fetcher ?? source, robots, clock, ids };
}
