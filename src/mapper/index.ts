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
