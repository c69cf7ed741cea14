/** What other rooms of Dragline take of this one; no import path leads here. */
export { createLinkJudge, type LinkJudge } from "./links/link-judge.ts";
export type { LinkRules, LinkVerdict } from "./links/link-rules.ts";
export { headersRefuseFollowing, namesCanonical, refusesFollowing } from "./map/page-wishes.ts";
export { redirectOf } from "./map/redirect-of.ts";
