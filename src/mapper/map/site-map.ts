import type { MissReason } from "./map-client.ts";
import type { SitemapFile, SitemapStop } from "../sitemap/sitemap-walk.ts";

/** The limit that kept something out of a map. */
export type MapStop =
  /** The map has `limit` URLs, and there was, or may have been, more. */
  | "limit"
  /** A level found more than `limitPerLevel` URLs. */
  | "level-limit"
  /** There are more than 5,000 external URLs. */
  | "external-limit"
  /** Of a page the beginning alone was read. */
  | "page-size"
  /** A limit of the sitemaps. */
  | `sitemap-${SitemapStop}`;

/** How a reference on a page, or an entry of a sitemap, ended. */
export type MapReason =
  /** In `links`, before `search`. */
  | "taken"
  /** In `links` already, or external; or it redirects to such. */
  | "duplicate"
  /** Beyond `limit`; found again, it is counted again. */
  | "limit"
  /** Beyond the level's share; found again, it is counted again. */
  | "level-limit"
  /** On another host; or it redirects there. */
  | "scope"
  | "not-http"
  | "invalid";

/** A page whose links could not be read; it is in `links` all the same, unless it leads elsewhere. */
export interface MapFailure {
  /** As it was found. */
  readonly url: string;
  /** Where its redirects lead; undefined when it has none. */
  readonly leadsTo: string | undefined;
  /** `unreadable`: its HTML is longer than can be parsed. */
  readonly reason: Exclude<MissReason, "redirect-known"> | "unreadable";
  /** Of an answer that is no page. */
  readonly status: number | undefined;
  /** Why there was no answer, or no robots.txt: the message of the error. */
  readonly error: string | undefined;
}

/** The URLs of a site. */
export interface SiteMap {
  /** The seed, canonical. */
  readonly url: string;
  /**
   * The site's URLs: canonical, absolute, without fragment (but for routes, by option), each once, in the order in which they
   * were found, the seed first; filtered by `search`. One that redirects stands under its last URL,
   * when it was fetched.
   */
  readonly links: readonly string[];
  /** URLs of other sites, likewise; empty unless they were asked for. */
  readonly externalLinks: readonly string[];
  /** The length of `links`. */
  readonly totalLinks: number;
  /** The length of `externalLinks`. */
  readonly totalExternalLinks: number;
  /**
   * Whether a limit kept something out; `depth`, which says how far the map is to go, is none. Where
   * a limit saved the fetching of pages, what is on them is not known, and this is true.
   */
  readonly truncated: boolean;
  /** The limits that did, each once. */
  readonly stoppedBy: readonly MapStop[];
  /** How what was found ended; the seed is the first that was found. */
  readonly counts: Readonly<Record<MapReason, number>>;
  /** Pages whose links were read. */
  readonly pages: number;
  /** Pages that could not be read, in order. */
  readonly failures: readonly MapFailure[];
  /** The sitemaps, in order. */
  readonly sitemaps: readonly SitemapFile[];
}
