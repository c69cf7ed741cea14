export { followable, parseLinks, type FollowableLink, type FollowableLinks } from "./followable.ts";
export { createLinkJudge, type LinkJudge } from "./link-judge.ts";
export type { LinkRefusal, LinkRules, LinkVerdict } from "./link-rules.ts";
export { isMapError, MapError } from "./map-error.ts";
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
