/** What other rooms of Dragline take of this one; no import path leads here. */
export { createLinkJudge, type LinkJudge } from "./link-judge.ts";
export type { LinkRules, LinkVerdict } from "./link-rules.ts";
export { headersRefuseFollowing, namesCanonical, refusesFollowing } from "./page-wishes.ts";
export { redirectOf } from "./redirect-of.ts";
