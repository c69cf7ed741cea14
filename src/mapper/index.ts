export { followable, parseLinks, type FollowableLink, type FollowableLinks } from "./followable.ts";
export { createLinkJudge, type LinkJudge } from "./link-judge.ts";
export type { LinkRefusal, LinkRules, LinkVerdict } from "./link-rules.ts";
export { isMapError, MapError } from "./map-error.ts";
export { namesCanonical, refusesFollowing } from "./page-wishes.ts";
export type {
  PageSource,
  RobotsAnswer,
  RobotsSource,
  SourceCall,
  SourcePage,
} from "./page-source.ts";
export { redirectOf } from "./redirect-of.ts";
export { createScope, type Scope, type ScopeOptions } from "./scope.ts";
export { compilePatterns, type UrlMatcher } from "./url-pattern.ts";
export { readSitemap, type ReadSitemapOptions, type SitemapReading } from "./read-sitemap.ts";
export {
  changeFrequencies,
  type ChangeFrequency,
  type SitemapAlternate,
  type SitemapEntry,
  type SitemapFormat,
  type SitemapOutcome,
  type SitemapPage,
  type SitemapReference,
} from "./sitemap-entry.ts";
export type { SitemapLimits } from "./sitemap-options.ts";
