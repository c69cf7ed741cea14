/**
 * A site's URLs, from its links and sitemaps, within a scope and limits, and what was left out and why.
 *
 * Loads the parser; requests go through the fetcher that you give.
 *
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { createMapper } from "dragline/mapper";
 *
 * await using fetcher = createFetcher();
 * const { links, failures } = await createMapper({ fetcher }).map("https://example.com/");
 * console.log(links, failures);
 * ```
 * @packageDocumentation
 */
export {
  followable,
  parseLinks,
  type FollowableLink,
  type FollowableLinks,
} from "./links/followable.ts";
export type { LinkRefusal } from "./links/link-rules.ts";
export { isMapError, MapError } from "./map-error.ts";
export type {
  PageSource,
  RobotsAnswer,
  RobotsSource,
  SourceCall,
  SourcePage,
} from "./map/page-source.ts";
export { createScope, type Scope, type ScopeOptions } from "./links/scope.ts";
export { compilePatterns, type UrlMatcher } from "./links/url-pattern.ts";
export {
  readSitemap,
  type ReadSitemapOptions,
  type SitemapReading,
} from "./sitemap/read-sitemap.ts";
export {
  changeFrequencies,
  type ChangeFrequency,
  type SitemapAlternate,
  type SitemapEntry,
  type SitemapFormat,
  type SitemapOutcome,
  type SitemapPage,
  type SitemapReference,
} from "./sitemap/sitemap-entry.ts";
export type { SitemapLimits } from "./sitemap/sitemap-options.ts";
export { findReferences } from "./links/references.ts";
export type { Reference, ReferenceKind, References } from "./links/reference.ts";
export { createMapper, type Mapper } from "./create-mapper.ts";
export type { MapCall } from "./map/map-call.ts";
export type { MapperCollaborators } from "./mapper-collaborators.ts";
export type { MapperOptions } from "./mapper-options.ts";
export { sessionParameters } from "./links/session-parameters.ts";
export type { MapFailure, MapReason, MapStop, SiteMap } from "./map/site-map.ts";
export type { SitemapWalkCall } from "./sitemap/sitemap-walk-call.ts";
export type {
  SitemapFile,
  SitemapReport,
  SitemapStop,
  SitemapWalk,
} from "./sitemap/sitemap-walk.ts";
export { walkSitemaps } from "./sitemap/walk-sitemaps.ts";
